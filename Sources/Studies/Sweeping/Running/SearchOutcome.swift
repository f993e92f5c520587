package import Documents
package import Evaluation
package import Laps
import Rendering
import Results
import World

/// The outcome of one point of a search with one seed.
package struct SearchOutcome: DeclaredSettings {
  /// Whether the point reproduces the published figures.
  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// Before the last stage: some figure was certainly outside its limits.
    case stopped
    /// Some figure is outside.
    case outside
    /// No figure is outside, and fewer than two thirds are inside.
    case undecided
    /// No figure is outside, and two thirds are inside: the rule by which a preset reproduces an experiment.
    case inside
  }

  /// One figure.
  package struct Cell: DeclaredSettings {
    /// After the first stage, in metres; nil when nothing was measured.
    package var first: Double?
    /// After the last stage that was run for the point, in metres.
    package var simulated: Double?
    /// Lower and upper end of ``interval``, in metres.
    var bounds: [Double]?
    /// Outside where the point was stopped because of this figure; otherwise undecided before the last stage.
    package var verdict = PublishedFigure.Verdict.undecided

    /// Nothing measured.
    package static let defaults = Cell()
    /// As journals have them.
    package static let keys: [SettingKey<Cell>] = [
      .optional("first", \.first, .number(), "After the first stage."),
      .optional("simulated", \.simulated, .number(), "After the last stage that was run."),
      .optional("interval95", \.bounds, .tuple("lower", "upper", of: .number()), "After the last stage."),
      .required("verdict", \.verdict, .choice(among: PublishedFigure.Verdict.allCases), "On the figure."),
    ]

    /// The interval after the last stage of all, with at least two laps.
    package var interval: ConfidenceInterval? {
      bounds.flatMap { $0.count == 2 ? ConfidenceInterval(lower: $0[0], upper: $0[1]) : nil }
    }
  }

  /// The number of laps up to the last stage that was run for the point.
  package var laps = 0
  /// Errors that were due in these laps but not measured.
  package var missed = 0
  /// Whether it was stopped before the last stage.
  package var isStopped = false
  /// By target.
  package var cells: [Cell] = []

  /// No laps.
  package static let defaults = SearchOutcome()
  /// As journals have them.
  package static let keys: [SettingKey<SearchOutcome>] = [
    .required("laps", \.laps, .integer(), "Those that were run."),
    .required("missed", \.missed, .integer(), "Errors that were due but not measured."),
    .required("stopped", \.isStopped, .flag, "Whether it was stopped before the last stage."),
    .required("cells", \.cells, .list(of: .settings), "By target."),
  ]

  /// By the figures together.
  package var verdict: Verdict {
    if isStopped { return .stopped }
    if cells.contains(where: { $0.verdict == .outside }) { return .outside }
    return 3 * cells.count { $0.verdict == .inside } >= 2 * cells.count ? .inside : .undecided
  }

  /// Whether every figure is inside.
  package var isWhollyInside: Bool { cells.allSatisfy { $0.verdict == .inside } }

  /// How far all figures together are from the published ones: the root of the mean square of their differences, each
  /// divided by its tolerance; nil where a figure is missing.
  package func misfit(to targets: [PublishedFigure]) -> Double? {
    var squares = 0.0
    for (cell, target) in zip(cells, targets) {
      guard let simulated = cell.simulated else { return nil }
      let share = (simulated - target.published) / target.statistic.tolerance
      squares += share * share
    }
    return (squares / Double(max(cells.count, 1))).squareRoot()
  }
}

/// A finished point of a search.
package struct SearchCell: DeclaredSettings, SweepPiece {
  /// With the seed of the search.
  package var outcome = SearchOutcome.defaults
  /// For a point that is inside: its outcome on other laps, with the seed of the repetition.
  package var again: SearchOutcome?

  /// No outcome.
  package static let defaults = SearchCell()
  /// As journals have them.
  package static let keys: [SettingKey<SearchCell>] = [
    .required("outcome", \.outcome, .settings, "With the seed of the search."),
    .optional("again", \.again, .settings, "With the seed of the repetition."),
  ]

  /// Its form in the journal.
  package var document: Document { written }

  /// Reads ``document`` back; nil where it is something else.
  package init?(_ document: Document, of block: SweepRun.Block, in run: SweepRun) {
    guard let cell = try? SearchCell(document) else { return nil }
    for outcome in [cell.outcome, cell.again].compactMap(\.self) {
      guard outcome.cells.count == run.targets.count else { return nil }
    }
    self = cell
  }

  private init() {}

  /// The columns of points.csv whose names do not depend on the parameters.
  static func columns(of targets: [PublishedFigure]) -> [String] {
    ["point"] + figures(of: targets).compactMap(\.field)
  }

  /// Those of points.csv.
  static func figures(of targets: [PublishedFigure]) -> [Figure<SearchCell>] {
    let cells = targets.enumerated().flatMap { index, target in
      figures(of: target.field).of { (cell: SearchCell) in cell.outcome.cells[index] }
    }
    let again = targets.enumerated().map { index, target in
      Figure<SearchCell>(field: "again_\(target.field)_m") { $0.again?.cells[index].simulated }
    }
    return [
      .init(field: "verdict", \.outcome.verdict.rawValue), .init(field: "laps", \.outcome.laps),
      .init(field: "missed", \.outcome.missed), .init(field: "misfit") { $0.outcome.misfit(to: targets) },
    ] + cells + [.init(field: "again_verdict", \.again?.verdict.rawValue)] + again
  }

  private static func figures(of target: String) -> [Figure<SearchOutcome.Cell>] {
    [
      .init(field: "\(target)_first_m", \.first), .init(field: "\(target)_m", \.simulated),
      .init(field: "\(target)_low_m", \.interval?.lower),
      .init(field: "\(target)_high_m", \.interval?.upper),
      .init(field: "\(target)_verdict", \.verdict.rawValue),
    ]
  }
}
