import Evaluation
import Figures
import Laps
import Scenarios
import World

/// Every error of a study as CSV: a row for each pipeline and each moment at which an error was due.
///
/// Laps count from 0. `point` is the test point's id. `status` is `ok`, or why there is no error; the three columns of
/// metres are then empty. Behind `status` stands what metrics are made from. `walker` is there where there are several.
enum ErrorsTable {
  /// A class, because every column takes it: a value would be copied for each of them.
  private final class Row: Sendable {
    let pipeline: String
    let error: PositionError
    let offset: PositionError.Offset?

    init(_ pipeline: String, _ error: PositionError) {
      (self.pipeline, self.error, offset) = (pipeline, error, error.offset)
    }
  }

  /// The column behind `hand`.
  static let walker = "walker"

  /// Without that of walkers.
  static let columns = figures([], [], DirectionNames(route: nil), hasWalkers: false).compactMap(\.field)

  private static func figures(
    _ points: [TestPoint], _ rooms: [Room], _ names: DirectionNames, hasWalkers: Bool
  ) -> [Figure<Row>] {
    [
      .init(field: "pipeline", value: { .text($0.pipeline) }),
      .init(field: "lap", value: { .count($0.error.lap) }),
      .init(field: "direction", value: { text($0.error.direction.map(names.name)) }),
      .init(field: "hand", value: { text($0.error.hand?.rawValue) }),
    ] + (hasWalkers ? [.init(field: walker, value: { text($0.error.walker?.name) })] : []) + [
      .init(field: "floor", value: { .count($0.error.floor) }),
      .init(field: "point", value: { row in row.error.testPoint.map { points[$0].id }.figureValue }),
      .init(field: "time_s", value: { .number($0.error.time) }),
      .init(field: "error_m", value: { .number($0.offset?.metres) }),
      .init(field: "along_m", value: { .number($0.offset?.along) }),
      .init(field: "cross_m", value: { .number($0.offset?.cross) }),
      .init(field: "status", value: { .text($0.error.missed?.reason.rawValue ?? "ok") }),
      .init(field: "true_x_m", value: { .number($0.error.place?.x) }),
      .init(field: "true_y_m", value: { .number($0.error.place?.y) }),
      .init(field: "true_room", value: { row in text(row.error.room.map { rooms[$0].name }) }),
      .init(field: "east_m", value: { .number($0.offset?.vector?.x) }),
      .init(field: "north_m", value: { .number($0.offset?.vector?.y) }),
      .init(
        field: "fix_floor", value: { row in row.offset.map { .count(row.error.floor + $0.floors) } ?? .empty }
      ),
      .init(field: "fix_room", value: { row in text(row.offset?.room.map { rooms[$0].name }) }),
      .init(field: "age_s", value: { .number($0.offset?.age) }),
    ]
  }

  private static func text(_ text: String?) -> FigureValue { text.map { .text($0) } ?? .empty }

  /// Writes the table a lap at a time: as a whole it would take more memory than the laps themselves.
  static func write<Problem: Error>(
    _ study: StudyResult, to append: ([UInt8]) throws(Problem) -> Void
  ) throws(Problem) {
    let hasWalkers = study.pipelines.first?.kept.byLap.contains { $0.first?.walker != nil } ?? false
    let figures = figures(
      study.site.testPoints, study.site.rooms, study.directionNames, hasWalkers: hasWalkers)
    try append(Array(figures.fieldNames().utf8))
    let fields = figures.fields()
    for result in study.pipelines {
      for lap in result.kept.laps {
        var rows: [UInt8] = []
        for error in lap.errors(of: result.kept.pipeline) {
          fields.write(Row(result.definition.name, error), to: &rows)
        }
        try append(rows)
      }
    }
  }
}
