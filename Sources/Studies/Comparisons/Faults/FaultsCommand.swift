package import ArgumentParser
package import Rendering
package import Results
import Scenarios

/// The verb `faults`.
package struct FaultsCommand: SavedStudyVerb {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "faults",
    abstract: "Measure the effect of each fault of a scenario on each pipeline's error.",
    discussion: """
      Runs a simulated scenario without the faults of its key `faults`, and again with each of them alone, on the same \
      random numbers. Prints the paired differences of the errors, or with --site-check how often site check names the \
      fault.

      Example: beaconbench faults scenarios/faults.yaml --laps 20
      Example: beaconbench faults scenarios/faults/moved-beacon.yaml --site-check 1,4 --laps 80
      """)

  @Argument(.input, "The scenario file.", as: "scenario")
  var path: String

  @Option(
    .dashed(Self.lapsPerCheck),
    "Print instead how often `site check` names each fault, for checks of these numbers of laps, such as 1,2,4.",
    as: "a,b,...")
  var siteCheck: [Int]?

  /// How it runs and prints.
  @OptionGroup package var options: RunningOptions<ScenarioLaps>

  @OptionGroup var scenario: ScenarioOptions

  @OptionGroup var selection: PipelinesOption

  /// Different numbers of laps.
  private static let lapsPerCheck: @Sendable (String) throws -> [Int] = { text in
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    let known = numbers.compactMap { $0 }
    guard known.count == numbers.count, known.allSatisfy({ 1...1000 ~= $0 }), Set(known).count == known.count
    else { throw ValidationError("expected different numbers of laps from 1 to 1000, separated by commas") }
    return known
  }

  /// Where its results are kept.
  @OptionGroup package var saving: SaveOption

  package init() {}

  /// How the scenario differs from its file.
  package var note: [ReportSection] { scenario.note(on: path) }

  /// Reads and checks what the options name.
  package func prepared() throws -> any PreparedStudy {
    let changes = try scenario.changes(pipelines: selection.pipelines)
    guard let siteCheck else {
      return try FaultStudy(
        Scenario(contentsOf: path, seed: options.seed, laps: options.laps, changes: changes))
    }
    let (path, laps) = (path, options.laps)
    return try FaultCheckStudy(seed: options.seed, lapsPerCheck: siteCheck) { seed in
      try Scenario(contentsOf: path, seed: seed, laps: laps, changes: changes)
    }
  }
}
