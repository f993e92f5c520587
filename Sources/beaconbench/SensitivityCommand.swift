import ArgumentParser
import Documents
import Figures
import Foundation
import Laps
import Reporting
import Scenarios
import Studies

struct SensitivityCommand: AsyncParsableCommand, MemoryLimited {
  static let configuration = CommandConfiguration(
    commandName: "sensitivity",
    abstract: "Say what each method loses when n, C or the receiver is set wrong.",
    discussion: """
      Runs a scenario as it stands and with one number wrong at a time, on the same laps, and pairs the errors: \
      the n and the C that the algorithms assume, and an offset of the receiver that they do not know of.
      """)

  @Argument(help: ArgumentHelp("The scenario file.", valueName: "scenario"), transform: OptionValue.path)
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

  @OptionGroup var options: RunningOptions

  @OptionGroup var data: DataOption

  var memory: MemoryOption { options.memory }

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
    let scenario = try Scenario(contentsOf: path, seed: options.seed, laps: options.laps)
    try data.check(for: scenario, at: path)
    let plain = try Study(scenario, dataRoot: data.root)
    let study = try SensitivityStudy(plain, settings: settings)
    StandardStreams.warn(plain.warnings)
    var progress = options.progress(of: study.laps)
    let result = try await study.run(width: options.width) { progress.show(done: $0) }
    progress.finish()
    try print(
      options.json
        ? result.document.json : result.report.text(width: OutputWidth.ofStandardOutput),
      terminator: options.json ? "\n" : "")
  }
}
