import Documents
import Figures
import World

/// Who walked a lap, and how.
struct ExportedLap: Sendable {
  let lap: Int
  let walker: String?
  let direction: String?
  let hand: String?
}

/// A press of a lap.
struct ExportedPress: Sendable {
  let lap: Int
  let walker: String?
  let time: Double
  let point: TestPoint.ID
}

/// Where the walker was at a callback.
struct ExportedPlace: Sendable {
  let lap: Int
  let walker: String?
  let time: Double
  let position: Point
  let floor: Int
}

/// One pipeline's element of `scores` in summary.json.
struct ExportedScore: Sendable {
  let document: Document
}

enum ExportColumns {
  private static let seconds = "Seconds since the beginning of the lap's stream."

  private static func text(_ text: String?) -> FigureValue { text.map { .text($0) } ?? .empty }

  private static func lap<Row>(_ value: @escaping @Sendable (Row) -> Int) -> ExportColumn<Row> {
    ExportColumn("lap", .integer, "The lap, counted from 0.") { .count(value($0)) }
  }

  private static func walker<Row>(
    _ isThere: Bool, _ value: @escaping @Sendable (Row) -> String?
  ) -> [ExportColumn<Row>] {
    isThere ? [ExportColumn("walker", .string, "The walker.") { text(value($0)) }] : []
  }

  static func laps(walkers: Bool) -> [ExportColumn<ExportedLap>] {
    [lap(\.lap)] + walker(walkers, \.walker) + [
      ExportColumn("direction", .string, "The direction of travel; empty where it is not known.") {
        text($0.direction)
      },
      ExportColumn("hand", .string, "The hand that carries the phone; empty where it is not known.") {
        text($0.hand)
      },
    ]
  }

  static func presses(walkers: Bool) -> [ExportColumn<ExportedPress>] {
    [lap(\.lap)] + walker(walkers, \.walker) + [
      ExportColumn("time_s", .number, unit: "s", seconds) { .number($0.time) },
      ExportColumn("point", .integer, "The test point at which the button was pressed.") {
        $0.point.figureValue
      },
    ]
  }

  static func truth(walkers: Bool) -> [ExportColumn<ExportedPlace>] {
    [lap(\.lap)] + walker(walkers, \.walker) + [
      ExportColumn("time_s", .number, unit: "s", seconds) { .number($0.time) },
      ExportColumn("x_m", .number, unit: "m", "Where the walker was: metres east.") {
        .number($0.position.x)
      },
      ExportColumn("y_m", .number, unit: "m", "Metres north.") { .number($0.position.y) },
      ExportColumn("floor", .integer, "The floor.") { .count($0.floor) },
    ]
  }

  static let testPoints: [ExportColumn<TestPoint>] = [
    ExportColumn("point", .integer, "The test point.") { $0.id.figureValue },
    ExportColumn("x_m", .number, unit: "m", "Metres east.") { .number($0.position.x) },
    ExportColumn("y_m", .number, unit: "m", "Metres north.") { .number($0.position.y) },
    ExportColumn("floor", .integer, "The floor.") { .count($0.floor) },
  ]

  static let beacons: [ExportColumn<Anchor>] = [
    ExportColumn("beacon", .string, "The id in the site.") { .text($0.id) },
    ExportColumn("x_m", .number, unit: "m", "Metres east.") { .number($0.position.x) },
    ExportColumn("y_m", .number, unit: "m", "Metres north.") { .number($0.position.y) },
    ExportColumn("z_m", .number, unit: "m", "Metres above the site's origin.") { .number($0.position.z) },
    ExportColumn("floor", .integer, "The floor.") { .count($0.floor) },
    ExportColumn("measured_power_dbm", .number, unit: "dBm", "The RSSI at 1 m that its frames claim.") {
      .number($0.measuredPower?.value)
    },
    ExportColumn("identity", .string, "What its frames say it is.") { text($0.identity?.description) },
  ]

  /// Key in summary.json, column, unit, meaning.
  private static let scores: [(String, String, String)] = [
    ("meanMetres", "mean_m", "The mean error."),
    ("stdMetres", "std_m", "The standard deviation of the errors."), ("p50", "p50_m", "The median error."),
    ("p75", "p75_m", "The 75th percentile of the errors."),
    ("p90", "p90_m", "The 90th percentile of the errors."),
    ("p95", "p95_m", "The 95th percentile of the errors."),
    ("rmse", "rmse_m", "The root mean square of the errors."), ("max", "max_m", "The largest error."),
  ]

  static let pipelines: [ExportColumn<ExportedScore>] =
    [
      ExportColumn("pipeline", .string, "The name in the scenario.") {
        text(try? $0.document.text("pipeline"))
      },
      ExportColumn("filter", .string, "The filters in their order.") {
        text(try? $0.document.text("filter"))
      },
      ExportColumn("method", .string, "The positioning method.") { text(try? $0.document.text("method")) },
      ExportColumn("scored_at", .string, "When errors were due.") { text(try? $0.document.text("scoredAt")) },
      ExportColumn("n", .integer, "The number of errors.") { count("n", $0) },
      ExportColumn(
        "missed", .integer, "The number of moments at which an error was due and there was no fix."
      ) {
        count("missed", $0)
      },
    ]
    + scores.map { key, name, about in
      ExportColumn(name, .number, unit: "m", about) { .number(try? $0.document.number(key)) }
    }
    + ["lower", "upper"].enumerated().map { index, bound in
      ExportColumn(
        "mean_\(bound)95_m", .number, unit: "m", "The \(bound) bound of the mean's 95 % interval."
      ) { score in
        let bounds = try? score.document.elements("meanInterval95")
        return .number(bounds.flatMap { index < $0.count ? try? $0[index].number : nil })
      }
    }

  private static func count(_ key: String, _ score: ExportedScore) -> FigureValue {
    (try? score.document.integer(key)).map { .count($0) } ?? .empty
  }

  /// Those of errors.csv, which results folders hold too.
  static let errors: [ExportField] = [
    .init("pipeline", .string, "The pipeline."), .init("lap", .integer, "The lap, counted from 0."),
    .init("direction", .string, "The direction of travel; empty where it is not known."),
    .init("hand", .string, "The hand that carries the phone; empty where it is not known."),
    .init("walker", .string, "The walker."), .init("floor", .integer, "The true floor."),
    .init("point", .integer, "The test point; empty where errors are due at callbacks."),
    .init("time_s", .number, unit: "s", "When the error was due: " + seconds.lowercasedFirst),
    .init("error_m", .number, unit: "m", "The distance from the fix to the ground truth; empty when missed."),
    .init("along_m", .number, unit: "m", "The along-path error: positive ahead of the walker."),
    .init("cross_m", .number, unit: "m", "The cross-path error: positive to the left."),
    .init("status", .string, "`ok`, or why there is no fix."),
    .init("true_x_m", .number, unit: "m", "Where the walker was: metres east."),
    .init("true_y_m", .number, unit: "m", "Metres north."), .init("true_room", .string, "The true room."),
    .init("east_m", .number, unit: "m", "From the ground truth to the fix: metres east."),
    .init("north_m", .number, unit: "m", "From the ground truth to the fix: metres north."),
    .init("fix_floor", .integer, "The floor of the fix."), .init("fix_room", .string, "The room of the fix."),
    .init(
      "age_s", .number, unit: "s", "From the callback of the fix to the moment at which the error was due."),
  ]

  /// Those of fixes.csv.
  static let fixes: [ExportField] = [
    .init("pipeline", .string, "The pipeline."), .init("lap", .integer, "The lap, counted from 0."),
    .init("walker", .string, "The walker."),
    .init("time_s", .number, unit: "s", "The callback: " + seconds.lowercasedFirst),
    .init("x_m", .number, unit: "m", "Metres east; empty without a fix."),
    .init("y_m", .number, unit: "m", "Metres north; empty without a fix."),
    .init("z_m", .number, unit: "m", "Metres above the site's origin; empty without a fix."),
    .init("floor", .integer, "The floor of the fix."),
    .init("uncertainty_m", .number, unit: "m", "The radius that the method itself claims."),
    .init("status", .string, "`ok`, or why there is no fix."),
    .init("origin", .string, "`method`, or `fallback` where the method's equations had no solution."),
    .init("direction", .string, "The direction of travel that the pipeline estimates."),
  ]
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
