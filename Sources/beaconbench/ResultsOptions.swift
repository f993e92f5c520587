import ArgumentParser
import World

/// Where a verb puts its results folder.
struct ResultsOptions: ParsableArguments {
  /// Where results lie when nobody says where.
  static let customary = "results"

  @Option(help: "The name of the results folder. (default: seed<S>-laps<N>)")
  var name: String?

  @Option(help: ArgumentHelp("The folder of all results.", valueName: "folder"))
  var results = ResultsOptions.customary

  @Flag(help: "Replace results of another scenario or seed that have the same name.")
  var replace = false

  func validate() throws {
    if let name,
      name.isEmpty || name.hasPrefix(".") || name.contains("/") || name.utf8.count > 200
        || !name.unicodeScalars.allSatisfy(\.isPrintable)
    {
      throw ValidationError(
        "--name: expected 1 to 200 letters without / and control characters that do not begin with a dot, found '\(name)'"
      )
    }
    if results.isEmpty { throw ValidationError("--results: expected a folder, found nothing") }
  }
}
