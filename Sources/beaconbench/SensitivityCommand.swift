import ArgumentParser
import Foundation
import Reporting
import SiteFiles
import Studies

struct SensitivityCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sensitivity",
    abstract: "Say what each method loses when n, C or the receiver is set wrong.",
    discussion: """
      Runs a scenario as it stands and with one number wrong at a time, on the same laps, and pairs the errors: \
      the n and the C that the algorithms assume, and an offset of the receiver that they do not know of.
      """)

  @Argument(help: ArgumentHelp("The scenario file.", valueName: "scenario"))
  var path: String

  @Option(
    name: .customLong("n"), parsing: .unconditional,
    help: ArgumentHelp("What is added to n. (default: -0.4,0.4)", valueName: "a,b,…"),
    transform: Self.list(-5...5, "numbers from -5 to 5, with commas between"))
  var exponents: [Double]?

  @Option(
    name: .customLong("c"), parsing: .unconditional,
    help: ArgumentHelp("What is added to C, in dB. (default: -6,-3,3,6)", valueName: "a,b,…"),
    transform: Self.list(-40...40, "decibels from -40 to 40, with commas between"))
  var levels: [Double]?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What the receiver adds to each level, in dB. (default: -6,6)", valueName: "a,b,…"),
    transform: Self.list(-40...40, "decibels from -40 to 40, with commas between"))
  var receiver: [Double]?

  @Option(
    parsing: .unconditional, help: "The seed, in place of the scenario's own.", transform: OptionValue.seed)
  var seed: UInt64?

  @Option(
    parsing: .unconditional, help: "How many laps, in place of the scenario's own number.",
    transform: OptionValue.integer(1...1_000_000))
  var laps: Int?

  @Option(
    parsing: .unconditional,
    help: "How many laps to run side by side; results do not depend on it. (default: one a core)",
    transform: OptionValue.integer(1...1024))
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "Where recorded data sets lie. (default: BEACONBENCH_DATASETS, else ../shared/data/datasets)",
      valueName: "folder"))
  var data: String?

  @Flag(help: "Show no progress.")
  var quiet = false

  @Flag(help: "Print one JSON document instead of tables.")
  var json = false

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

  func run() async throws {
    let scenario = try Scenario(contentsOf: path, seed: seed, laps: laps)
    let root = Dataset.root(given: data, environment: ProcessInfo.processInfo.environment)
    let study = try SensitivityStudy(try Study(scenario, dataRoot: root), settings: settings)
    var progress = TerminalProgress(ProgressLine(of: study.laps, "laps"), isQuiet: quiet)
    let width = threads ?? ProcessInfo.processInfo.activeProcessorCount
    let result = try await study.run(width: width) { progress.show(done: $0) }
    progress.finish()
    try print(
      json ? result.document.json : SensitivityReport(result).text(width: OutputWidth.ofStandardOutput),
      terminator: json ? "\n" : "")
  }
}
