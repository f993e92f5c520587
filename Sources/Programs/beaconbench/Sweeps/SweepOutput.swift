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
  func write(_ result: SweepResult, of sweep: PreparedSweep, width: Int, _ clock: RunClock) throws {
    let folders = try sweep.keep(result, provenance: Provenance(start: clock, threads: width))
    try printing.show(result.report + [.folders(folders)], result.document)
  }

  func say(_ sentence: String, _ document: Document) throws {
    try StandardStreams.print(printing.json ? document.json : sentence)
  }
}
