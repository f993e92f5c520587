package import ArgumentParser
import Calibrating
import Documents
import Rendering
package import Results
import Scenarios

package struct MethodsCommand: SavedStudyVerb {
  package static let configuration = CommandConfiguration(
    commandName: "methods",
    abstract: "Compare pipelines on several recorded data sets in one table.",
    discussion: """
      Runs every pipeline of a comparison on every one of its data sets, with n, C and radio map from other recordings than \
      those that are scored. A cell says why a pipeline cannot run on a data set.

      Example: beaconbench methods scenarios/methods/recorded.yaml --datasets uji-ble
      """)

  @Argument(
    help: ArgumentHelp("The file of the comparison.", valueName: "comparison"), completion: .file(),
    transform: OptionValue.input)
  var path: String

  @Option(
    help: ArgumentHelp(
      "Use only these data sets, by their names in the file. (default: all)", valueName: "a,b,..."),
    transform: OptionValue.names)
  var datasets: [String]?

  @OptionGroup package var options: RunningOptions

  @OptionGroup var selection: PipelinesOption

  @OptionGroup var data: DataOption

  @OptionGroup package var saving: SaveOption

  package init() {}

  package func prepared() throws -> any PreparedStudy {
    let methods = try MethodsScenario(
      contentsOf: path, seed: options.seed, walks: options.laps, datasets: datasets,
      pipelines: selection.pipelines)
    return try MethodsStudy(methods, root: data.root)
  }
}
