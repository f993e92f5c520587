package import ArgumentParser
import Documents
import Rendering
package import Results

/// `reproduce fingerprint`: the experiments with radio maps, or scenarios like them.
package struct ReproduceFingerprintCommand: StudyVerb {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
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
      "Scenarios with a survey and a standing walk. (default: three-beacons, four-beacons and generic of scenarios/fingerprint)",
      valueName: "scenario"), completion: .file(), transform: OptionValue.input)
  var paths = ReproduceFingerprintCommand.presets.map(ShippedFile.path)

  /// Seed, laps, threads and output.
  @OptionGroup package var options: RunningOptions<FileLaps>

  /// Before its arguments are parsed.
  package init() {}

  /// Reads all scenarios before any of them runs.
  package func prepared() throws -> any PreparedStudy { try FingerprintStudies(of: paths, options) }
}

/// Fingerprint experiments, one after the other.
struct FingerprintStudies: SteppedStudy {
  let studies: [FingerprintStudy]

  init(of paths: [String], _ options: RunningOptions<FileLaps>) throws {
    studies = try paths.map {
      try FingerprintStudy(contentsOf: $0, seed: options.seed, laps: options.laps)
    }
  }

  var steps: StudySteps { StudySteps(studies.reduce(0) { $0 + $1.laps }) }

  func run(width: Int, progress: (Int) -> Void) async throws -> FingerprintResults {
    var (done, results) = (0, [FingerprintResult]())
    for study in studies {
      results.append(try await study.run(width: width) { progress(done + $0) })
      done += study.laps
    }
    return FingerprintResults(results: results)
  }
}

/// The results of fingerprint experiments.
struct FingerprintResults: StudyOutcome {
  let results: [FingerprintResult]

  var failures: [String] { results.flatMap(\.failures) }
  var report: [ReportSection] { results.flatMap(\.report) }
  var document: Document {
    ["presets": Document(results.map(\.document)), "failures": Document(failures.map { Document($0) })]
  }
  var failure: String? { failures.isEmpty ? nil : "fingerprint: \(failures.joined(separator: "; "))" }
}
