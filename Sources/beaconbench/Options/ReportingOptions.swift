import ArgumentParser
import Documents
import Rendering

/// The options of every verb that runs laps and prints the results.
struct ReportingOptions: ParsableArguments {
  @OptionGroup var parallel: ThreadsOption

  @OptionGroup var programs: ProgramsOption

  @OptionGroup var printing: OutputOptions

  @Flag(help: "Do not show progress.")
  var quiet = false

  var limits: StudyLimits { StudyLimits(memory: parallel.memory.limit, programs: programs.policy) }
  var width: Int { parallel.width }

  /// Prints the results.
  func show(_ report: @autoclosure () -> [ReportSection], _ document: @autoclosure () throws -> Document)
    throws
  {
    try printing.show(report(), try document())
  }

  /// The line on the terminal that says how much is done.
  func progress(of count: Int, _ units: String = "laps") -> TerminalProgress {
    TerminalProgress(ProgressLine(of: count, units), isQuiet: quiet)
  }
}
