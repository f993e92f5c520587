import ArgumentParser
import Reporting
import SiteFiles
import Studies

struct ReproduceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reproduce",
    abstract: "Simulate published experiments and hold their figures against the result.",
    discussion: """
      Without a further word, all of them. Exits with status 1 when a scenario that is made to match a published figure no \
      longer does.
      """,
    subcommands: [ReproduceMotionCommand.self, ReproduceFingerprintCommand.self])

  @OptionGroup var options: RunningOptions

  func run() async throws {
    let motion = try await ReproduceMotionCommand.result(of: ReproduceMotionCommand.file(), options)
    let fingerprints = try await ReproduceFingerprintCommand.results(
      of: ReproduceFingerprintCommand.presets, options)
    if options.json {
      // The presets of both in one list.
      let document = try motion.document.setting(
        "presets", to: Document(motion.document["presets"].elements + fingerprints.map(\.document)))
      try print(document.json)
    } else {
      let width = OutputWidth.ofStandardOutput
      let reports =
        [ReproductionReport(motion).text(width: width)]
        + fingerprints.map { FingerprintReport($0).text(width: width) }
      try print(reports.joined(separator: "\n"), terminator: "")
    }
    try ReproduceMotionCommand.check(motion)
    try ReproduceFingerprintCommand.check(fingerprints)
  }
}
