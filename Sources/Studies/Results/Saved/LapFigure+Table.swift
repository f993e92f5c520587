import Documents
package import Evaluation
import Rendering
import Sites
package import World

// figures.csv: docs/compare.md lists its columns.

extension [LapFigure] {
  /// The contents of `figures.csv`: a row for each figure and lap with values; of a percentile a row for each value.
  package var table: String {
    let rows = flatMap { figure in
      figure.laps.enumerated().flatMap { lap, parts in
        parts.filter { $0[2] > 0 }.map { FigureRow(figure: figure, lap: lap, part: $0) }
      }
    }
    return FigureRow.fields.csv(of: rows)
  }
}

/// A row of `figures.csv`.
private struct FigureRow {
  let figure: LapFigure
  let lap: Int
  let part: LapFigure.Part

  static let fields: [Figure<FigureRow>] = [
    .init(field: "subject") { $0.figure.name.subject }, .init(field: "item") { $0.figure.name.item },
    .init(field: "figure") { $0.figure.name.figure }, .init(field: "unit") { $0.figure.unit },
    .init(field: "better") { $0.figure.better.name },
    .init(field: "statistic") { $0.figure.statistic.name }, .init(field: "lap") { $0.lap },
    .init(field: "count") { $0.part[2] }, .init(field: "sum") { $0.part[0] },
    .init(field: "squares") { $0.figure.statistic == .deviation ? $0.part[1] : nil },
  ]
}

/// Reads `figures.csv`.
package struct FigureTableReader {
  private enum Column: Int, CaseIterable {
    case subject, figure, better, lap, count, sum, item, unit, statistic, squares
  }

  private static let required = 6

  private var figures: [LapFigure] = []
  private var places: [LapFigure.Name: Int] = [:]
  /// By figure, the values of each lap.
  private var laps: [[[LapFigure.Part]]] = []

  /// - Parameter laps: the number of laps; nil for as many as the table has.
  package static func figures(of path: String, laps: Int?) throws(FileProblem) -> [LapFigure] {
    var table = try TableReader(
      contentsOf: path, columns: Column.allCases.map { "\($0)" }, required: required)
    var reader = FigureTableReader()
    while let row = try table.next() { try reader.read(row, laps: laps) }
    guard !reader.figures.isEmpty else {
      throw FileProblem(file: path, expected: "a row for each figure and lap", found: "none")
    }
    let count = laps ?? reader.laps.map(\.count).max() ?? 0
    return zip(reader.figures, reader.laps).map { figure, parts in
      LapFigure(
        figure.name, unit: figure.unit, better: figure.better, figure.statistic,
        laps: parts + Array(repeating: [], count: count - parts.count))
    }
  }

  private mutating func read(_ row: TableRow, laps count: Int?) throws(FileProblem) {
    let figure = try Self.figure(row)
    let lap = try row.requiredInteger(Column.lap.rawValue, in: .between(0, (count ?? 1_000_000) - 1))
    let place = places[figure.name] ?? figures.count
    if place == figures.count {
      places[figure.name] = place
      figures.append(figure)
      laps.append([])
    }
    if laps[place].count <= lap {
      laps[place] += Array(repeating: [], count: lap + 1 - laps[place].count)
    }
    laps[place][lap].append(try Self.part(row, of: figure.statistic))
  }

  private static func figure(_ row: TableRow) throws(FileProblem) -> LapFigure {
    func text(_ column: Column) throws(FileProblem) -> String {
      String(try row.requiredText(column.rawValue))
    }
    func choice<Choice>(
      _ column: Column, _ text: String, of all: [(name: String, choice: Choice)]
    ) throws(FileProblem) -> Choice {
      if let found = all.first(where: { $0.name == text }) { return found.choice }
      throw row.problem(
        column.rawValue, expected: all.map(\.name).joined(separator: " or "), found: text)
    }
    let statistic = row.text(Column.statistic.rawValue).map { String($0) } ?? LapFigure.Statistic.mean.name
    return LapFigure(
      LapFigure.Name(
        try text(.subject), row.text(Column.item.rawValue).map { String($0) } ?? "", figure: try text(.figure)
      ),
      unit: row.text(Column.unit.rawValue).map { String($0) },
      better: try choice(.better, text(.better), of: Better.named.map { ($0.name, $0) }),
      try choice(.statistic, statistic, of: LapFigure.Statistic.named.map { ($0.name, $0) }), laps: [])
  }

  private static func part(
    _ row: TableRow, of statistic: LapFigure.Statistic
  ) throws(FileProblem) -> LapFigure.Part {
    let count = try row.requiredNumber(Column.count.rawValue, in: .between(0, 1e12))
    let sum = try row.requiredNumber(Column.sum.rawValue, in: .between(-1e15, 1e15))
    if statistic == .p95, count != 1 {
      throw row.problem(
        Column.count.rawValue, expected: "1, since each value of a percentile has a row of its own")
    }
    guard statistic == .deviation else { return LapFigure.Part(sum, 0, count) }
    return LapFigure.Part(
      sum, try row.requiredNumber(Column.squares.rawValue, in: .between(0, 1e18)), count)
  }
}
