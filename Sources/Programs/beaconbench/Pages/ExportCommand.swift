import ArgumentParser
import Laps
import Pages
import Rendering
import Results

struct ExportCommand: AsyncParsableCommand, StudyRunning {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write results as tables and trajectories for other programs.",
    discussion: """
      Writes the errors, scores, fixes, ground truth, presses, test points and beacons of a results folder as CSV with a Frictionless \
      datapackage.json, each track in TUM format, and Parquet if a Python with pyarrow is there (BEACONBENCH_PYTHON, else that \
      beside the program, else python3). An earlier export of the same results is replaced.

      Example: beaconbench export results/floor35/seed1-laps300
      """)

  @Argument(.folder, "The results folder.", as: "results")
  var path: String

  @Option(.folder, "The folder to write. (default: <results>-export, beside the results folder)")
  var into: String?

  @Flag(
    name: .customLong("geojson"),
    help: "Write fixes, ground truth and beacons as map.geojson too; the site must have an origin.")
  var writesMap = false

  @OptionGroup var replacing: ReplaceOption

  @OptionGroup var options: ReportingOptions

  @OptionGroup var data: DataOption

  var limits: StudyLimits { options.limits }

  func run() async throws {
    let (study, saved) = try SavedResults.withStudy(in: path, data)
    let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
    let folder = ExportFolder(into ?? trimmed + "-export")
    try folder.check(for: saved, replacing: replacing.replace)
    let map = writesMap ? try study.map(file: path) : nil
    let exported = try await options.runner.stage(StudySteps(study.laps)) {
      try await ExportedResults(study, saved: saved, to: folder, map: map, width: options.width, progress: $0)
    }
    let parquet = ParquetTables.write(in: folder.path)
    if let reason = parquet.reason { StandardStreams.warn([reason]) }
    let document = exported.figureValue.with(.object([("parquet", parquet.names.figureValue)])).document
    try options.show(exported.report(parquet: parquet.names), document)
  }
}
