import Evaluation
import Results

/// How often both sides of a comparison find the right room; nothing where they do not say.
struct RoomComparisonReport {
  private let rows: [FolderComparison.Row]
  private let isWithinOneFolder: Bool

  init(_ comparison: FolderComparison) {
    rows = comparison.rows.filter { $0.rooms != nil }
    isWithinOneFolder = comparison.isWithinOneFolder
  }

  func text(width: Int) -> String {
    guard let tolerance = rows.first?.rooms?.tolerance else { return "" }
    var table = TextTable(
      [
        TextTable.Column("right room"), TextTable.Column("share"),
        TextTable.Column("A", unit: "%", decimals: 1), TextTable.Column("B", unit: "%", decimals: 1),
        TextTable.Column("B - A", unit: "[95 %]", decimals: 1), TextTable.Column("verdict"),
      ], keys: 2)
    for row in rows {
      guard let rooms = row.rooms else { continue }
      let name = isWithinOneFolder ? row.b : ComparisonVerdict.name(row)
      table.add(cells(name, "pooled", rooms.pooled))
      table.add(cells("", "macro", rooms.macro))
    }
    table.notes = [
      "Of the fixes that both made while the walker was in a room. Pooled: over all of them. Macro: the mean of the "
        + "rooms' shares, so that rooms count alike. Tolerance: \(FixedPoint.shortest(100 * tolerance)) points."
    ]
    return table.text(width: width)
  }

  private func cells(_ name: String, _ label: String, _ share: RoomComparison.Share) -> [TextTable.Cell] {
    [
      .text(name), .text(label), .number(100 * share.a), .number(100 * share.b),
      .interval(
        100 * share.difference, from: share.interval.map { 100 * $0.lower },
        to: share.interval.map { 100 * $0.upper }), .text(share.verdict.rawValue),
    ]
  }
}
