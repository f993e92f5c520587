package import ArgumentParser
package import Documents
package import Rendering

/// The seed in place of the scenario's.
package struct SeedOption: ParsableArguments {
  /// Nil where the option is absent.
  @Option(.seed, "The seed of all random numbers. (default: the scenario's)", name: .customLong("seed"))
  package var value: UInt64?

  package init() {}
}

/// What says how many laps a verb runs, unless its option does.
package protocol LapsSource {
  /// As the help calls the default.
  static var laps: String { get }
}

/// The laps of a scenario's file.
package enum ScenarioLaps: LapsSource { package static let laps = "the scenario's" }
/// The laps that a study of several runs states for each.
package enum FileLaps: LapsSource { package static let laps = "those that the file states" }
/// The walks of recorded data sets.
package enum DatasetLaps: LapsSource { package static let laps = "all walks of each data set" }
/// The walks of a placement study by which layouts are judged.
package enum JudgingLaps: LapsSource {
  package static let laps = "the study's judge.walks; with --without-each, the scenario's"
}

/// The options of every verb that runs a scenario.
package struct RunningOptions<Laps: LapsSource>: ParsableArguments {
  @OptionGroup var ownSeed: SeedOption

  /// Nil for the scenario's number.
  @Option(
    .whole(1...1_000_000),
    "The number of laps to run, from the first. (default: \(Laps.laps))")
  package var laps: Int?

  /// How it runs and prints.
  @OptionGroup package var reporting: ReportingOptions

  package init() {}

  /// Nil for the scenario's.
  package var seed: UInt64? { ownSeed.value }
  /// What its study may take and start.
  package var limits: StudyLimits { reporting.limits }
  /// Whether JSON is printed.
  package var json: Bool { reporting.printing.json }
  /// How many laps run in parallel.
  package var width: Int { reporting.width }

  /// As with ``ReportingOptions``.
  package func show(
    _ report: @autoclosure () -> [ReportSection], _ document: @autoclosure () throws -> Document
  )
    throws
  {
    try reporting.show(report(), try document())
  }
}
