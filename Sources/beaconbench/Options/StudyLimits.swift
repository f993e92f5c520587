import ArgumentParser
import Positioning
import Scenarios

/// How much memory a verb may take, which it is refused beyond before it begins.
struct MemoryOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The memory limit in gigabytes; a study that would need more is refused before it begins. (default: 4)",
      valueName: "gigabytes"),
    transform: OptionValue.number(0.01...100_000, expected: "a number from 0.01 to 100000"))
  var memory: Double?

  var limit: MemoryLimit { memory.map { MemoryLimit(gigabytes: $0) } ?? .current }
}

/// What a verb's study may take and start.
struct StudyLimits {
  var memory = MemoryLimit.current
  /// None, where a verb does not ask its user.
  var programs = ProgramPolicy.none

  /// Runs a command within them.
  func apply(to command: () async throws -> Void) async throws {
    try await MemoryLimit.$current.withValue(memory) {
      try await ProgramPolicy.$current.withValue(programs) { try await command() }
    }
  }
}

/// A verb that takes the options.
protocol StudyRunning {
  var limits: StudyLimits { get }
}
