import Evaluation
package import Figures
package import Laps
import Scenarios
import World

/// A scenario whose walker is guided along a planned route by the fixes of each pipeline.
package struct NavigationStudy: Sendable {
  private let study: Study
  private let forward: RouteLine
  private let backward: RouteLine

  /// - Parameter planned: names of nodes, between which the route is the shortest.
  /// - Throws: `FileProblem` for a site without a path, a node that it lacks, and nodes without a way between them.
  package init(_ study: Study, planned: [String]) throws {
    self.study = study
    let site = study.source.pipelines.site
    guard let path = site.path else {
      throw FileProblem(file: "--planned", expected: "a site with a path", found: "\(site.name) without")
    }
    let names = path.nodes.map(\.name).joined(separator: ", ")
    let nodes = try planned.map { name in
      guard let node = path.nodes.firstIndex(where: { $0.name == name }) else {
        throw FileProblem(
          file: "--planned", expected: "nodes of the path of \(site.name) (\(names))", found: name)
      }
      return node
    }
    guard let forward = RouteLine(path, through: nodes),
      let backward = RouteLine(path, through: nodes.reversed())
    else {
      throw FileProblem(
        file: "--planned", expected: "two or more nodes with a way from each to the next",
        found: planned.joined(separator: ","))
    }
    (self.forward, self.backward) = (forward, backward)
  }

  package var laps: Int { study.laps }

  /// Runs all laps; backward laps follow the route backward.
  package func run(width: Int, progress: (Int) -> Void) async throws -> NavigationResult {
    try study.checkMemory(width: width)
    let definitions = study.source.pipelines.definitions
    let tallies = try await inParallel(laps, width: width, progress: progress) { lap in
      var tallies = definitions.map { _ in NavigationTally() }
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
    let names = forward.nodes.map { forward.path.nodes[$0].name }
    return NavigationResult(
      scenario: study.scenarioName, laps: laps, route: names, metres: forward.length,
      rows: definitions.indices.map { pipeline in
        NavigationResult.Row(
          pipeline: definitions[pipeline].name,
          tally: tallies.map { $0[pipeline] }.reduce(NavigationTally(), +))
      })
  }
}

/// How well each pipeline guides a walker.
package struct NavigationResult: Sendable {
  package struct Row: Sendable {
    package let pipeline: String
    package let tally: NavigationTally
  }

  package let scenario: String
  package let laps: Int
  /// The names of its nodes.
  package let route: [String]
  package let metres: Double
  package let rows: [Row]
}

// docs/navigation.md lists the keys.

extension NavigationResult: Described {
  package static let figures: [Figure<NavigationResult>] = [
    .init("scenario", \.scenario), .init("laps", \.laps), .init("route", \.route), .init("metres", \.metres),
    .init("pipelines", \.rows),
  ]
}

extension NavigationResult.Row: Described {
  package static let figures: [Figure<NavigationResult.Row>] = [
    .init("pipeline", "pipeline", \.pipeline), .init("instructions", \.tally.needed),
    .init("inTime", "in time", form: .percent, better: .larger) { share($0.tally.inTime, $0.tally.needed) },
    .init("wrongTurns", "wrong turn", form: .percent, better: .smaller) {
      share($0.tally.wrongTurns, $0.tally.needed)
    },
    .init("late", "late", form: .percent, better: .smaller) { share($0.tally.late, $0.tally.needed) },
    .init("leavings", \.tally.leavings),
    .init("leavingsMissed", "missed", better: .smaller) { $0.tally.leavings - $0.tally.delays.count },
    .init("leavingDelaySeconds", "noticed after", unit: "s", decimals: 1, better: .smaller) {
      mean($0.tally.delays)
    },
    .init("falseAlarmsPerHour", "false", unit: "per h", decimals: 1, better: .smaller) {
      $0.tally.hours > 0 ? Double($0.tally.falseAlarms) / $0.tally.hours : nil
    },
    .init("arrivals", \.tally.arrivals),
    .init("arrivalsMissed") { $0.tally.arrivals - $0.tally.announcements.count },
    .init("arrivalDelaySeconds", "arrival", unit: "s", decimals: 1) { mean($0.tally.announcements) },
    .init("wrongFloors", "wrong floor", form: .percent, better: .smaller) {
      share($0.tally.wrongFloors, $0.tally.fixes)
    },
    .init("confident", "direction known", form: .percent, rank: 1, better: .larger) {
      share($0.tally.confident, $0.tally.callbacks)
    },
    .init("rightDirections", "right", form: .percent, rank: 1, better: .larger) {
      share($0.tally.rightDirections, $0.tally.confident)
    },
  ]

  private static func share(_ part: Int, _ whole: Int) -> Double? {
    whole > 0 ? Double(part) / Double(whole) : nil
  }

  private static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}
