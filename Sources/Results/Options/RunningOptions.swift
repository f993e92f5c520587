package import ArgumentParser
package import Documents
package import Rendering

/// The seed in place of the scenario's.
package struct SeedOption: ParsableArguments {
  @Option(
    name: .customLong("seed"), parsing: .unconditional,
    help: "The seed of all random numbers. (default: the scenario's)", transform: OptionValue.seed)
  package var value: UInt64?

  package init() {}
}

/// The options of every verb that runs a scenario.
package struct RunningOptions: ParsableArguments {
  @OptionGroup package var ownSeed: SeedOption

  @Option(
    parsing: .unconditional,
    help: "The number of laps to run, from the first. (default: the scenario's; for plot, 20)",
    transform: OptionValue.integer(1...1_000_000))
  package var laps: Int?

  @OptionGroup package var reporting: ReportingOptions

  package init() {}

  package var seed: UInt64? { ownSeed.value }
  package var limits: StudyLimits { reporting.limits }
  package var json: Bool { reporting.printing.json }
  package var width: Int { reporting.width }

  /// As with ``ReportingOptions``.
  package func show(
    _ report: @autoclosure () -> [ReportSection], _ document: @autoclosure () throws -> Document
  )
    throws
  {
    try reporting.show(report(), try document())
  }

  /// As with ``ReportingOptions``.
  package func progress(of count: Int, _ units: String = "laps") -> TerminalProgress {
    reporting.progress(of: count, units)
  }
}
