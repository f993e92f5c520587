import ArgumentParser
import Calibrating
import Captures
import Placement
import Rendering
import Results
import Sites

struct SiteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "site", abstract: "Import a site, check one, or plan the identifiers of several.",
    subcommands: Annex.all.verbs(in: .site) + [SiteCheckCommand.self, SiteIdentifiersCommand.self])
}

struct SiteCheckCommand: StudyVerb {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find what is likely wrong with a site, by its plan or by a recorded walk.",
    discussion: """
      Looks for lengths that are not in metres, beacons outside, test points and paths in walls, rooms and floors that the path does not reach, \
      and places with fewer than 3 beacons heard. With --capture and --truth it finds dead, weak, misplaced and exchanged \
      beacons instead: it compares what was received at known positions along a walk with what the site predicts. The \
      exit status is 1 when something is found.

      Example: beaconbench site check my-site.yaml --capture walk.btsnoop --truth truth.csv
      """)

  @Argument(.input, "The site file.", as: "site")
  var path: String

  @Option(.recording, "The recorded walk: a capture or a readings table.")
  var capture: String?

  @Option(.truth) var truth: String?

  @OptionGroup var hearing: HearingOptions

  @Option(.anyLap) var lap: Int?

  @Option(.clockOffset) var clockOffset: Double?

  @Option(.averaged) var averaged: Double?

  @Option(
    .number(1e-9...0.5, expected: "a probability from 0.000000001 to 0.5", "probability"),
    "The largest probability of naming any beacon of a correct site. (default: \(SiteCheck.customaryErrorRate))"
  )
  var errorRate = SiteCheck.customaryErrorRate

  @OptionGroup var strict: StrictOption

  @OptionGroup var options: OutputOptions

  func validate() throws {
    guard (capture == nil) == (truth == nil) else {
      throw ValidationError(capture == nil ? "--truth requires --capture" : "--capture requires --truth")
    }
    guard capture == nil else { return }
    try refuse(
      [
        "--lap": lap != nil, "--clock-offset": clockOffset != nil,
        "--averaged": averaged != nil, "--error-rate": errorRate != SiteCheck.customaryErrorRate,
        "--strict": strict.isGiven,
      ], "requires --capture")
  }

  func prepared() throws -> any PreparedStudy {
    let site = try SiteFile(contentsOf: path)
    guard let capture, let truth else {
      let check = SitePlanCheck(site.site, warnings: site.warnings, hearing: hearing.hearing)
      let findings = Counted.text(check.findings.count, "finding")
      return Answer(
        check.report, check.document,
        failure: check.findings.isEmpty ? nil : "\(path): \(findings) in the site")
    }
    let check = try SiteCheck(
      of: site, recording: capture,
      truth: TruthTable(contentsOf: truth, site: site.site, clockOffset: clockOffset ?? 0),
      lap: lap, averageSeconds: averaged, errorRate: errorRate,
      options: ReplayOptions(strictness: strict.strictness))
    let named = check.named.map { "\($0.beacon) (\($0.fault?.name ?? ""))" }.joined(separator: ", ")
    return Answer(
      check.report, check.document,
      failure: named.isEmpty ? nil : "\(path): the recording contradicts \(named)", warnings: site.warnings)
  }
}
