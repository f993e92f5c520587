import ArgumentParser
import Documents
import Figures
import Reporting
import Results
import Studies
import Sweeping

/// How the verbs of sweeps print what they have to say.
struct SweepOutput: ParsableArguments {
  @Flag(help: "Print one JSON document instead of tables.")
  var json = false

  @OptionGroup var tables: TableOption

  @Flag(help: "Do not show progress.")
  var quiet = false

  func validate() throws { try tables.check(json: json) }

  /// Scores all blocks, writes the results and prints them.
  ///
  /// - Parameter database: a file that takes the rows too.
  func write(
    _ blocks: [LapBlock], of run: SweepRun, to folder: SweepFolder, database: String?, width: Int, _ clock: RunClock
  ) async throws {
    let result = try await run.result(of: blocks, width: width)
    try folder.write(
      result, of: run, provenance: Provenance(start: clock, threads: width, commit: .ofThisProgram))
    if let database {
      let file = try RunDatabase(database)
      try file.write(result)
    }
    try tables.show(result.report + [.folders([folder.results.path + "/"])], result.document, json: json)
  }

  func say(_ sentence: String, _ document: Document) throws {
    try print(json ? document.json : sentence)
  }

  func show(_ estimate: SweepEstimate) throws {
    try tables.show(estimate.report, estimate.document, json: json)
  }
}
