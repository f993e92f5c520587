import Evaluation
package import Rendering
import World

/// How a figure and its numbers are written.
enum FigureText {
  /// `delay of exit, 30 s (iOS)`
  static func name(_ name: LapFigure.Name) -> String {
    "\(name.figure)\(name.item.isEmpty ? "" : " of \(name.item)"), \(name.subject)"
  }

  /// The same with both applications or pipelines where they differ.
  static func name(_ row: FigureComparison.Row) -> String {
    let own = row.figure.name
    return name(LapFigure.Name(row.subject, own.item, figure: own.figure))
  }

  /// Percent of a share.
  static func unit(of figure: LapFigure) -> String? { figure.unit == "share" ? "%" : figure.unit }

  /// `delay of exit, 30 s (iOS) by 29.71 s [28.90, 30.52], tolerance 1.52 s`, without the sign.
  static func difference(_ row: FigureComparison.Row) -> String {
    let unit = row.figure.unit == "share" ? "points" : row.figure.unit
    let text = DifferenceText(
      unit: unit.map { " \($0)" } ?? "", scale: row.figure.scale, decimals: FigureComparison.decimals)
    return
      "\(name(row)) by \(text.size(row.difference?.value ?? 0, row.difference?.interval, hasSign: false)), "
      + "tolerance \(text.amount(row.tolerance))"
  }
}

extension FigureComparison: JudgedComparison {
  package var failure: String? { fails ? "B fails" : nil }

  /// Decimals of all numbers.
  static let decimals = 2

  /// A row for each figure, and what the gate makes of them.
  package var report: [ReportSection] {
    func side(_ name: String, _ folder: SavedFigures) -> String {
      "\(name): \(folder.path)\(folder.seed.map { ", seed \($0)" } ?? "")"
    }
    let alone =
      unpaired.isEmpty
      ? [] : ["On one side only, not compared: \(Counted.list(unpaired.map(FigureText.name)))."]
    let (points, rooms, relative) = (
      rules.tolerance.missed * 100, rules.tolerance.rooms * 100, rules.tolerance.relative * 100
    )
    func text(_ value: Double) -> String { FixedPoint.text(value, decimals: 1) }
    let equal = rows.count - differing.count
    let note =
      "[95 %]: Student's t over the differences of \(Counted.text(laps, "lap")). Tolerance: \(text(points)) percentage points of "
      + "shares that should be small, \(text(rooms)) of those that should be large, else \(text(relative)) % of A's value, of m and s at least "
      + "\(FixedPoint.text(rules.tolerance.absolute, decimals: 2)). p adj.: of no difference, by exchanging A and B in some laps, adjusted for all rows of the table. Verdict: better or "
      + "worse only where p adj. is below 0.05; within or beyond the tolerance where the whole interval lies there, else open."
    return [
      .paragraphs([side("A", a), side("B", b)] + alone)
    ] + (differing.isEmpty ? [] : [.table(differing, Row.figures, keys: 3, notes: laps < 2 ? [] : [note])])
      + [
        .paragraphs(
          (equal == 0 ? [] : ["Equal on both sides: \(Counted.text(equal, "figure"))."]) + [verdict])
      ]
  }

  /// The outcome of the comparison.
  package var verdict: String {
    let lacking =
      missingLaps == 0 ? [] : ["B lacks \(missingLaps) of A's \(Counted.text(a.laps, "lap"))."]
    let worse = rows.filter { $0.verdict == .worse }
    let open = rows.filter { $0.conclusion.direction == .worse && $0.verdict != .worse }
    let better = rows.filter { $0.verdict == .better }
    func names(_ rows: [Row]) -> String { rows.map(FigureText.difference).joined(separator: "; ") }
    let judged =
      worse.isEmpty
      ? (laps < 2
        ? "There is no verdict, since one lap gives no interval."
        : laps < 6
          ? "No figure is worse in every lap by the same amount; fewer than 6 laps cannot show any other difference."
          : "No figure is significantly worse by more than the tolerance.")
      : "\(worse.count) of \(Counted.text(rows.count, "comparison")) \(worse.count == 1 ? "is" : "are") worse by more than the "
        + "tolerance: \(names(worse))."
    return
      (lacking + [judged]
      + (open.isEmpty ? [] : ["Worse, but not certainly beyond the tolerance: \(names(open))."])
      + (better.isEmpty ? [] : ["Better: \(names(better))."])).joined(separator: " ")
  }

  /// One test for each figure, and one for the laps.
  package var junit: JUnitReport {
    let laps = JUnitReport.Case(
      name: "laps", output: Counted.text(laps, "lap"),
      failure: lacksLaps ? ("laps missing", "B lacks \(missingLaps) of A's laps") : nil)
    return JUnitReport(
      group: "compare.\(a.path)",
      cases: [laps]
        + rows.map { row in
          let text = "\(row.conclusion.sentence): \(FigureText.difference(row))"
          return JUnitReport.Case(
            name: FigureText.name(row), output: text,
            failure: isFailing(row) ? (row.verdict.rawValue, text) : nil)
        })
  }
}

extension FigureComparison.Row: Described {
  private static func scaled(_ value: @escaping @Sendable (Self) -> Double?) -> @Sendable (Self) -> Double? {
    { row in value(row).map { $0 * row.figure.scale } }
  }

  private static let interval: @Sendable (Self) -> ConfidenceInterval? = { row in
    row.difference?.interval.map {
      ConfidenceInterval(lower: $0.lower * row.figure.scale, upper: $0.upper * row.figure.scale)
    }
  }

  /// The columns of the table.
  package static let figures: [Figure<Self>] = [
    .init("subject", "subject", \.subject),
    .init("item", "item") { $0.figure.name.item },
    .init("figure") { $0.figure.name.figure }, .init("unit") { FigureText.unit(of: $0.figure) },
    .init(nil, "figure") { row in
      row.figure.name.figure + (FigureText.unit(of: row.figure).map { " \($0)" } ?? "")
    },
    .init("better") { $0.figure.better.name },
    .init("a", "A", decimals: FigureComparison.decimals, scaled(\.a)),
    .init("b", "B", decimals: FigureComparison.decimals, scaled(\.b)),
    .init(
      "difference", "B - A [95 %]", decimals: FigureComparison.decimals, scaled { $0.difference?.value },
      interval: interval),
    .init("tolerance", "tolerance", decimals: FigureComparison.decimals, scaled { $0.tolerance }),
    .init("pAdjusted", "p adj.", form: .probability, \.pAdjusted),
    .init("verdict") { $0.verdict.word }, .init("direction") { $0.conclusion.direction?.rawValue },
    .init(nil, "verdict") { $0.conclusion.words },
  ]
}

extension FigureComparison: Described {
  /// The top of the comparison's JSON.
  package static let figures: [Figure<FigureComparison>] = [
    .init("a", \.a.path), .init("b", \.b.path), .init("laps", \.laps), .init("missingLaps", \.missingLaps),
    .init("rows", \.rows), .init("fails", \.fails),
  ]
}
