package import ArgumentParser
package import Documents
package import Rendering

/// The options of every verb that runs laps and prints the results.
package struct ReportingOptions: ParsableArguments {
  /// How many laps run in parallel.
  @OptionGroup package var parallel: ThreadsOption

  /// How much memory the study may need.
  @OptionGroup package var memory: MemoryOption

  /// Which programs it may start.
  @OptionGroup package var programs: ProgramsOption

  /// Tables or JSON.
  @OptionGroup package var printing: OutputOptions

  /// Whether progress is shown.
  @OptionGroup package var terminal: ProgressOption

  package init() {}

  /// What its study may take and start.
  package var limits: StudyLimits { StudyLimits(memory: memory.limit, programs: programs.policy) }
  /// How many laps run in parallel.
  package var width: Int { parallel.width }

  /// Prints the results.
  package func show(
    _ report: @autoclosure () -> [ReportSection], _ document: @autoclosure () throws -> Document
  )
    throws
  {
    try printing.show(report(), try document())
  }
}

/// Whether a verb says on the terminal how much is done.
package struct ProgressOption: ParsableArguments {
  /// Whether no progress is shown.
  @Flag(name: .customLong("quiet"), help: "Do not show progress.")
  package var isQuiet = false

  package init() {}

  /// The line on the terminal that says how much is done.
  package func line(of count: Int, _ units: String) -> TerminalProgress {
    TerminalProgress(ProgressLine(of: count, units), isQuiet: isQuiet)
  }
}
