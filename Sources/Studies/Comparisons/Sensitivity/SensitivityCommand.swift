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
    abstract:
      "Measure the effect of misspecified n, C or receiver gain, or of faults, on each pipeline's error.",
    discussion: """
      Runs a scenario as it is, and again with one misspecification at a time on the same laps: an offset of the assumed \
      path-loss exponent n, of the assumed C (the RSSI at 1 m), or of the receiver. With --faults it runs a simulated scenario \
      without the faults of its key `faults`, and again with each of them alone. Prints the paired differences of the errors.

      Example: beaconbench sensitivity scenarios/floor35.yaml --n-offsets -0.2,0.2 --laps 20
      Example: beaconbench sensitivity scenarios/faults.yaml --faults --laps 20
      """)

  @Argument(.input, "The scenario file.", as: "scenario")
  var path: String

  @Option(
    .offsets(-5...5, "numbers from -5 to 5"),
    "Offsets of the assumed path-loss exponent. (default: -0.4,0.4)", name: .customLong("n-offsets"),
    as: "a,b,...")
  var exponents: [Double]?

  @Option(
    .offsets(-40...40, "decibels from -40 to 40"),
    "Offsets of the assumed RSSI at 1 m, in dB. (default: -6,-3,3,6)", name: .customLong("c-offsets"),
    as: "a,b,...")
  var levels: [Double]?

  @Option(
    .offsets(-40...40, "decibels from -40 to 40"),
    "Offsets of the receiver, added to every RSSI, in dB. (default: -6,6)", as: "a,b,...")
  var receiver: [Double]?

  @Flag(help: "Measure the effect of each fault of the scenario instead.")
  var faults = false

  /// How it runs and prints.
  @OptionGroup package var options: RunningOptions<ScenarioLaps>

  @OptionGroup var scenario: ScenarioOptions

  @Option(.pipelines) var pipelines: [String]?

  @OptionGroup var data: DataOption

  /// Where its results are kept.
  @OptionGroup package var saving: SaveOption

  package init() {}

  private var settings: [MisSetting] {
    guard exponents != nil || levels != nil || receiver != nil else { return MisSetting.customary }
    return (exponents ?? []).map { MisSetting(.n, by: $0) } + (levels ?? []).map { MisSetting(.c, by: $0) }
      + (receiver ?? []).map { MisSetting(.receiver, by: $0) }
  }

  /// Refuses options that do not go together.
  package func validate() throws {
    guard faults else { return }
    try refuse(
      [
        "--n-offsets": exponents != nil, "--c-offsets": levels != nil, "--receiver": receiver != nil,
        "--data": data.data != nil,
      ], "cannot be combined with --faults")
  }

  /// How the scenario differs from its file.
  package var note: [ReportSection] { scenario.note(on: path) }

  /// Reads and checks what the options name.
  package func prepared() throws -> any PreparedStudy {
    let whole = try Scenario(
      contentsOf: path, seed: options.seed, laps: options.laps,
      changes: scenario.changes(pipelines: pipelines))
    if faults { return try SensitivityStudy(faultsOf: whole) }
    try data.check(for: whole, at: path)
    return try SensitivityStudy(Study(whole, dataRoot: data.root), settings: settings)
  }
}

extension OptionForm<[Double]> {
  /// Up to 12 different numbers other than 0.
  fileprivate static func offsets(_ range: ClosedRange<Double>, _ expected: String) -> OptionForm {
    .dashed { text in
      let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? 0 }
      guard numbers.allSatisfy({ range.contains($0) && $0 != 0 }), Set(numbers).count == numbers.count,
        numbers.count <= 12
      else {
        throw ValidationError(
          "expected up to 12 different \(expected), separated by commas, none of them 0")
      }
      return numbers
    }
  }
}
