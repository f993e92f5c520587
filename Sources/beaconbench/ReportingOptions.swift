import ArgumentParser
import Documents
import Foundation
import Reporting

/// The options of every verb that runs laps and prints what came of them.
struct ReportingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "The number of laps to run in parallel; results do not depend on it. (default: one per core)",
    transform: OptionValue.integer(1...1024))
  var threads: Int?

  @OptionGroup var memory: MemoryOption

  @Flag(help: "Print one JSON document instead of tables.")
  var json = false

  @OptionGroup var tables: TableOption

  @Flag(help: "Do not show progress.")
  var quiet = false

  func validate() throws { try tables.check(json: json) }

  /// Prints what came of it.
  func show(_ report: @autoclosure () -> [ReportSection], _ document: @autoclosure () throws -> Document)
    throws
  {
    try tables.show(report(), try document(), json: json)
  }

  /// The line on the terminal that says how much is done.
  func progress(of count: Int, _ units: String = "laps") -> TerminalProgress {
    TerminalProgress(ProgressLine(of: count, units), isQuiet: quiet)
  }

  var width: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }
}
