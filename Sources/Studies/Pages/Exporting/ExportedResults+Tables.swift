import Documents
import Evaluation
import Rendering
import Results
import World

/// A walker's lap, or a moment of it, of which each table has what it needs.
struct ExportedMoment: Sendable {
  let lap: Int
  let walker: String?
  var direction: String?
  var hand: String?
  /// Seconds since the beginning of the lap's stream.
  var time = 0.0
  /// The test point at which the walker pressed the button.
  var point: TestPoint.ID?
  /// Where the walker was.
  var position = Point.zero
  var floor = 0
}

/// The tables of an export.
struct ExportTables {
  /// Whether laps have several walkers, whose names stand beside the lap.
  let hasWalkers: Bool

  /// What says which lap of whom.
  private var lapKey: [String] { hasWalkers ? ["lap", "walker"] : ["lap"] }

  private var lapLink: ExportTable.Link { .init(lapKey, "laps") }
  private let point = ExportTable.Link(["point"], "test-points")
  private let pipeline = ExportTable.Link(["pipeline"], "pipelines")

  /// - Parameter hasWalkers: whether laps have several walkers.
  init(hasWalkers: Bool) { self.hasWalkers = hasWalkers }

  private var moment: [CSVColumn<ExportedMoment>] {
    [CSVColumn("lap", .integer, "The lap, counted from 0.") { .count($0.lap) }]
      + (hasWalkers ? [CSVColumn("walker", .string, "The walker.") { $0.walker.figureValue }] : [])
  }

  private let time = CSVColumn<ExportedMoment>(
    "time_s", .number, unit: "s", "Seconds since the beginning of the lap's stream."
  ) { .number($0.time) }

  func laps(_ laps: [ExportedMoment]) -> ExportTable {
    ExportTable(
      "laps", "The conditions of each lap.", key: lapKey,
      moment + [
        CSVColumn("direction", .string, "The direction of travel; empty where it is not known.") {
          $0.direction.figureValue
        },
        CSVColumn("hand", .string, "The hand that carries the phone; empty where it is not known.") {
          $0.hand.figureValue
        },
      ], laps)
  }

  func presses(_ presses: [ExportedMoment]) -> ExportTable {
    ExportTable(
      "presses", "When the walker pressed the button, at which test point.",
      key: lapKey + ["time_s", "point"], links: [lapLink, point],
      moment + [
        time,
        CSVColumn("point", .integer, "The test point at which the button was pressed.") {
          $0.point.figureValue
        },
      ], presses)
  }

  func truth(_ places: [ExportedMoment]) -> ExportTable {
    ExportTable(
      "truth", "Where the walker was at each callback at which that is known.", key: lapKey + ["time_s"],
      links: [lapLink],
      moment + [time]
        + Self.position("Where the walker was: metres east.", "The floor.", \.position) { $0.floor }, places)
  }

  func testPoints(_ points: [TestPoint]) -> ExportTable {
    ExportTable(
      "test_points", "Places with known coordinates.", key: ["point"],
      [CSVColumn("point", .integer, "The test point.") { $0.id.figureValue }]
        + Self.position("Metres east.", "The floor.", \.position) { $0.floor }, points)
  }

  /// The columns of a place on a floor.
  private static func position<Row>(
    _ east: String, _ floor: String, _ place: @escaping @Sendable (Row) -> Point,
    _ level: @escaping @Sendable (Row) -> Int
  ) -> [CSVColumn<Row>] {
    [
      CSVColumn("x_m", .number, unit: "m", east) { .number(place($0).x) },
      CSVColumn("y_m", .number, unit: "m", "Metres north.") { .number(place($0).y) },
      CSVColumn("floor", .integer, floor) { .count(level($0)) },
    ]
  }

  func beacons(_ anchors: [Anchor]) -> ExportTable {
    ExportTable(
      "beacons", "The beacons, or other anchors, of the site.", key: ["beacon"],
      [
        CSVColumn("beacon", .string, "The id in the site.") { .text($0.id) },
        CSVColumn("x_m", .number, unit: "m", "Metres east.") { .number($0.position.x) },
        CSVColumn("y_m", .number, unit: "m", "Metres north.") { .number($0.position.y) },
        CSVColumn("z_m", .number, unit: "m", "Metres above the site's origin.") { .number($0.position.z) },
        CSVColumn("floor", .integer, "The floor.") { .count($0.floor) },
        CSVColumn("measured_power_dbm", .number, unit: "dBm", "The RSSI at 1 m that its frames claim.") {
          .number($0.measuredPower?.value)
        },
        CSVColumn("identity", .string, "What its frames say it is.") {
          ($0.identity?.description).figureValue
        },
      ], anchors)
  }

  /// - Parameter text: `fixes.csv`, whose header says whether a pipeline mixes models.
  func fixes(_ text: String) -> ExportTable {
    let names = text.prefix { !$0.isNewline }.split(separator: ",")
    let columns = PipelineFix.columns(walkers: hasWalkers, models: names.contains("models"))
    return ExportTable(
      "fixes", "The answer of each pipeline at each callback.", key: ["pipeline"] + lapKey + ["time_s"],
      links: [pipeline, lapLink], columns.map(\.field), text: text)
  }

  /// The errors of a results folder, whose header says which columns there are.
  func errors(_ text: String, in path: String) throws(FileProblem) -> ExportTable {
    let names = text.prefix { !$0.isNewline }.split(separator: ",").map(String.init)
    let fields = names.compactMap { name in ErrorsTable.fields.first { $0.name == name } }
    guard fields.count == names.count else {
      throw FileProblem(
        file: "\(path)/errors.csv", line: 1,
        expected: "only the columns \(ErrorsTable.fields.map(\.name).joined(separator: ", "))",
        found: names.first { name in !ErrorsTable.fields.contains { $0.name == name } } ?? "none")
    }
    return ExportTable(
      "errors", "Every error that was due, with the fix's offset from the ground truth.",
      key: ["pipeline"] + lapKey + ["time_s", "point"], links: [pipeline, lapLink, point], fields, text: text)
  }

  /// - Parameter scores: the elements of `scores` in summary.json.
  func pipelines(_ scores: [Document]) -> ExportTable {
    ExportTable(
      "pipelines", "The scores of each pipeline.", key: ["pipeline"],
      ExportColumns.pipelines(of: scores), scores)
  }
}

/// The scores of a pipeline, from its element of `scores` in summary.json.
enum ExportColumns {
  /// With those metrics of uncertainty that a pipeline has.
  static func pipelines(of scores: [Document]) -> [CSVColumn<Document>] {
    pipelines
      + Metric.all(for: .uncertainty).filter { metric in
        scores.contains { uncertainty(of: $0)?.has(metric.key(for: .uncertainty)) ?? false }
      }.map { metric in
        column(of: metric) { try? uncertainty(of: $0)?.number(metric.key(for: .uncertainty)) }
      }
  }

  /// A share goes without a unit.
  private static func column(
    of metric: Metric, _ value: @escaping @Sendable (Document) -> Double?
  ) -> CSVColumn<Document> {
    let unit = metric.isShare ? nil : metric.sign
    let suffix = unit.map { "_\($0.replacing("²", with: "2"))" } ?? ""
    return CSVColumn("\(metric.rawValue)\(suffix)", .number, unit: unit, metric.about) { .number(value($0)) }
  }

  /// What a method states of its errors, scored.
  @Sendable private static func uncertainty(of score: Document) -> Document? {
    score.optional("metrics")?.optional("uncertainty")
  }

  private static var pipelines: [CSVColumn<Document>] {
    let texts: [CSVColumn<Document>] = [
      text("pipeline", key: "pipeline", "The name in the scenario."),
      text("filter", key: "filter", "The filters in their order."),
      text("method", key: "method", "The positioning method."),
      text("scored_at", key: "scoredAt", "When errors were due."),
      count("n", "The number of errors."),
      count("missed", "The number of moments at which an error was due and there was no fix."),
    ]
    return texts
      + Metric.all(for: .scores).map { metric in
        column(of: metric) { try? $0.number(metric.key(for: .scores)) }
      }
      + ["lower", "upper"].enumerated().map { index, bound in
        CSVColumn(
          "mean_\(bound)95_m", .number, unit: "m", "The \(bound) bound of the mean's 95 % interval."
        ) { score in
          let bounds = try? score.elements("meanInterval95")
          return .number(bounds.flatMap { index < $0.count ? try? $0[index].number : nil })
        }
      }
  }

  private static func text(_ name: String, key: String, _ about: String) -> CSVColumn<Document> {
    CSVColumn(name, .string, about) { (try? $0.text(key)).figureValue }
  }

  private static func count(_ name: String, _ about: String) -> CSVColumn<Document> {
    CSVColumn(name, .integer, about) { (try? $0.integer(name)).figureValue }
  }
}
