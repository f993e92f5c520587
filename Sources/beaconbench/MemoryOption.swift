import ArgumentParser
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

/// A verb that takes the option.
protocol MemoryLimited {
  var memory: MemoryOption { get }
}
