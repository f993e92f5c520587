package import ArgumentParser
import Foundation
package import Positioning
package import Rendering
package import Scenarios

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
///
/// They stand side by side, not in groups of groups: of each group the parser checks the parts four times in a debug build, and of each
/// part its own parts again.
package struct RunningOptions<Laps: LapsSource>: ParsableArguments, StudyTaking {
  /// Nil for the scenario's.
  @Option(.seed) package var seed: UInt64?

  /// Nil for the scenario's number.
  @Option(
    .whole(1...1_000_000),
    "The number of laps to run, from the first. (default: \(Laps.laps))")
  package var laps: Int?

  /// Nil for one per core.
  @Option(.threads) package var threads: Int?
  /// Gigabytes; nil for the default.
  @Option(.memory) package var memory: Double?
  /// Whether all programs of the scenario may be started.
  @Flag(.allowPrograms) package var allowPrograms = false

  /// Tables or JSON.
  @OptionGroup package var printing: OutputOptions

  /// Whether no progress is shown.
  @Flag(.quiet) package var isQuiet = false

  package init() {}

  /// Whether JSON is printed.
  package var json: Bool { printing.json }
}

/// What runs the laps of a study.
package protocol StudyTaking: ThreadsTaking, MemoryTaking, ProgramsStarting, ProgressShowing {}

extension StudyTaking {
  /// What its study may take and start.
  package var limits: StudyLimits { StudyLimits(memory: memoryLimit, programs: policy) }
}

/// The options of every verb that runs laps and prints the results.
package struct ReportingOptions: ParsableArguments, StudyTaking {
  /// Nil for one per core.
  @Option(.threads) package var threads: Int?
  /// Gigabytes; nil for the default.
  @Option(.memory) package var memory: Double?
  /// Whether all programs of the scenario may be started.
  @Flag(.allowPrograms) package var allowPrograms = false

  /// Tables or JSON.
  @OptionGroup package var printing: OutputOptions

  /// Whether no progress is shown.
  @Flag(.quiet) package var isQuiet = false

  package init() {}
}

/// What says on the terminal how much is done.
package protocol ProgressShowing { var isQuiet: Bool { get } }

extension ProgressShowing {
  /// The line on the terminal that says how much is done.
  package func line(of count: Int, _ units: String) -> TerminalProgress {
    TerminalProgress(ProgressLine(of: count, units), isQuiet: isQuiet)
  }
}

/// What runs laps in parallel.
package protocol ThreadsTaking { var threads: Int? { get } }

extension ThreadsTaking {
  /// How many laps run in parallel.
  package var width: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }
}

/// What takes memory for a study, beyond which it is refused before it begins.
package protocol MemoryTaking { var memory: Double? { get } }

extension MemoryTaking {
  /// The limit that holds.
  package var memoryLimit: MemoryLimit { memory.map { MemoryLimit(gigabytes: $0) } ?? .current }
}

/// What a verb's study may take and start.
package struct StudyLimits {
  /// What a study may need at most.
  package var memory: MemoryLimit
  /// None, where a verb does not ask its user.
  package var programs: ProgramPolicy

  package init(memory: MemoryLimit = .current, programs: ProgramPolicy = .none) {
    (self.memory, self.programs) = (memory, programs)
  }

  /// Runs a command within them.
  package func apply(to command: () async throws -> Void) async throws {
    try await MemoryLimit.$current.withValue(memory) {
      try await ProgramPolicy.$current.withValue(programs) { try await command() }
    }
  }
}

/// A verb that takes the options.
package protocol StudyRunning {
  var limits: StudyLimits { get }
}

/// What may start the programs that a scenario names as methods.
package protocol ProgramsStarting { var allowPrograms: Bool { get } }

extension ProgramsStarting {
  /// What the option and the list of the user permit.
  package var policy: ProgramPolicy { allowPrograms ? .all : .named(list: Self.list) }

  /// The option again, for another process.
  package var arguments: [String] { allowPrograms ? ["--allow-programs"] : [] }

  /// The file in which the user lists scenarios whose programs may be started always.
  private static var list: String {
    let environment = ProcessInfo.processInfo.environment
    // The specification of these folders ignores a relative one.
    let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"] ?? NSHomeDirectory()
    return (folder ?? home + "/.config") + "/beaconbench/allowed-programs"
  }
}
