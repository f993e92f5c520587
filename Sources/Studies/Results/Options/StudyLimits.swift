package import ArgumentParser
import Foundation
package import Positioning
package import Scenarios

/// How much memory a verb may take, which it is refused beyond before it begins.
package struct MemoryOption: ParsableArguments {
  /// Gigabytes; nil for the default.
  @Option(
    .number(0.01...100_000, "a number"),
    "The memory limit in gigabytes; a study that would need more is refused before it begins. (default: 4)",
    as: "gigabytes")
  package var memory: Double?

  package init() {}

  /// The limit that holds.
  package var limit: MemoryLimit { memory.map { MemoryLimit(gigabytes: $0) } ?? .current }
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

/// Whether a verb may start the programs that a scenario names as methods.
package struct ProgramsOption: ParsableArguments {
  /// Whether all programs of the scenario may be started.
  @Flag(
    help: "Start the programs that the scenario names as methods. docs/security.md says what that permits.")
  var allowPrograms = false

  package init() {}

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
