import ArgumentParser
import Documents
import Rendering
import Reproducing
import World

struct ReproduceFingerprintCommand: AsyncParsableCommand, StudyRunning {
  static let configuration = CommandConfiguration(
    commandName: "fingerprint",
    abstract: "Reproduce the fingerprint experiments of Son, Tuan Anh and Mai with three and four beacons.",
    discussion: """
      Simulates a survey and visits to the surveyed points, and prints hit rates and errors of nearest fingerprints \
      beside the published ones.

      Example: beaconbench reproduce fingerprint --laps 20
      """)

  /// Those of this project.
  static let presets = ["three-beacons", "four-beacons", "generic"].map {
    "scenarios/fingerprint/\($0).yaml"
  }

  @Argument(
    help: ArgumentHelp(
      "Fingerprint scenarios. (default: three-beacons, four-beacons and generic of scenarios/fingerprint)",
      valueName: "scenario"), completion: .file(), transform: OptionValue.input)
  var paths = ReproduceFingerprintCommand.presets.map(ShippedFile.path)

  @OptionGroup var options: RunningOptions

  var limits: StudyLimits { options.limits }

  func run() async throws {
    let results = try await Self.results(of: paths, options)
    let failures = results.flatMap(\.failures)
    try options.show(
      results.flatMap(\.report),
      [
        "presets": Document(results.map(\.document)), "failures": Document(failures.map { Document($0) }),
      ])
    try ReproduceCommand.check("fingerprint", failures)
  }

  static func results(of paths: [String], _ options: RunningOptions) async throws -> [FingerprintResult] {
    var studies: [FingerprintStudy] = []
    for path in paths {
      let scenario = try FingerprintScenario(contentsOf: path, seed: options.seed, laps: options.laps)
      studies.append(try FingerprintStudy(scenario))
    }
    var progress = options.progress(of: studies.reduce(0) { $0 + $1.scenario.laps })
    defer { progress.finish() }
    var done = 0
    var results: [FingerprintResult] = []
    for study in studies {
      results.append(try await study.run(width: options.width) { progress.show(done: done + $0) })
      done += study.scenario.laps
    }
    return results
  }
}
