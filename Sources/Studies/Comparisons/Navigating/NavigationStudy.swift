package import ArgumentParser
package import Documents
import Evaluation
package import Laps
package import Placement
package import Rendering
package import Results
package import Scenarios
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

/// The verb `navigate`.
package struct NavigateCommand: SavedStudyVerb {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "navigate",
    abstract: "Score how each pipeline's fixes guide the walkers of a scenario along a planned route.",
    discussion: """
      Scores whether instructions are in time, wrong turns, how soon a walker who leaves the route is noticed, false \
      alarms, arrival and the direction of travel.

      Example: beaconbench navigate scenarios/navigation.yaml
      """)

  @Argument(.input, "The scenario file.", as: "scenario")
  var path: String

  @Option(
    .names,
    """
    The nodes of the path that the planned route passes, such as west,s5; it is the shortest between them. \
    (default: the scenario's walk.planned)
    """)
  var planned: [String]?

  /// How it runs and prints.
  @OptionGroup package var options: RunningOptions<ScenarioLaps>

  @OptionGroup var scenario: ScenarioOptions

  @Option(.pipelines) var pipelines: [String]?

  @OptionGroup var data: DataOption

  /// Where its results are kept.
  @OptionGroup package var saving: SaveOption

  package init() {}

  /// How the scenario differs from its file.
  package var note: [ReportSection] { scenario.note(on: path) }

  /// Reads and checks what the options name.
  package func prepared() throws -> any PreparedStudy {
    let scenario = try Scenario(
      contentsOf: path, seed: options.seed, laps: options.laps,
      changes: scenario.changes(pipelines: pipelines))
    try data.check(for: scenario, at: path)
    let stops = planned.map { names in
      Document(names.map { Document($0) }).moved(to: Document.Location(file: "--planned"))
    }
    return try NavigationStudy(Study(scenario, dataRoot: data.root), planned: stops)
  }
}

/// How walkers are guided with the beacons of a layout.
package struct GuidedLayouts: LayoutFigures {
  package let names: [String]
  private let figure: JudgedGuidance.Figure

  /// - Throws: as ``NavigationStudy`` does, such as for a scenario without a planned route.
  package init(_ scenario: Scenario, _ guidance: JudgedGuidance) throws {
    _ = try NavigationStudy(Study(scenario, dataRoot: ""))
    (names, figure) = (scenario.pipelines.map(\.name), guidance.figure)
  }

  /// 1 for each instruction, leaving or arrival that went wrong, else 0.
  package func values(of study: SimulatedStudy, lap: Int) throws -> [[Double]] {
    let study = Study.simulated(study)
    try study.prepare(width: 1)
    return try NavigationStudy(study).tallies(ofLap: lap).map { tally in
      let (wrong, all) = Self.counts(figure, tally)
      return (0..<all).map { $0 < wrong ? 1 : 0 }
    }
  }

  private static func counts(
    _ figure: JudgedGuidance.Figure, _ tally: NavigationTally
  ) -> (wrong: Int, all: Int) {
    switch figure {
    case .notInTime: (tally.needed - tally.inTime, tally.needed)
    case .wrongTurns: (tally.wrongTurns, tally.needed)
    case .unannounced: (tally.needed - tally.announced.count, tally.needed)
    case .leavingsMissed: (tally.leavings - tally.delays.count, tally.leavings)
    case .arrivalsMissed: (tally.arrivals - tally.announcements.count, tally.arrivals)
    }
  }
}
