import Evaluation
package import Rendering
import Results

extension FolderComparison {
  /// A row for each pair, then the parts that were left out of the comparison.
  package var report: [ReportSection] {
    rules.metrics.isEmpty
      ? [.paragraphs(heading), .table(table)] + roomsReport + [.paragraph(verdict)]
      : [.paragraphs(heading)] + metricsReport + [.paragraph(verdict)]
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
    let first = rows[0].comparison
    return rows.allSatisfy {
      $0.comparison.errors.pairs.count == first.errors.pairs.count && $0.comparison.laps == first.laps
    }
  }

  private var isAnyLeftOut: Bool {
    rows.contains { row in
      let errors = row.comparison.errors
      return errors.missedA + errors.missedB + errors.unmatchedA + errors.unmatchedB > 0
    }
  }

  private var table: ReportTable {
    let verdict = Figure<Row>(nil, "verdict") { row in
      let others = row.failures.filter { $0 != .errors }.map { $0 == .laps ? "lacks laps" : $0.rawValue }
      return ([row.comparison.conclusion.words] + others).joined(separator: ", ")
    }
    return ReportTable(
      of: rows,
      [pipeline] + (sharesCounts ? [] : Row.counts)
        + Row.errors.filter { rows.count > 1 || $0.key != "pHolm" } + (isAnyLeftOut ? Row.leftOut : [])
        + [verdict],
      notes: [counts, legend].filter { !$0.isEmpty } + rows.flatMap(missedByOne) + withoutPartner + notes)
  }

  private var pipeline: Figure<Row> {
    .init(nil, "pipeline") { [isWithinOneFolder] in isWithinOneFolder ? $0.b : ComparisonVerdict.name($0) }
  }

  private var counts: String {
    let first = rows[0].comparison
    var parts: [String] = []
    if sharesCounts {
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
      rows.contains { $0.comparison.interval == nil } ? "Undecided: one lap gives no interval." : nil,
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
      let missed = row.comparison.errors.missedByOne.filter { $0.side == side }
      guard !missed.isEmpty else { return nil }
      let shown = missed.prefix(10).map { place($0, row) }.joined(separator: "; ")
      let rest = missed.count > 10 ? "; and \(missed.count - 10) more" : ""
      return
        "Missed by \(side == .a ? "A" : "B") only, hence not paired: \(missed.count) (\(ComparisonVerdict.name(row))): \(shown)\(rest)."
    }
  }

  /// How many errors have no partner, rows with the same counts together.
  private var withoutPartner: [String] {
    let lines = [String].grouped(rows, ComparisonVerdict.name) { row in
      let errors = row.comparison.errors
      guard errors.unmatchedA + errors.unmatchedB > 0 else { return [] }
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
      let first: Figure<(row: Row, metric: MetricComparison)> = .init(nil, metric.compared) { name($0.row) }
      let isLast = index == rules.metrics.count - 1
      let having = rows.compactMap { row in
        row.metrics.first { $0.metric == metric }.map { (row: row, metric: $0) }
      }
      let lacking = rows.filter { row in !row.metrics.contains { $0.metric == metric } }
      let notes =
        [having.isEmpty ? nil : metric.note, lacking.isEmpty ? nil : Self.lacking(metric, in: lacking)]
        .compactMap(\.self)
        + (isLast
          ? [counts, Conclusion.legend].filter { !$0.isEmpty } + rows.flatMap(missedByOne) + withoutPartner
            + self.notes : [])
      return having.isEmpty
        ? [.paragraphs(notes)]
        : [
          ReportSection.table(
            having, [first] + MetricComparison.columns(of: metric).of { $0.metric }, notes: notes)
        ]
    }
  }

  /// Which rows do not have a metric that others have.
  private static func lacking(_ metric: Metric, in rows: [Row]) -> String {
    let names = rows.map(ComparisonVerdict.name).joined(separator: "; ")
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
    let isUndecided = shares.contains { $0.share.interval == nil }
    return [
      .table(
        shares,
        [
          .init(nil, "right room") { $0.label == "pooled" ? name($0.row) : .text("") },
          .init(nil, "share") { $0.label },
        ] + MetricComparison.shares.of { $0.share }, keys: 2,
        notes: [
          "Share of fixes in the right room, at moments when both have a fix and the walker is in a room. Pooled: over all such "
            + "moments; macro: the mean over rooms. Worse: fewer fixes of B in the right room"
            + (isUndecided ? "; undecided: one lap gives no interval" : "")
            + ". Tolerance: \(FixedPoint.shortest(100 * tolerance)) percentage points."
        ])
    ]
  }
}
