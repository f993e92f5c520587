package import ArgumentParser
import Foundation
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

  /// Tables or JSON.
  package var printing: OutputOptions { reporting.printing }
}

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

/// How much of the machine a verb takes for its laps.
package struct ThreadsOption: ParsableArguments {
  /// Nil for one per core.
  @Option(
    .whole(1...1024),
    "The number of laps to run in parallel; results do not depend on it. (default: one per core)")
  package var threads: Int?

  package init() {}

  /// How many laps run in parallel.
  package var width: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }
}
