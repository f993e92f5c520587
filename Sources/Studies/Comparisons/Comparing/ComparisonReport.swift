import Evaluation
package import Rendering
import Results

extension FolderComparison {
  /// A row for each pair or figure, then the parts that were left out of the comparison.
  package var report: [ReportSection] {
    if let refusal { return [.paragraphs([refusal])] }
    if isOfFigures { return figuresReport + [.paragraphs(equal + [verdict])] }
    return [.paragraphs(heading)] + (rules.metrics.isEmpty ? [.table(table)] + roomsReport : metricsReport)
      + [.paragraph(verdict)]
  }

  /// The outcome of the comparison: where B fails, where it is better, and what was not compared.
  package var verdict: String { ComparisonVerdict(self).text }

  private var heading: [String] {
    guard !isWithinOneFolder else {
      return [described(a), "The baseline A is \(rows[0].a)."]
    }
    return ["A: \(described(a))", "B: \(described(b))"]
  }

  private func described(_ folder: SavedResults) -> String {
    let scenario = folder.scenario.map { ", \($0)" } ?? ""
    return folder.path + scenario + (folder.seed.map { ", seed \($0)" } ?? "")
  }

  /// Whether all rows have as many pairs in as many laps.
  private var sharesCounts: Bool {
    let pairs = rows.compactMap(\.comparison)
    return pairs.allSatisfy {
      $0.errors.pairs.count == pairs[0].errors.pairs.count && $0.laps == pairs[0].laps
    }
  }

  private var isAnyLeftOut: Bool {
    rows.compactMap(\.comparison?.errors).contains {
      $0.missedA + $0.missedB + $0.unmatchedA + $0.unmatchedB > 0
    }
  }

  private var table: ReportTable {
    let verdict = Figure<Row>(nil, "verdict") { row in
      let others = row.failures.filter { $0 != .errors }.map { $0 == .laps ? "lacks laps" : $0.rawValue }
      return (row.conclusions.map(\.words) + others).joined(separator: ", ")
    }
    return ReportTable(
      of: rows,
      [pipeline] + (sharesCounts ? [] : Row.counts)
        + Row.errors.filter { rows.count > 1 || $0.key != "pHolm" } + (isAnyLeftOut ? Row.leftOut : [])
        + [verdict],
      notes: [counts].filter { !$0.isEmpty } + rows.flatMap(missedByOne) + withoutPartner + notes,
      legend: [legend])
  }

  private var pipeline: Figure<Row> {
    .init(nil, "pipeline") { [isWithinOneFolder] in isWithinOneFolder ? $0.b : $0.name }
  }

  private var counts: String {
    var parts: [String] = []
    if sharesCounts, let first = rows[0].comparison {
      parts.append(
        "Each pipeline: \(Counted.text(first.errors.pairs.count, "pair")) in \(Counted.text(first.laps, "lap"))."
      )
    }
    if !isAnyLeftOut { parts.append("No fix was missed and every error is paired.") }
    return parts.joined(separator: " ")
  }

  private var legend: String {
    let rows = rows.count
    return
      "A, B: means of the paired errors. p: Wilcoxon signed-rank test of the laps' mean differences; "
      + (rows > 1 ? "Holm: the same, corrected for \(rows) comparisons; " : "")
      + "sign: sign test of the same differences. "
      + ([Conclusion.legend] + otherVerdicts).joined(separator: " ")
  }

  /// The meaning of what stands in the column of verdicts besides the words of every comparison.
  private var otherVerdicts: [String] {
    let failures = Set(rows.flatMap(\.failures))
    return [
      failures.contains(.missed)
        ? "Misses more: B has no fix at more moments than A, by more than the tolerance and than chance explains."
        : nil,
      failures.contains(.rooms)
        ? "Rooms worse: B has fewer fixes in the right room, by more than the tolerance." : nil,
    ].compactMap(\.self)
  }

  /// Which moments one side alone missed, the first ten of them.
  private func missedByOne(in row: Row) -> [String] {
    PairedErrors.Side.allCases.compactMap { side in
      let missed = (row.comparison?.errors.missedByOne ?? []).filter { $0.side == side }
      guard !missed.isEmpty else { return nil }
      let shown = missed.prefix(10).map { place($0, row) }.joined(separator: "; ")
      let rest = missed.count > 10 ? "; and \(missed.count - 10) more" : ""
      return
        "Missed by \(side == .a ? "A" : "B") only, hence not paired: \(missed.count) (\(row.name)): \(shown)\(rest)."
    }
  }

  /// How many errors have no partner, rows with the same counts together.
  private var withoutPartner: [String] {
    let lines = [String].grouped(rows, \.name) { row in
      guard let errors = row.comparison?.errors, errors.unmatchedA + errors.unmatchedB > 0 else { return [] }
      return [
        "Not paired: \(errors.unmatchedA == 0 ? "no error" : Counted.text(errors.unmatchedA, "error")) of A and "
          + "\(errors.unmatchedB == 0 ? "none" : Counted.number(errors.unmatchedB)) of B"
      ]
    }
    return lines.map { line in
      let isAll = line.names.count == rows.count
      return "\(line.sentence) (\(isAll ? "each pipeline" : line.names.joined(separator: "; ")))."
    }
  }

  private func place(_ missed: PairedErrors.MissedByOne, _ row: Row) -> String {
    let time = FixedPoint.text(missed.time, decimals: 2)
    return "lap \(missed.lap)" + (missed.point.map { " point \(row.name($0))" } ?? "") + " at \(time) s"
  }
}

extension Metric {
  /// How the interval is found, where that is not as for the mean.
  fileprivate var note: String? {
    switch self {
    case .rightRoom: "Over all moments at which both have a fix and the walker is in a room."
    case .lag: "Lag: from each folder's summary.json; unpaired, hence a wider interval."
    case .cost:
      "Cost: from each folder's provenance.json, measured once on its machine, so there is no interval and no verdict."
    default:
      fraction.map { _ in
        "\(heading): of the paired errors; 95 % interval by the bootstrap (1000 paired resamples of the laps, Student's t)."
      }
    }
  }
}

extension FolderComparison {
  /// A table for each metric; what is known of the pairs stands below the last.
  private var metricsReport: [ReportSection] {
    let name = pipeline.value
    return rules.metrics.enumerated().flatMap { index, metric in
      let first: Figure<(row: Row, metric: ComparedFigure)> = .init(nil, metric.compared) { name($0.row) }
      let isLast = index == rules.metrics.count - 1
      let having = rows.compactMap { row in
        row.metrics.first { $0.metric == metric }.map { (row: row, metric: $0) }
      }
      let lacking = rows.filter { row in !row.metrics.contains { $0.metric == metric } }
      let notes =
        (lacking.isEmpty ? [] : [Self.lacking(metric, in: lacking)])
        + (isLast
          ? [counts].filter { !$0.isEmpty } + rows.flatMap(missedByOne) + withoutPartner + self.notes : [])
      return having.isEmpty
        ? [.paragraphs(notes)]
        : [
          ReportSection.table(
            having, [first] + ComparedFigure.columns(of: metric).of { $0.metric }, notes: notes,
            legend: [metric.note].compactMap(\.self) + (isLast ? [Conclusion.legend] : []))
        ]
    }
  }

  /// Which rows do not have a metric that others have.
  private static func lacking(_ metric: Metric, in rows: [Row]) -> String {
    let names = rows.map(\.name).joined(separator: "; ")
    return "Without \(metric.key(for: .comparisons)), not compared by it: \(names)."
  }

  /// How often both sides find the right room; nothing where they do not say.
  private var roomsReport: [ReportSection] {
    let shares = rows.flatMap { row in
      row.rooms.map {
        [(row: row, label: "pooled", share: $0.pooled), (row: row, label: "macro", share: $0.macro)]
      } ?? []
    }
    guard let tolerance = rows.lazy.compactMap(\.rooms?.tolerance).first else { return [] }
    let name = pipeline.value
    let lacksInterval = shares.contains { $0.share.interval == nil }
    return [
      .table(
        shares,
        [
          .init(nil, "right room") { $0.label == "pooled" ? name($0.row) : .text("") },
          .init(nil, "share") { $0.label },
        ] + ComparedFigure.shares.of { $0.share }, keys: 2,
        legend: [
          "Share of fixes in the right room, at moments when both have a fix and the walker is in a room. Pooled: over all such "
            + "moments; macro: the mean over rooms. Worse: fewer fixes of B in the right room"
            + (lacksInterval ? "; open: one lap gives no interval" : "")
            + ". Tolerance: \(FixedPoint.shortest(100 * tolerance)) percentage points."
        ])
    ]
  }
}

extension FolderComparison {
  /// What both sides are, and a row for each figure in which they differ.
  private var figuresReport: [ReportSection] {
    let alone =
      unpaired.isEmpty ? [] : ["On one side only, not compared: \(Counted.list(unpaired.map(\.text)))."]
    let differing = rows.flatMap(\.metrics).filter { !$0.isEqual }
    return [.paragraphs(heading + alone)]
      + (differing.isEmpty
        ? [] : [.table(differing, ComparedFigure.ofStudies, keys: 3, legend: laps < 2 ? [] : [figuresNote])])
  }

  /// How many figures have no row in the table.
  private var equal: [String] {
    let equal = rows.count { $0.metrics.allSatisfy(\.isEqual) }
    return equal == 0 ? [] : ["Equal on both sides: \(Counted.text(equal, "figure"))."]
  }

  private var figuresNote: String {
    let shares = [rules.tolerance.missed, rules.tolerance.rooms, rules.tolerance.relative].map {
      FixedPoint.text($0 * 100, decimals: 1)
    }
    return
      "[95 %]: Student's t over the differences of \(Counted.text(laps, "lap")). Tolerance: \(shares[0]) percentage points of "
      + "shares that should be small, \(shares[1]) of those that should be large, else \(shares[2]) % of A's value, of m and s at least "
      + "\(FixedPoint.text(rules.tolerance.absolute, decimals: 2)). p adj.: of no difference, by exchanging A and B in some laps, adjusted for all rows of the table. Verdict: better or "
      + "worse only where p adj. is below 0.05; within or beyond the tolerance where the whole interval lies there, else open."
  }
}
