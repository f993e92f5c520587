import Evaluation
import Laps
package import Rendering

/// A table of a sweep with its columns.
package struct SweepTable: Sendable {
  /// Of the CSV file, without its ending.
  package let name: String
  /// The names of the columns.
  package let fields: [String]
  /// A value for each column.
  package let rows: [[FigureValue]]

  init<Row>(_ name: String, _ figures: [Figure<Row>], _ rows: [Row]) {
    self.name = name
    let shown = figures.filter { $0.field != nil }
    fields = shown.compactMap(\.field)
    self.rows = rows.map { row in shown.map { $0.value(row) } }
  }

  /// As a CSV file.
  package var csv: String {
    let figures = fields.indices.map { index in
      Figure<[FigureValue]>(field: fields[index], value: { $0[index] })
    }
    return figures.csv(of: rows)
  }
}

/// The columns of a sweep's tables.
enum SweepColumns {
  private static let point = "point"
  private static let seed = "seed"
  private static let values = ["value", "low", "high"]

  private static func parameters<Row>(_ sweep: Sweep, _ point: @escaping @Sendable (Row) -> SweepPoint)
    -> [Figure<Row>]
  {
    sweep.parameters.enumerated().map { index, swept in
      Figure<Row>(field: swept.name, value: { point($0).values[index]?.cell ?? .empty })
    }
  }

  private static func bounded<Row>(
    _ value: @escaping @Sendable (Row) -> Double?,
    _ interval: @escaping @Sendable (Row) -> ConfidenceInterval?
  ) -> [Figure<Row>] {
    [
      .init(field: values[0], value), .init(field: values[1]) { interval($0)?.lower },
      .init(field: values[2]) { interval($0)?.upper },
    ]
  }

  static func cells(_ sweep: Sweep) -> [Figure<SweepResult.CellRow>] {
    [.init(field: point, \.point.index), .init(field: seed, \.seed)]
      + parameters(sweep) { $0.point } + [
        .init(field: "pipeline", \.pipeline), .init(field: "metric", \.value.metric.rawValue),
      ] + bounded({ $0.value.value }, { $0.value.interval }) + [.init(field: "measured", \.measured)]
  }

  /// A cell beside the published figures.
  typealias Target = (
    point: SweepPoint, seed: UInt64, verdict: PublishedFigure.Verdict, figures: [PublishedFigure]
  )

  static func targets(_ sweep: Sweep, _ names: [String]) -> [Figure<Target>] {
    [.init(field: point, \.point.index), .init(field: seed, \.seed)] + parameters(sweep) { $0.point }
      + [.init(field: "verdict", \.verdict.rawValue)]
      + names.enumerated().map { index, name in
        .init(field: name, \.figures[index].verdict.rawValue)
      }
  }

  static func averages(_ sweep: Sweep) -> [Figure<SweepResult.PointRow>] {
    [.init(field: point, \.point.index)] + parameters(sweep) { $0.point } + [
      .init(field: "pipeline", \.pipeline), .init(field: "metric", \.metric.rawValue),
    ] + bounded({ $0.average.value }, { $0.average.interval }) + [.init(field: "seeds", \.average.seeds)]
  }
}

extension SweepResult {
  private var analyses: [SweepTable] {
    let all = [
      SweepTable("ranking", RankingStability.Row.figures, ranking?.rows ?? []),
      SweepTable("effects", SweepEffect.figures, effects), SweepTable("indices", SweepIndex.figures, indices),
    ]
    return all.filter { !$0.rows.isEmpty }
  }

  /// Those of the results folder, with a column for each parameter.
  package var tables: [SweepTable] {
    [
      SweepTable("cells", SweepColumns.cells(sweep), cellRows),
      SweepTable("averages", SweepColumns.averages(sweep), pointRows),
    ] + (targets.map { [verdicts(of: $0)] } ?? []) + analyses
  }

  private func verdicts(of targets: SweepTargets) -> SweepTable {
    let rows = targets.figures.indices.map { cell in
      let (point, seed) = cell.quotientAndRemainder(dividingBy: sweep.seeds.count)
      return SweepColumns.Target(
        points[point], sweep.seeds[seed], targets.verdicts[cell], targets.figures[cell])
    }
    return SweepTable("targets", SweepColumns.targets(sweep, targets.figures[0].map(\.name)), rows)
  }
}
