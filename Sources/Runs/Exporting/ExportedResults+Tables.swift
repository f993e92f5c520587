import Rendering
import Results
import World

extension ExportTable {
  func with(_ fields: [CSVField]) -> ExportTable {
    ExportTable(name: name, about: about, fields: fields, primaryKey: primaryKey, links: links)
  }

  /// The column of test points holds texts where one of the site's has a name.
  func pointsNamed(in site: Site) -> ExportTable {
    site.testPoints.contains { if case .name = $0.id { true } else { false } }
      ? with(fields.map { $0.name == "point" ? CSVField($0.name, .string, unit: $0.unit, $0.about) : $0 })
      : self
  }
}

extension ExportedResults {
  private static func table(
    _ name: String, _ about: String, fields: [CSVField] = [], key: [String], links: [ExportTable.Link] = []
  ) -> ExportTable {
    ExportTable(name: name, about: about, fields: fields, primaryKey: key, links: links)
  }

  /// What says which lap of whom.
  private static func lapKey(_ walkers: Bool) -> [String] { walkers ? ["lap", "walker"] : ["lap"] }

  private static func lap(_ walkers: Bool) -> ExportTable.Link { .init(lapKey(walkers), "laps") }

  private static let point = ExportTable.Link(["point"], "test-points")
  private static let pipeline = ExportTable.Link(["pipeline"], "pipelines")

  static let pipelines = table("pipelines", "The scores of each pipeline.", key: ["pipeline"])

  static func laps(_ walkers: Bool) -> ExportTable {
    table("laps", "The conditions of each lap.", key: lapKey(walkers))
  }

  static let testPoints = table("test_points", "Places with known coordinates.", key: ["point"])

  static let beacons = table("beacons", "The beacons, or other anchors, of the site.", key: ["beacon"])

  static func presses(_ walkers: Bool) -> ExportTable {
    table(
      "presses", "When the walker pressed the button, at which test point.",
      key: lapKey(walkers) + ["time_s", "point"], links: [lap(walkers), point])
  }

  static func fixes(_ walkers: Bool) -> ExportTable {
    table(
      "fixes", "The answer of each pipeline at each callback.",
      fields: PipelineFix.columns(walkers: walkers).map(\.field),
      key: ["pipeline"] + lapKey(walkers) + ["time_s"], links: [pipeline, lap(walkers)])
  }

  static func truth(_ walkers: Bool) -> ExportTable {
    table(
      "truth", "Where the walker was at each callback at which that is known.",
      key: lapKey(walkers) + ["time_s"], links: [lap(walkers)])
  }

  /// The errors of a results folder, whose header says which columns there are.
  static func errors(_ text: String, _ walkers: Bool, _ path: String) throws(FileProblem) -> ExportTable {
    let names = text.prefix { !$0.isNewline }.split(separator: ",").map(String.init)
    let fields = names.compactMap { name in ErrorsTable.fields.first { $0.name == name } }
    guard fields.count == names.count else {
      throw FileProblem(
        file: "\(path)/errors.csv", line: 1,
        expected: "only the columns \(ErrorsTable.fields.map(\.name).joined(separator: ", "))",
        found: names.first { name in !ErrorsTable.fields.contains { $0.name == name } } ?? "none")
    }
    return table(
      "errors", "Every error that was due, with the fix's offset from the ground truth.", fields: fields,
      key: ["pipeline"] + lapKey(walkers) + ["time_s", "point"], links: [pipeline, lap(walkers), point])
  }
}
