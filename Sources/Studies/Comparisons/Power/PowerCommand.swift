package import ArgumentParser
import Rendering
package import Results

/// The verb `power`.
package struct PowerCommand: StudyVerb {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "power",
    abstract: "Compute how many laps are needed to show a given difference between pipelines.",
    discussion: """
      Pairs the errors of the pipelines in a results folder, such as that of a first run with few laps, and prints how many \
      laps show a difference of a given size, and which difference the present laps show.

      Example: beaconbench power results/floor35/seed1-laps20 --pipelines Kalman,feedback --differences 0.1,0.2
      """)

  @Argument(.folder, "The results folder of a first run.", as: "results")
  var path: String

  @Option(.names, "Use only these pipelines; the first is the baseline. (default: all)")
  var pipelines: [String]?

  @Option(
    .dashed(Self.metres), "The differences to show, in metres. (default: 0.05,0.1,0.2,0.5)", as: "a,b,...")
  var differences = [0.05, 0.1, 0.2, 0.5]

  @Option(
    .number(0.51...0.999, "a probability"),
    "The probability of showing them, the power of the test. (default: 0.8)",
    name: .customLong("probability"), as: "probability")
  var power = 0.8

  /// Tables or JSON.
  @OptionGroup package var options: OutputOptions

  package init() {}

  /// Reads the folder.
  package func prepared() throws -> any PreparedStudy {
    let result = try PowerResult(
      SavedResults(contentsOf: path), pipelines: pipelines, differences: differences, power: power)
    return Answer(result.report, result.document)
  }

  private static let metres: @Sendable (String) throws -> [Double] = { text in
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
    guard numbers.count == text.count(where: { $0 == "," }) + 1, numbers.count <= 8,
      numbers.allSatisfy({ 0.001...1000 ~= $0 })
    else {
      throw ValidationError("expected up to 8 numbers of metres from 0.001 to 1000, separated by commas")
    }
    return numbers
  }
}
