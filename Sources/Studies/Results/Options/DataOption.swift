package import ArgumentParser
import Foundation
package import Scenarios
import Sites
import World

/// Where recorded data sets lie: the option of every verb that reads them.
package struct DataOption: ParsableArguments {
  /// Nil where the option is absent.
  @Option(
    .folderToRead,
    """
    The folder of data sets whose recordings are not beside their declaration. (default: the environment variable \
    BEACONBENCH_DATASETS, else ../shared/data/datasets in the working folder, else that of data fetch)
    """)
  package var data: String?

  package init() {}

  /// The folder of data sets, as given or as the environment names it.
  package var root: String { Dataset.root(given: data, environment: ProcessInfo.processInfo.environment) }

  /// The option again, for another process in the same working folder.
  package var arguments: [String] { data.map { ["--data", $0] } ?? [] }

  /// Refuses a folder of data sets where nothing would be read from it.
  package func check(for scenario: Scenario, at path: String) throws {
    guard data != nil, scenario.simulation != nil else { return }
    throw FileProblem(
      file: "--data", expected: "a scenario of recorded walks",
      found: "the simulated \(path)")
  }
}
