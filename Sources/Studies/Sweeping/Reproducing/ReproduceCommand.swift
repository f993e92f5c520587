package import ArgumentParser
import Documents
import Rendering
package import Results

/// `reproduce`: all published experiments, or one of them.
package struct ReproduceCommand: StudyVerb {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "reproduce",
    abstract: "Simulate published experiments and print published and simulated figures side by side.",
    discussion: """
      Runs motion and fingerprint without a subcommand. The exit status is 1 when a scenario that is expected to match a published \
      figure does not.

      Example: beaconbench reproduce motion --laps 20
      """,
    subcommands: [
      ReproduceMotionCommand.self, ReproduceRecordedCommand.self, ReproduceFingerprintCommand.self,
    ])

  /// Seed, laps, threads and output.
  @OptionGroup package var options: RunningOptions<FileLaps>

  /// Before its arguments are parsed.
  package init() {}

  /// Reads the files of all experiments before any of them runs.
  package func prepared() throws -> any PreparedStudy {
    AllReproductions(
      motion: try ReproduceMotionCommand.study(of: ShippedFile.path(ReproduceMotionCommand.file), options),
      fingerprints: try FingerprintStudies(
        of: ReproduceFingerprintCommand.presets.map(ShippedFile.path), options),
      isQuiet: options.isQuiet)
  }
}

/// All published experiments.
private struct AllReproductions: PreparedStudy {
  struct Outcome: StudyOutcome {
    let motion: ReproductionResult
    let fingerprints: FingerprintResults

    private var failures: [String] { motion.failures + fingerprints.failures }

    /// The walk's figures beside the published ones, and how many of those with radio maps agree.
    var report: [ReportSection] {
      let heading = "Experiments with radio maps, published figures that one experiment could have given:"
      return motion.main + [
        .paragraphs(
          [heading] + fingerprints.results.map { "  \($0.summary)" }
            + fingerprints.failures.map { "Failed: \($0)." }),
        .details(motion.details + fingerprints.report),
      ]
    }

    var failure: String? { failures.isEmpty ? nil : "reproduce: \(failures.joined(separator: "; "))" }

    /// The presets of both in one list.
    var document: Document {
      get throws {
        let presets = try motion.document["presets"].elements + fingerprints.results.map(\.document)
        return try motion.document.setting("presets", to: Document(presets)).setting(
          "failures", to: Document(failures.map { Document($0) }))
      }
    }
  }

  let motion: ReproductionRun
  let fingerprints: FingerprintStudies
  let isQuiet: Bool

  /// Of processor time a lap takes, as an optimised build was measured to take.
  private static let secondsPerLap = 0.003

  func run(_ runner: StudyRunner) async throws -> Outcome {
    let laps = motion.laps + fingerprints.steps.count
    let seconds = FixedPoint.text(
      (Double(laps) * Self.secondsPerLap / Double(runner.width)).rounded(.up), decimals: 0)
    if !isQuiet {
      StandardStreams.complain(
        "\(Counted.number(laps)) laps, about \(seconds) s on \(Counted.text(runner.width, "thread"))")
    }
    return Outcome(motion: try await motion.run(runner), fingerprints: try await fingerprints.run(runner))
  }
}
