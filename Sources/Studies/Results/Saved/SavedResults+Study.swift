import Foundation
package import Laps
package import Scenarios
import World

extension SavedResults {
  /// A results folder, with the study that its saved scenario reproduces.
  ///
  /// - Parameters:
  ///   - dataRoot: the folder in which data sets lie.
  ///   - check: may refuse the scenario; its path is also passed.
  /// - Throws: `FileProblem` for a folder without results or without a scenario.
  package static func withStudy(
    in path: String, dataRoot: String, check: (Scenario, _ path: String) throws -> Void
  ) throws -> (study: Study, saved: SavedResults) {
    let saved = try SavedResults(contentsOf: path)
    let file = "\(saved.path)/\(SavedScenario.scenarioName)"
    guard FileManager.default.fileExists(atPath: file) else {
      throw FileProblem(
        file: path, expected: "a results folder with its \(SavedScenario.scenarioName), which run writes",
        found: "none")
    }
    let scenario = try Scenario(contentsOf: file)
    try check(scenario, file)
    return (try Study(scenario, dataRoot: dataRoot), saved)
  }
}

extension SavedResults {
  /// As ``withStudy(in:dataRoot:check:)``, with the data sets where the option says.
  package static func withStudy(in path: String, _ data: DataOption) throws -> (
    study: Study, saved: SavedResults
  ) {
    try withStudy(in: path, dataRoot: data.root) { scenario, file in try data.check(for: scenario, at: file) }
  }
}
