import ArgumentParser
import Exporting
import Figures
import Foundation
import Laps
import Reporting
import Results
import World

struct ExportCommand: AsyncParsableCommand, MemoryLimited {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write results as tables and trajectories for other programs.",
    discussion: """
      Writes the errors, scores, fixes, ground truth, presses, test points and beacons of a results folder as CSV with a Frictionless \
      datapackage.json, each track in TUM format, and Parquet if a Python with pyarrow is there (BEACONBENCH_PYTHON, else \
      python3). An earlier export is replaced.

      Example: beaconbench export results/floor35/seed1-laps300
      """)

  @Argument(help: ArgumentHelp("The results folder.", valueName: "results"), transform: OptionValue.path)
  var path: String

  @Option(
    help: ArgumentHelp(
      "The folder to write. (default: notebooks-export/<scenario>/<name of the results folder>)",
      valueName: "folder"), transform: OptionValue.path)
  var output: String?

  @Option(
    parsing: .unconditional,
    help: "The number of laps to run in parallel; files do not depend on it. (default: one per core)",
    transform: OptionValue.integer(1...1024))
  var threads: Int?

  @OptionGroup var memory: MemoryOption

  @OptionGroup var data: DataOption

  @Flag(help: "Print one JSON document instead of tables.")
  var json = false

  @OptionGroup var tables: TableOption

  @Flag(help: "Do not show progress.")
  var quiet = false

  func validate() throws { try tables.check(json: json) }

  func run() async throws {
    let (study, saved) = try SavedResults.withStudy(in: path, data)
    let scenario = study.scenarioName
    let name = URL(filePath: saved.path).standardized.lastPathComponent
    let folder = ExportFolder(output ?? "notebooks-export/\(scenario)/\(name)")
    try folder.check()
    var progress = TerminalProgress(ProgressLine(of: study.laps, "laps"), isQuiet: quiet)
    let exported = try await ExportedResults(
      study, saved: saved, to: folder, width: threads ?? ProcessInfo.processInfo.activeProcessorCount
    ) { progress.show(done: $0) }
    progress.finish()
    let parquet = ParquetTables.write(in: folder.path)
    if let reason = parquet.reason { StandardStreams.warn([reason]) }
    let document = exported.figureValue.with(.object([("parquet", parquet.names.figureValue)])).document
    try tables.show(exported.report(parquet: parquet.names), document, json: json)
  }
}
