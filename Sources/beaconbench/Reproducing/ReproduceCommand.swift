import ArgumentParser
import Documents
import Rendering
import Reproducing

struct ReproduceCommand: AsyncParsableCommand, StudyRunning {
  static let configuration = CommandConfiguration(
    commandName: "reproduce",
    abstract: "Simulate published experiments and print published and simulated figures side by side.",
    discussion: """
      Runs all of them without a subcommand. The exit status is 1 when a scenario that is expected to match a published \
      figure does not.

      Example: beaconbench reproduce motion --laps 20
      """,
    subcommands: [ReproduceMotionCommand.self, ReproduceFingerprintCommand.self])

  @OptionGroup var options: RunningOptions

  var limits: StudyLimits { options.limits }

  func run() async throws {
    let motion = try await ReproduceMotionCommand.result(
      of: ShippedFile.path(ReproduceMotionCommand.file), options)
    let fingerprints = try await ReproduceFingerprintCommand.results(
      of: ReproduceFingerprintCommand.presets.map(ShippedFile.path), options)
    let failures = motion.failures + fingerprints.flatMap(\.failures)
    // The presets of both in one list.
    let document = try motion.document.setting(
      "presets", to: Document(motion.document["presets"].elements + fingerprints.map(\.document))
    ).setting("failures", to: Document(failures.map { Document($0) }))
    try options.show(motion.report + fingerprints.flatMap(\.report), document)
    try Self.check("reproduce", failures)
  }

  /// - Throws: ``CheckFailed`` with all failures in one sentence, where there are any.
  static func check(_ name: String, _ failures: [String]) throws {
    guard !failures.isEmpty else { return }
    throw CheckFailed(sentence: "\(name): \(failures.joined(separator: "; "))")
  }
}
