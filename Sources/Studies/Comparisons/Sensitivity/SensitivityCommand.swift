package import ArgumentParser
import Laps
package import Rendering
package import Results
import Scenarios

/// The verb `sensitivity`.
package struct SensitivityCommand: SavedStudyVerb {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "sensitivity",
    abstract: "Measure the effect of misspecified n, C or receiver gain on each pipeline's error.",
    discussion: """
      Runs a scenario as it is, and again with one misspecification at a time on the same laps: an offset of the assumed \
      path-loss exponent n, of the assumed C (the RSSI at 1 m), or of the receiver. Prints the paired differences of the errors.

      Example: beaconbench sensitivity scenarios/floor35.yaml --n-offsets -0.2,0.2 --laps 20
      """)

  @Argument(.input, "The scenario file.", as: "scenario")
  var path: String

  @Option(
    .dashed(Self.list(-5...5, "numbers from -5 to 5, separated by commas")),
    "Offsets of the assumed path-loss exponent. (default: -0.4,0.4)", name: .customLong("n-offsets"),
    as: "a,b,...")
  var exponents: [Double]?

  @Option(
    .dashed(Self.list(-40...40, "decibels from -40 to 40, separated by commas")),
    "Offsets of the assumed RSSI at 1 m, in dB. (default: -6,-3,3,6)", name: .customLong("c-offsets"),
    as: "a,b,...")
  var levels: [Double]?

  @Option(
    .dashed(Self.list(-40...40, "decibels from -40 to 40, separated by commas")),
    "Offsets of the receiver, added to every RSSI, in dB. (default: -6,6)", as: "a,b,...")
  var receiver: [Double]?

  /// How it runs and prints.
  @OptionGroup package var options: RunningOptions<ScenarioLaps>

  @OptionGroup var scenario: ScenarioOptions

  @OptionGroup var selection: PipelinesOption

  @OptionGroup var data: DataOption

  /// Different numbers other than 0.
  private static func list(
    _ range: ClosedRange<Double>, _ expected: String
  ) -> @Sendable (String) throws -> [Double] {
    { text in
      let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      let known = numbers.compactMap { $0 }
      guard known.count == numbers.count, known.count <= 12,
        known.allSatisfy({ range.contains($0) && $0 != 0 }),
        Set(known).count == known.count
      else { throw ValidationError("expected up to 12 different \(expected), none of them 0") }
      return known
    }
  }

  private var settings: [MisSetting] {
    guard exponents != nil || levels != nil || receiver != nil else { return MisSetting.customary }
    return (exponents ?? []).map { MisSetting(.n, by: $0) } + (levels ?? []).map { MisSetting(.c, by: $0) }
      + (receiver ?? []).map { MisSetting(.receiver, by: $0) }
  }

  /// Where its results are kept.
  @OptionGroup package var saving: SaveOption

  package init() {}

  /// How the scenario differs from its file.
  package var note: [ReportSection] { scenario.note(on: path) }

  /// Reads and checks what the options name.
  package func prepared() throws -> any PreparedStudy {
    let scenario = try Scenario(
      contentsOf: path, seed: options.seed, laps: options.laps,
      changes: scenario.changes(pipelines: selection.pipelines))
    try data.check(for: scenario, at: path)
    return try SensitivityStudy(Study(scenario, dataRoot: data.root), settings: settings)
  }
}
