import Evaluation
import Laps
package import Rendering
import Scenarios
import World

/// Every error of a study as CSV: a row for each pipeline and each moment at which an error was due.
package enum ErrorsTable {
  /// A class, because a value would be copied for each of the columns.
  private final class Row: Sendable {
    let pipeline: String
    let error: PositionError
    let offset: PositionError.Offset?

    init(_ pipeline: String, _ error: PositionError) {
      (self.pipeline, self.error, offset) = (pipeline, error, error.offset)
    }
  }

  /// By its place in ``names``; files of other programs may have the first four alone.
  enum Column: Int, CaseIterable {
    case pipeline, lap, time, error, point, status, walker, trueRoom, fixRoom, floor, fixFloor
    case direction, hand, along, cross, trueX, trueY, east, north, age
    case xx, xy, yy, floorConfidence, floorBrier, roomConfidence, roomBrier

    /// Whether it is there only where a pipeline states how large its errors may be.
    var isOfClaims: Bool { rawValue >= Column.xx.rawValue }

    static let required = 4
  }

  /// In the order of the file. `walker` is there where a scenario has several, the last seven where a pipeline states how large
  /// its errors may be.
  package static let fields = columns([], [], DirectionNames(route: nil)).map(\.value.field)

  /// In the order of ``Column``.
  static let names = columns([], [], DirectionNames(route: nil)).sorted { $0.key.rawValue < $1.key.rawValue }
    .map(\.value.field.name)

  private static func columns(
    _ points: [TestPoint], _ rooms: [Room], _ names: DirectionNames
  ) -> [(key: Column, value: CSVColumn<Row>)] {
    due(points, names).map { $0 } + places(rooms).map { $0 }
  }

  /// When an error was due, and how large it is.
  private static func due(
    _ points: [TestPoint], _ names: DirectionNames
  ) -> KeyValuePairs<Column, CSVColumn<Row>> {
    [
      .pipeline: .init("pipeline", .string, "The pipeline.") { .text($0.pipeline) },
      .lap: .init("lap", .integer, "The lap, counted from 0.") { .count($0.error.lap) },
      .direction: .init(
        "direction", .string,
        "The direction of travel: `clockwise` or `anticlockwise` on a loop, as seen from above, else `forward` or `backward`; empty where it is not known."
      ) {
        text($0.error.direction.map(names.name))
      },
      .hand: .init("hand", .string, "The hand that carries the phone; empty where it is not known.") {
        text($0.error.hand?.rawValue)
      },
      .walker: .init("walker", .string, "The walker; there only where the scenario has several.") {
        text($0.error.walker?.name)
      },
      .floor: .init("floor", .integer, "The true floor.") { row in
        row.error.floor.map { .count($0) } ?? .empty
      },
      .point: .init("point", .integer, "The test point; empty where errors are due at callbacks.") { row in
        row.error.testPoint.map { points[$0].id }.figureValue
      },
      .time: .init(
        "time_s", .number, unit: "s",
        "When the error was due: seconds since the beginning of the lap's stream."
      ) { .number($0.error.time) },
      .error: .init(
        "error_m", .number, unit: "m", "The distance from the fix to the ground truth; empty when missed."
      ) { .number($0.offset?.metres) },
      .along: .init(
        "along_m", .number, unit: "m",
        "The along-path error: positive ahead of the walker; empty when missed or where the direction is not known."
      ) {
        .number($0.offset?.along)
      },
      .cross: .init(
        "cross_m", .number, unit: "m", "The cross-path error: positive to the left; empty likewise."
      ) {
        .number($0.offset?.cross)
      },
      .status: .init(
        "status", .string,
        "`ok`, or why there is no fix: `noCallback`, `tooFewBeacons`, `didNotConverge`, `undetermined`, `failed` (the method itself) or `notFinite`."
      ) {
        .text($0.error.missed?.reason.rawValue ?? "ok")
      },
    ]
  }

  /// Where the walker was, and where the fix is.
  private static func places(_ rooms: [Room]) -> KeyValuePairs<Column, CSVColumn<Row>> {
    [
      .trueX: .init("true_x_m", .number, unit: "m", "Where the walker was: metres east.") {
        .number($0.error.place?.x)
      },
      .trueY: .init("true_y_m", .number, unit: "m", "Metres north.") { .number($0.error.place?.y) },
      .trueRoom: .init("true_room", .string, "The true room; empty in none.") { row in
        text(row.error.room.map { rooms[$0].name })
      },
      .east: .init("east_m", .number, unit: "m", "From the ground truth to the fix: metres east.") {
        .number($0.offset?.vector?.x)
      },
      .north: .init("north_m", .number, unit: "m", "From the ground truth to the fix: metres north.") {
        .number($0.offset?.vector?.y)
      },
      .fixFloor: .init("fix_floor", .integer, "The floor of the fix.") { row in
        row.offset?.floors.map { .count((row.error.floor ?? 0) + $0) } ?? .empty
      },
      .fixRoom: .init("fix_room", .string, "The room of the fix; empty in none.") { row in
        text(row.offset?.room.map { rooms[$0].name })
      },
      .age: .init(
        "age_s", .number, unit: "s",
        "From the callback of the fix to the moment at which the error was due."
      ) { .number($0.offset?.age) },
      .xx: stated("xx_m2", "m²", "The variance along x that the method states.") { $0.covariance?.xx },
      .xy: stated("xy_m2", "m²", "The covariance of x and y that it states.") { $0.covariance?.xy },
      .yy: stated("yy_m2", "m²", "The variance along y that it states.") { $0.covariance?.yy },
      .floorConfidence: stated("floor_confidence", nil, "The probability that it gives to the fix's floor.") {
        $0.floor?.confidence
      },
      .floorBrier: stated("floor_brier", nil, "Brier's score of its probabilities of floors.") {
        $0.floor?.brier
      },
      .roomConfidence: stated("room_confidence", nil, "The probability that follows for the fix's room.") {
        $0.room?.confidence
      },
      .roomBrier: stated("room_brier", nil, "Brier's score of the probabilities that follow for rooms.") {
        $0.room?.brier
      },
    ]
  }

  private static func stated(
    _ name: String, _ unit: String?, _ about: String, _ value: @escaping @Sendable (ErrorClaim) -> Double?
  ) -> CSVColumn<Row> {
    // Of the seven digits that are kept.
    .init(name, .number, unit: unit, about + " Empty where it states none.") { row in
      text(row.offset?.claim.flatMap(value).map { Float($0).description })
    }
  }

  private static func text(_ text: String?) -> FigureValue { text.map { .text($0) } ?? .empty }

  /// Writes the table a lap at a time: as a whole it would take more memory than the laps themselves.
  static func write<Problem: Error>(
    _ study: StudyResult, to append: ([UInt8]) throws(Problem) -> Void
  ) throws(Problem) {
    let hasWalkers = study.pipelines.first?.kept.byLap.contains { $0.first?.walker != nil } ?? false
    let hasClaims = study.pipelines.contains { $0.metrics.uncertainty != nil }
    let figures = columns(study.site.testPoints, study.site.rooms, study.directionNames)
      .filter { (hasWalkers || $0.key != .walker) && (hasClaims || !$0.key.isOfClaims) }
      .map(\.value.figure)
    try append(Array(figures.fieldNames().utf8))
    let fields = figures.fields()
    for result in study.pipelines {
      for errors in result.kept.byLap {
        var rows: [UInt8] = []
        for error in errors {
          fields.write(Row(result.definition.name, error), to: &rows)
        }
        try append(rows)
      }
    }
  }
}
