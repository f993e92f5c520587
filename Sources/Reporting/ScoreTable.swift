public import Evaluation

/// Scores as a table: how many were measured and missed, then what the errors come to, in metres.
public struct ScoreTable: Hashable, Sendable {
  /// The table, with a note for each score that missed fixes or stood on another floor.
  public private(set) var table: TextTable
  private let labels: Int

  /// - Parameter labels: Titles of the columns that say what a row is: `filter`, `method`, `told`.
  public init(labels: [String]) {
    let figures = ["std", "P50", "P75", "P90", "P95", "RMSE", "max"]
    table = TextTable(
      labels.map { TextTable.Column($0) }
        + [TextTable.Column("n"), TextTable.Column("missed"), TextTable.Column("mean", unit: "m [95 %]")]
        + figures.map { TextTable.Column($0, unit: "m") })
    self.labels = labels.count
  }

  /// - Precondition: one label for each title.
  public mutating func add(_ labels: [String], _ score: Score) {
    let figures = score.statistics
    table.add(
      cells(labels) + [
        .count(score.count), .count(score.missed),
        .interval(figures?.mean, from: score.meanInterval?.lower, to: score.meanInterval?.upper),
        .number(figures?.standardDeviation), .number(figures?.median), .number(figures?.p75),
        .number(figures?.p90), .number(figures?.p95), .number(figures?.rootMeanSquare),
        .number(figures?.largest),
      ])
    let name = labels.joined(separator: ", ")
    if score.missed > 0 {
      let reasons = score.missedByReason.map { "\($0.reason) \($0.count)" }.joined(separator: ", ")
      table.notes.append("missed by \(name): \(reasons)")
    }
    if score.wrongFloors > 0 { table.notes.append("on another floor by \(name): \(score.wrongFloors)") }
  }

  /// A row of figures from elsewhere, in metres: those that somebody published, and no others.
  public mutating func add(
    _ labels: [String], mean: Double?, standardDeviation: Double? = nil, p75: Double? = nil,
    p95: Double? = nil
  ) {
    func cell(_ figure: Double?) -> TextTable.Cell { figure.map { .number($0) } ?? .empty }
    table.add(
      cells(labels) + [
        .empty, .empty, mean.map { .interval($0, from: nil, to: nil) } ?? .empty, cell(standardDeviation),
        .empty, cell(p75), .empty, cell(p95), .empty, .empty,
      ])
  }

  private func cells(_ labels: [String]) -> [TextTable.Cell] {
    precondition(labels.count == self.labels, "\(labels.count) labels for \(self.labels) columns")
    return labels.map { .text($0) }
  }
}
