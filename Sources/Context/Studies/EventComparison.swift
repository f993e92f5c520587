package import Comparisons
import Documents
package import Evaluation
package import Rendering
import Results
package import World

/// The events of two results folders of `context` side by side, paired lap by lap.
package struct EventComparison: Sendable {
  /// What is compared of one kind of event; the raw value is the heading, with the unit.
  package enum Metric: String, Sendable, CaseIterable {
    case missed = "missed %"
    case delay = "delay s"
    case falseAlarms = "false alarms 1/h"
  }

  /// One metric of one kind of event on both sides.
  package struct Row: Sendable {
    /// The application and the kind of event.
    package let kind: SavedEvents.Kind
    /// Which of its metrics.
    package let metric: Metric
    /// Nil where there is no value, such as the delay of events of which none was found.
    package let a: Double?
    /// As for side A.
    package let b: Double?
    /// B less A; nil where one of them has no value.
    package let difference: LapMean?
    /// In the unit of the metric.
    package let tolerance: Double
    /// What the interval of the difference shows; above 0 is worse.
    package let conclusion: Conclusion

    /// Whether the difference exceeds the tolerance.
    package var verdict: Conclusion.Verdict { conclusion.verdict }
  }

  /// The baseline's folder.
  package let a: SavedEvents
  /// The folder compared with it.
  package let b: SavedEvents
  /// By kind in the order of A, then by metric.
  package let rows: [Row]
  /// Laps of A that B lacks.
  package let missingLaps: Int
  /// Kinds of events that occur on one side only, and are therefore not compared.
  package let unpaired: [SavedEvents.Kind]
  /// The tolerances, and what counts as the same study.
  package let rules: FolderComparison.Rules

  /// - Throws: One sentence where the two sides did not receive the same, or have no kind of event in common.
  package init(_ a: SavedEvents, _ b: SavedEvents, rules: FolderComparison.Rules) throws(FileProblem) {
    (self.a, self.b, self.rules) = (a, b, rules)
    try FolderComparison.checkSeeds(a.seed, b.seed, a.path, b.path)
    if !rules.allowsDifferentScenarios {
      // The applications may differ, since they are what is compared.
      let input = a.study.differences(from: b.study).filter { !$0.key.hasPrefix("context.applications") }
      try FolderComparison.checkInput(input, a.path, b.path)
    }
    let kinds = a.kinds.filter(b.kinds.contains)
    guard !kinds.isEmpty else {
      throw FileProblem(
        file: b.path, expected: "an application and an event of \(a.path)",
        found: b.kinds.isEmpty
          ? "no events" : b.kinds.map { "\($0.application) \($0.event)" }.joined(separator: ", "))
    }
    unpaired = a.kinds.filter { !b.kinds.contains($0) } + b.kinds.filter { !a.kinds.contains($0) }
    missingLaps = max(a.laps - b.laps, 0)
    let laps = min(a.laps, b.laps)
    rows = kinds.flatMap { kind in
      Metric.allCases.compactMap { Row(kind, $0, a, b, laps: laps, tolerance: rules.tolerance) }
    }
  }

  /// Whether the exit status is 1.
  package var fails: Bool {
    guard rules.gate != .never else { return false }
    if missingLaps > 0, !rules.allowsFewerLaps { return true }
    return rows.contains { row in
      switch row.verdict {
      case .worse: true
      case .undecided: rules.gate == .undecided || rules.gate == .difference
      case .better: rules.gate == .difference
      case .alike: false
      }
    }
  }
}

extension EventComparison.Row {
  /// Nil where neither side has a value.
  fileprivate init?(
    _ kind: SavedEvents.Kind, _ metric: EventComparison.Metric, _ a: SavedEvents, _ b: SavedEvents, laps: Int,
    tolerance: ComparisonTolerance
  ) {
    let (before, after) = (a.totals(of: metric, kind, laps: laps), b.totals(of: metric, kind, laps: laps))
    (self.kind, self.metric) = (kind, metric)
    (self.a, self.b) = (LapMean(ofTotals: before)?.value, LapMean(ofTotals: after)?.value)
    guard self.a != nil || self.b != nil else { return nil }
    difference = LapMean(fromTotals: before, to: after)
    self.tolerance = metric == .missed ? tolerance.missed * 100 : tolerance.relative * abs(self.a ?? 0)
    conclusion = Conclusion(difference?.interval, tolerance: self.tolerance)
  }
}

extension EventComparison.Row: Described {
  /// The columns of the table.
  package static let figures: [Figure<Self>] = [
    .init("application", "application") { $0.kind.application }, .init("event", "event") { $0.kind.event },
    .init("metric", "metric") { $0.metric.rawValue }, .init("a", "A", decimals: 1, \.a),
    .init("b", "B", decimals: 1, \.b),
    .init("difference", "B - A [95 %]", decimals: 1, estimate: \.difference),
    .init("tolerance", "tolerance", decimals: 1, \.tolerance),
    .init("verdict") { $0.verdict.word }, .init("direction") { $0.conclusion.direction?.rawValue },
    .init(nil, "verdict") { $0.conclusion.words },
  ]
}

extension EventComparison: Described {
  /// The top of the comparison's JSON.
  package static let figures: [Figure<Self>] = [
    .init("a", \.a.path), .init("b", \.b.path), .init("laps") { min($0.a.laps, $0.b.laps) },
    .init("missingLaps", \.missingLaps), .init("rows", \.rows), .init("fails", \.fails),
  ]
}
