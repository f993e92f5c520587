import ArgumentParser
import Documents
import Rendering
import Results
import Sweeping

/// How the verbs of sweeps print what they have to say.
struct SweepOutput: ParsableArguments {
  @OptionGroup var printing: OutputOptions

  @OptionGroup var progress: ProgressOption

  /// Writes the results of a sweep and prints them.
  ///
  /// - Parameter database: a file that takes the rows too.
  func write(
    _ result: SweepResult, of run: SweepRun, to folder: SweepFolder, database: String?, width: Int,
    _ clock: RunClock
  ) throws {
    try folder.write(result, of: run, provenance: Provenance(start: clock, threads: width))
    if let database {
      let file = try RunDatabase(database)
      try file.write(result)
    }
    try printing.show(result.report + [.folders([folder.results.path + "/"])], result.document)
  }

  func say(_ sentence: String, _ document: Document) throws {
    try StandardStreams.print(printing.json ? document.json : sentence)
  }

  func show(_ estimate: SweepEstimate) throws {
    try printing.show(estimate.report, estimate.document)
  }
}
