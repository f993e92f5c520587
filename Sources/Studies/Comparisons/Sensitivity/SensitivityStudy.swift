package import ArgumentParser
import Evaluation
package import Laps
import Phone
package import Rendering
package import Results
package import Scenarios
import World

/// A scenario run as it stands and with one variation at a time, on common random numbers.
package struct SensitivityStudy: SteppedStudy, Sendable {
  /// Pipelines, and what is added to each level before they see it.
  private struct Listener: Sendable {
    let pipelines: PipelineSet
    var offset: Decibels = 0
  }

  /// A source with all that hear its laps; the first listener of the first source has the scenario as it stands.
  private let sources: [(laps: any LapSource, listeners: [Listener])]
  private let variations: [Variation]
  /// About the scenario.
  package let warnings: [String]
  /// Laps, each of them once for each source.
  package var steps: StudySteps { StudySteps(sources[0].laps.laps * sources.count) }

  /// One number set wrong at a time, on the very same laps.
  ///
  /// - Parameter settings: at least one.
  /// - Throws: `FileProblem` for a setting that leaves an n that no algorithm can have, and for white noise, which is made
  ///   from a whole study's readings.
  package init(_ study: Study, settings: [MisSetting]) throws {
    let source = study.source
    try source.scenario.checkHasOwnNoise(in: "a sensitivity study")
    let wrong = try settings.map { setting in
      Listener(
        pipelines: try PipelineSet(
          source.pipelines.definitions, site: source.pipelines.site, phone: source.scenario.phone,
          seed: source.scenario.studySeed, calibration: source.calibration, misSet: setting,
          prior: source.pipelines.prior), offset: setting.offset)
    }
    sources = [(source, [Listener(pipelines: source.pipelines)] + wrong)]
    (variations, warnings) = (settings.map(Variation.misspecified), study.warnings)
  }

  /// Each fault of a simulated scenario alone, beside the scenario without faults.
  ///
  /// - Throws: `FileProblem` for recorded walks, a scenario without faults, and white noise.
  package init(faultsOf scenario: Scenario) throws {
    let simulations = try scenario.simulationsByFault
    self.init(
      try simulations.map { try SimulatedStudy(scenario, $0) },
      simulations.flatMap(\.faults).map(Variation.fault), warnings: simulations[0].warnings)
  }

  /// - Parameter studies: the scenario as it stands, and one for each variation.
  init(_ studies: [SimulatedStudy], _ variations: [Variation], warnings: [String]) {
    sources = studies.map { ($0, [Listener(pipelines: $0.pipelines)]) }
    (self.variations, self.warnings) = (variations, warnings)
  }

  /// Runs all laps.
  ///
  /// - Parameters:
  ///   - width: how many laps at a time; results do not depend on it.
  ///   - progress: called with how many laps are done.
  package func run(width: Int, progress: (Int) -> Void) async throws -> SensitivityResult {
    let first = sources[0].laps
    let conditions = sources.reduce(0) { $0 + $1.listeners.count }
    try MemoryNeed(of: first, width: width, conditions: conditions).check()
    let heard = try await inParallel(steps.count, width: width, progress: progress) { step in
      let (lap, source) = step.quotientAndRemainder(dividingBy: sources.count)
      return try errors(of: sources[source].laps, lap: lap, by: sources[source].listeners)
    }
    let laps = stride(from: 0, to: heard.count, by: sources.count).map { first in
      heard[first..<first + sources.count].flatMap { $0 }
    }
    return SensitivityResult(
      scenario: first.scenario.name, seed: first.scenario.seed, variations: variations,
      pipelines: first.pipelines.definitions.map(\.name), laps: laps)
  }

  /// The errors of all walkers of one lap, by listener and pipeline.
  private func errors(
    of source: any LapSource, lap: Int, by listeners: [Listener]
  ) throws -> [[[PositionError]]] {
    let heard = try source.heard(lap: lap)
    return listeners.map { listener in
      let walkers = heard.map {
        source.errors(of: $0, through: listener.pipelines, on: $0.readings.raised(by: listener.offset))
      }
      return source.pipelines.definitions.indices.map { pipeline in
        walkers.flatMap { $0[pipeline] }
      }
    }
  }
}

extension Readings {
  /// The same readings with every level raised by an offset.
  fileprivate func raised(by offset: Decibels) -> Readings {
    offset == 0
      ? self : replacing(levels: levels.map { column in column.map { level in level.map { $0 + offset } } })
  }
}

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
