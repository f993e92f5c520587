package import ArgumentParser
package import Documents
package import Rendering

/// The options of every verb that runs laps and prints the results.
package struct ReportingOptions: ParsableArguments {
  @OptionGroup package var parallel: ThreadsOption

  @OptionGroup package var memory: MemoryOption

  @OptionGroup package var programs: ProgramsOption

  @OptionGroup package var printing: OutputOptions

  @OptionGroup package var terminal: ProgressOption

  package init() {}

  package var limits: StudyLimits { StudyLimits(memory: memory.limit, programs: programs.policy) }
  package var width: Int { parallel.width }

  /// Prints the results.
  package func show(
    _ report: @autoclosure () -> [ReportSection], _ document: @autoclosure () throws -> Document
  )
    throws
  {
    try printing.show(report(), try document())
  }

  /// As with ``ProgressOption``.
  package func progress(of count: Int, _ units: String = "laps") -> TerminalProgress {
    terminal.line(of: count, units)
  }
}

/// Whether a verb says on the terminal how much is done.
package struct ProgressOption: ParsableArguments {
  @Flag(name: .customLong("quiet"), help: "Do not show progress.")
  package var isQuiet = false

  package init() {}

  /// The line on the terminal that says how much is done.
  package func line(of count: Int, _ units: String) -> TerminalProgress {
    TerminalProgress(ProgressLine(of: count, units), isQuiet: isQuiet)
  }
}
