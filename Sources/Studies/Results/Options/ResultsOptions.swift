package import ArgumentParser
import World

/// How a verb names its results folder where no name is given.
package protocol ResultsNaming {
  static var customary: String { get }
}

/// Of `run`.
package enum RunNaming: ResultsNaming {
  package static let customary =
    "seed<S>-laps<N>, with a digest of the scenario appended if another scenario has that name"
}

/// Where a verb puts its results folder.
package struct ResultsOptions<Naming: ResultsNaming>: ParsableArguments {
  /// Where results lie without the option.
  package static var customary: String { "results" }

  /// Nil for the customary name.
  @Option(help: "The name of the results folder. (default: \(Naming.customary))")
  package var name: String?

  /// The folder above all results.
  @Option(.folder, "The folder for results folders. (default: \(Self.customary))")
  package var results = Self.customary

  /// Whether results of another scenario may be replaced.
  @Flag(help: "Replace a results folder of this name even if it has another scenario or seed.")
  package var replace = false

  package init() {}

  /// Refuses names that no folder can have.
  package func validate() throws {
    if let name,
      name.isEmpty || name.hasPrefix(".") || name.contains("/") || name.utf8.count > 200
        || !name.unicodeScalars.allSatisfy(\.isPrintable)
    {
      throw ValidationError(
        "--name: expected 1 to 200 characters, not beginning with a dot, without / or control characters, found \(name)"
      )
    }
  }
}
