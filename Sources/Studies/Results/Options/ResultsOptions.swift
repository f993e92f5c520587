package import ArgumentParser
import Rendering
package import Scenarios
package import World

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

  /// The folders of some studies, which can be written. Where nothing names them and a customary one holds the results of another study,
  /// they have a digest of the first study behind.
  ///
  /// - Parameters:
  ///   - suffix: of each study, behind the name.
  ///   - given: in place of ``name``.
  package func folders(
    of studies: [(scenario: String, saved: SavedScenario, suffix: String)], customary: String,
    named given: String? = nil
  ) throws(FileProblem) -> [ResultsFolder] {
    func folders(_ name: String) -> [ResultsFolder] {
      studies.map { ResultsFolder(root: results, scenario: $0.scenario, name: name + $0.suffix) }
    }
    let given = given ?? name
    var chosen = folders(given ?? customary)
    if given == nil, !replace,
      zip(chosen, studies).contains(where: { $0.difference(from: $1.saved) != nil })
    {
      chosen = folders("\(customary)-\(studies[0].saved.digest)")
    }
    for (folder, study) in zip(chosen, studies) {
      if replace { try folder.check() } else { try folder.check(for: study.saved) }
    }
    return chosen
  }

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

/// Whether files and folders that are named for the output may be replaced.
///
/// Without it, an output with other contents than would be written is refused, since it may hold a person's work: see
/// docs/commands.md, *Files that are there already*.
package struct ReplaceOption: ParsableArguments {
  /// Whether the option is given.
  @Flag(help: "Replace an output that is there and holds something else.")
  package var replace = false

  package init() {}

  /// - Parameter isSlow: whether the work takes so long that a refusal must come before it.
  package func others(isSlow: Bool = false) -> OutputFile.Others {
    replace ? .replaced : isSlow ? .refusedAtOnce : .refused
  }

  /// Of pictures, captions and pages: they take the place of earlier ones, which can be made again in a moment.
  package var pictures: OutputFile.Others { replace ? .replaced : .replacedIf(PlotFormat.isPicture) }
}
