import Documents
import Evaluation
import Rendering
import World

/// The walker of a lap, and how the walk was made.
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

  /// What summary.json says of the uncertainty that the method states; nil where it states none.
  var uncertainty: Document? { document.optional("metrics")?.optional("uncertainty") }
}

enum ExportColumns {
  private static let seconds = "Seconds since the beginning of the lap's stream."

  private static func lap<Row>(_ value: @escaping @Sendable (Row) -> Int) -> CSVColumn<Row> {
    CSVColumn("lap", .integer, "The lap, counted from 0.") { .count(value($0)) }
  }

  private static func walker<Row>(
    _ isThere: Bool, _ value: @escaping @Sendable (Row) -> String?
  ) -> [CSVColumn<Row>] {
    isThere ? [CSVColumn("walker", .string, "The walker.") { value($0).figureValue }] : []
  }

  static func laps(walkers: Bool) -> [CSVColumn<ExportedLap>] {
    [lap(\.lap)] + walker(walkers, \.walker) + [
      CSVColumn("direction", .string, "The direction of travel; empty where it is not known.") {
        $0.direction.figureValue
      },
      CSVColumn("hand", .string, "The hand that carries the phone; empty where it is not known.") {
        $0.hand.figureValue
      },
    ]
  }

  static func presses(walkers: Bool) -> [CSVColumn<ExportedPress>] {
    [lap(\.lap)] + walker(walkers, \.walker) + [
      CSVColumn("time_s", .number, unit: "s", seconds) { .number($0.time) },
      CSVColumn("point", .integer, "The test point at which the button was pressed.") {
        $0.point.figureValue
      },
    ]
  }

  static func truth(walkers: Bool) -> [CSVColumn<ExportedPlace>] {
    [lap(\.lap)] + walker(walkers, \.walker) + [
      CSVColumn("time_s", .number, unit: "s", seconds) { .number($0.time) },
      CSVColumn("x_m", .number, unit: "m", "Where the walker was: metres east.") {
        .number($0.position.x)
      },
      CSVColumn("y_m", .number, unit: "m", "Metres north.") { .number($0.position.y) },
      CSVColumn("floor", .integer, "The floor.") { .count($0.floor) },
    ]
  }

  static let testPoints: [CSVColumn<TestPoint>] = [
    CSVColumn("point", .integer, "The test point.") { $0.id.figureValue },
    CSVColumn("x_m", .number, unit: "m", "Metres east.") { .number($0.position.x) },
    CSVColumn("y_m", .number, unit: "m", "Metres north.") { .number($0.position.y) },
    CSVColumn("floor", .integer, "The floor.") { .count($0.floor) },
  ]

  static let beacons: [CSVColumn<Anchor>] = [
    CSVColumn("beacon", .string, "The id in the site.") { .text($0.id) },
    CSVColumn("x_m", .number, unit: "m", "Metres east.") { .number($0.position.x) },
    CSVColumn("y_m", .number, unit: "m", "Metres north.") { .number($0.position.y) },
    CSVColumn("z_m", .number, unit: "m", "Metres above the site's origin.") { .number($0.position.z) },
    CSVColumn("floor", .integer, "The floor.") { .count($0.floor) },
    CSVColumn("measured_power_dbm", .number, unit: "dBm", "The RSSI at 1 m that its frames claim.") {
      .number($0.measuredPower?.value)
    },
    CSVColumn("identity", .string, "What its frames say it is.") { ($0.identity?.description).figureValue },
  ]

  /// With those metrics of uncertainty that a pipeline has.
  static func pipelines(of scores: [ExportedScore]) -> [CSVColumn<ExportedScore>] {
    pipelines
      + Metric.all(for: .uncertainty).filter { metric in
        scores.contains { $0.uncertainty?.has(metric.key(for: .uncertainty)) ?? false }
      }.map { metric in
        let unit = [.metres: "m", .squareMetres: "m²"][metric.unit]
        let suffix = [.metres: "_m", .squareMetres: "_m2"][metric.unit] ?? ""
        return CSVColumn("\(metric.rawValue)\(suffix)", .number, unit: unit, metric.about) {
          .number(try? $0.uncertainty?.number(metric.key(for: .uncertainty)))
        }
      }
  }

  static var pipelines: [CSVColumn<ExportedScore>] {
    [
      CSVColumn("pipeline", .string, "The name in the scenario.") { text("pipeline", $0) },
      CSVColumn("filter", .string, "The filters in their order.") { text("filter", $0) },
      CSVColumn("method", .string, "The positioning method.") { text("method", $0) },
      CSVColumn("scored_at", .string, "When errors were due.") { text("scoredAt", $0) },
      CSVColumn("n", .integer, "The number of errors.") { count("n", $0) },
      CSVColumn(
        "missed", .integer, "The number of moments at which an error was due and there was no fix."
      ) { count("missed", $0) },
    ]
      + Metric.all(for: .scores).map { metric in
        CSVColumn("\(metric.rawValue)_m", .number, unit: "m", metric.about) {
          .number(try? $0.document.number(metric.key(for: .scores)))
        }
      }
      + ["lower", "upper"].enumerated().map { index, bound in
        CSVColumn(
          "mean_\(bound)95_m", .number, unit: "m", "The \(bound) bound of the mean's 95 % interval."
        ) { score in
          let bounds = try? score.document.elements("meanInterval95")
          return .number(bounds.flatMap { index < $0.count ? try? $0[index].number : nil })
        }
      }
  }

  private static func text(_ key: String, _ score: ExportedScore) -> FigureValue {
    (try? score.document.text(key)).figureValue
  }

  private static func count(_ key: String, _ score: ExportedScore) -> FigureValue {
    (try? score.document.integer(key)).figureValue
  }
}
