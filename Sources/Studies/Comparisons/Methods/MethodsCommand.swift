package import ArgumentParser
package import Results
import Scenarios

/// The verb `methods`.
package struct MethodsCommand: SavedStudyVerb {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "methods",
    abstract: "Compare pipelines on several recorded data sets in one table.",
    discussion: """
      Runs every pipeline of a comparison on every one of its data sets, with n, C and radio map from other recordings than \
      those that are scored. A cell says why a pipeline cannot run on a data set.

      Example: beaconbench methods scenarios/methods/recorded.yaml --datasets uji-ble
      """)

  @Argument(.input, "The file of the comparison.", as: "comparison")
  var path: String

  @Option(.names, "Use only these data sets, by their names in the file. (default: all)")
  var datasets: [String]?

  /// How it runs and prints.
  @OptionGroup package var options: RunningOptions<DatasetLaps>

  @Option(.pipelines) var pipelines: [String]?

  @OptionGroup var data: DataOption

  /// Where its results are kept.
  @OptionGroup package var saving: SaveOption

  package init() {}

  /// Reads and checks what the options name.
  package func prepared() throws -> any PreparedStudy {
    let methods = try MethodsScenario(
      contentsOf: path, seed: options.seed, walks: options.laps, datasets: datasets,
      changes: ScenarioChanges(pipelines: pipelines))
    return try MethodsStudy(methods, root: data.root)
  }
}
