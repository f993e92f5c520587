package import Documents
import Evaluation
package import Laps
import Rendering
package import Results
import Scenarios
import World

/// A scenario whose walker is guided along a planned route by the fixes of each pipeline.
package struct NavigationStudy: SteppedStudy, Sendable {
  private let study: Study
  private let forward: RouteLine
  private let backward: RouteLine

  /// - Parameter planned: names of nodes, between which the route is the shortest; nil for those of `walk.planned`.
  /// - Throws: `FileProblem` where no nodes are given, for a site without a path, a node that the site lacks, and nodes
  ///   that no route connects.
  package init(_ study: Study, planned: Document? = nil) throws {
    self.study = study
    let resolved = study.source.scenario.resolved
    guard let planned = planned ?? resolved.optional("walk")?.optional("planned") else {
      throw resolved.problem(expected: "the key walk.planned, or --planned", found: "neither")
    }
    let site = study.source.pipelines.site
    let nodes = try site.plannedWay(planned)
    guard let path = site.path, let forward = RouteLine(path, through: nodes),
      let backward = RouteLine(path, through: nodes.reversed())
    else { throw planned.problem(expected: "nodes with a way back too", found: "none") }
    (self.forward, self.backward) = (forward, backward)
  }

  /// The scenario's laps.
  package var steps: StudySteps { StudySteps(study.laps) }
  /// About the simulated scenario.
  package var warnings: [String] { study.source.scenario.simulation?.warnings ?? [] }

  /// Runs all laps; backward laps follow the route backward.
  package func run(width: Int, progress: (Int) -> Void) async throws -> NavigationResult {
    try study.prepare(width: width)
    let definitions = study.source.pipelines.definitions
    let tallies = try await inParallel(study.laps, width: width, progress: progress) {
      try self.tallies(ofLap: $0)
    }
    let names = forward.nodes.map { forward.path.nodes[$0].name }
    return NavigationResult(
      scenario: study.scenarioName, seed: study.source.scenario.seed, laps: study.laps, route: names,
      metres: forward.length,
      rows: definitions.indices.map { pipeline in
        NavigationResult.Row(
          pipeline: definitions[pipeline].name,
          laps: tallies.map { $0[pipeline] })
      }, saved: try study.saved)
  }
}

extension NavigationStudy {
  /// By pipeline, over the walkers of one lap.
  func tallies(ofLap lap: Int) throws -> [NavigationTally] {
    var tallies = study.source.pipelines.definitions.map { _ in NavigationTally() }
    for record in try study.records(ofLap: lap) {
      guard let walk = record.truth.walk else { continue }
      let route = record.truth.direction == .backward ? backward : forward
      let planned = PlannedWalk(walk, on: route)
      for pipeline in tallies.indices {
        tallies[pipeline] =
          tallies[pipeline] + NavigationTally(record.callbacks[pipeline], along: walk, planned, route)
      }
    }
    return tallies
  }
}

/// How well each pipeline guides a walker.
package struct NavigationResult: StudyOutcome, Sendable {
  /// How one pipeline guides.
  package struct Row: Sendable {
    package let pipeline: String
    /// By lap.
    package let laps: [NavigationTally]
    /// Over all laps.
    package let tally: NavigationTally

    init(pipeline: String, laps: [NavigationTally]) {
      (self.pipeline, self.laps) = (pipeline, laps)
      tally = laps.reduce(NavigationTally(), +)
    }
  }

  package let scenario: String
  package let seed: UInt64
  package let laps: Int
  /// The names of its nodes.
  package let route: [String]
  /// The length of the route.
  package let metres: Double
  /// In the order of the scenario.
  package let rows: [Row]
  /// The scenario and the site.
  let saved: SavedScenario

  /// What each lap adds to the figures, and the study, for `compare`.
  package var files: [(name: String, text: String)] {
    [(ResultsFolder.figures, rows.flatMap(\.lapFigures).table)] + saved.texts
  }
}
