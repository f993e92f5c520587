package import ArgumentParser
import Foundation

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
