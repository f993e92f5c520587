package import ArgumentParser
import Foundation

/// How much of the machine a verb takes for its laps.
package struct ThreadsOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "The number of laps to run in parallel; results do not depend on it. (default: one per core)",
    transform: OptionValue.integer(1...1024))
  package var threads: Int?

  package init() {}

  package var width: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }
}
