package import Documents
import Evaluation
package import Laps
package import Rendering
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
    let tallies = try await inParallel(study.laps, width: width, progress: progress) { lap in
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
      scenario: study.scenarioName, laps: study.laps, route: names, metres: forward.length,
      rows: definitions.indices.map { pipeline in
        NavigationResult.Row(
          pipeline: definitions[pipeline].name,
          laps: tallies.map { $0[pipeline] })
      })
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

    /// The ratio of two sums over all laps, with its interval over laps.
    fileprivate func ratio(_ part: (NavigationTally) -> Double, _ whole: (NavigationTally) -> Double)
      -> LapMean?
    {
      LapMean(ofTotals: laps.map { SIMD2(part($0), whole($0)) })
    }
  }

  package let scenario: String
  package let laps: Int
  /// The names of its nodes.
  package let route: [String]
  /// The length of the route.
  package let metres: Double
  /// In the order of the scenario.
  package let rows: [Row]
}

// docs/navigation.md lists the keys.

extension NavigationResult: Described {
  /// What `navigate --json` prints.
  package static let figures: [Figure<NavigationResult>] = [
    .init("scenario", \.scenario), .init("laps", \.laps), .init("route", \.route), .init("metres", \.metres),
    .init("pipelines", \.rows),
  ]
}

extension NavigationResult.Row: Described {
  /// Shares and mean times with intervals over laps.
  package static let figures: [Figure<NavigationResult.Row>] = [
    .init("pipeline", "pipeline", \.pipeline), .init("instructions", \.tally.needed),
    ratio("inTime", "in time", form: .percent, better: .larger, { $0.inTime }, of: { $0.needed }),
    ratio("wrongTurns", "wrong turn", form: .percent, better: .smaller, { $0.wrongTurns }, of: { $0.needed }),
    ratio("early", "early", form: .percent, rank: 2, better: .smaller, { $0.early }, of: { $0.needed }),
    ratio("late", "late", form: .percent, rank: 2, better: .smaller, { $0.late }, of: { $0.needed }),
    mean("announcementMetres", "turn", unit: "m") { $0.announced },
    mean("announcementAbsoluteMetres", "turn, absolute", unit: "m", rank: 1, better: .smaller) {
      $0.announced.map(\.magnitude)
    },
    .init("unannounced") { $0.tally.needed - $0.tally.announced.count },
    .init("leavings", \.tally.leavings),
    .init("leavingsMissed", "missed", better: .smaller) { $0.tally.leavings - $0.tally.delays.count },
    mean("leavingDelaySeconds", "noticed after", better: .smaller) { $0.delays },
    figure(
      "falseAlarmsPerHour", "false", unit: "per h", decimals: 1, better: .smaller, within: 0 ... .infinity,
      { Double($0.falseAlarms) }, of: { $0.hours }),
    .init("arrivals", \.tally.arrivals),
    .init("arrivalsMissed") { $0.tally.arrivals - $0.tally.announcements.count },
    mean("arrivalDelaySeconds", "arrival") { $0.announcements },
    ratio(
      "wrongFloors", "wrong floor", form: .percent, rank: 3, better: .smaller, { $0.wrongFloors },
      of: { $0.fixes }),
    ratio(
      "confident", "direction known", form: .percent, rank: 1, better: .larger, { $0.confident },
      of: { $0.callbacks }),
    ratio(
      "rightDirections", "right", form: .percent, rank: 1, better: .larger, { $0.rightDirections },
      of: { $0.confident }),
  ]

  private static func figure(
    _ key: String, _ title: String, unit: String? = nil, decimals: Int? = nil,
    form: ReportTable.Column.Form = .plain, rank: Int = 0, better: ReportTable.Column.Better = .neither,
    within range: ClosedRange<Double> = -.infinity ... .infinity,
    _ part: @escaping @Sendable (NavigationTally) -> Double,
    of whole: @escaping @Sendable (NavigationTally) -> Double
  ) -> Figure<NavigationResult.Row> {
    .init(
      key, intervalKey: "\(key)Interval95", title, unit: unit.map { "\($0) [95 %]" }, decimals: decimals,
      form: form,
      rank: rank, better: better, { $0.ratio(part, whole)?.value },
      interval: { row in
        row.ratio(part, whole)?.interval.map { interval in
          ConfidenceInterval(
            lower: max(interval.lower, range.lowerBound), upper: min(interval.upper, range.upperBound))
        }
      })
  }

  private static func ratio(
    _ key: String, _ title: String, form: ReportTable.Column.Form, rank: Int = 0,
    better: ReportTable.Column.Better = .neither, _ part: @escaping @Sendable (NavigationTally) -> Int,
    of whole: @escaping @Sendable (NavigationTally) -> Int
  ) -> Figure<NavigationResult.Row> {
    figure(
      key, title, unit: "%", form: form, rank: rank, better: better, within: 0...1, { Double(part($0)) },
      of: { Double(whole($0)) })
  }

  private static func mean(
    _ key: String, _ title: String, unit: String = "s", rank: Int = 0,
    better: ReportTable.Column.Better = .neither, _ values: @escaping @Sendable (NavigationTally) -> [Double]
  ) -> Figure<NavigationResult.Row> {
    figure(
      key, title, unit: unit, decimals: 1, rank: rank, better: better, { values($0).reduce(0, +) },
      of: { Double(values($0).count) })
  }
}
