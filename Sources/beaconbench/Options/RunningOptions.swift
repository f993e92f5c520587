import ArgumentParser
import Documents
import Rendering

/// The seed in place of the scenario's.
struct SeedOption: ParsableArguments {
  @Option(
    name: .customLong("seed"), parsing: .unconditional,
    help: "The seed of all random numbers. (default: the scenario's)", transform: OptionValue.seed)
  var value: UInt64?
}

/// The options of every verb that runs a scenario.
struct RunningOptions: ParsableArguments {
  @OptionGroup var ownSeed: SeedOption

  @Option(
    parsing: .unconditional,
    help: "The number of laps to run, from the first. (default: the scenario's; for plot, 20)",
    transform: OptionValue.integer(1...1_000_000))
  var laps: Int?

  @OptionGroup var reporting: ReportingOptions

  var seed: UInt64? { ownSeed.value }
  var limits: StudyLimits { reporting.limits }
  var json: Bool { reporting.printing.json }
  var width: Int { reporting.width }

  /// As with ``ReportingOptions``.
  func show(_ report: @autoclosure () -> [ReportSection], _ document: @autoclosure () throws -> Document)
    throws
  {
    try reporting.show(report(), try document())
  }

  /// As with ``ReportingOptions``.
  func progress(of count: Int, _ units: String = "laps") -> TerminalProgress {
    reporting.progress(of: count, units)
  }
}
