import ArgumentParser
import Documents
import Rendering

/// The options of every verb that runs laps and prints the results.
struct ReportingOptions: ParsableArguments {
  @OptionGroup var parallel: ThreadsOption

  @OptionGroup var memory: MemoryOption

  @OptionGroup var programs: ProgramsOption

  @OptionGroup var printing: OutputOptions

  @OptionGroup var terminal: ProgressOption

  var limits: StudyLimits { StudyLimits(memory: memory.limit, programs: programs.policy) }
  var width: Int { parallel.width }

  /// Prints the results.
  func show(_ report: @autoclosure () -> [ReportSection], _ document: @autoclosure () throws -> Document)
    throws
  {
    try printing.show(report(), try document())
  }

  /// As with ``ProgressOption``.
  func progress(of count: Int, _ units: String = "laps") -> TerminalProgress {
    terminal.line(of: count, units)
  }
}

/// Whether a verb says on the terminal how much is done.
struct ProgressOption: ParsableArguments {
  @Flag(name: .customLong("quiet"), help: "Do not show progress.")
  var isQuiet = false

  /// The line on the terminal that says how much is done.
  func line(of count: Int, _ units: String) -> TerminalProgress {
    TerminalProgress(ProgressLine(of: count, units), isQuiet: isQuiet)
  }
}
