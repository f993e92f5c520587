import ArgumentParser
import Documents
import Placement
import Rendering
import Results
import Sites
import World

/// What `site check` assumes of the channel where there is no recording.
struct HearingOptions: ParsableArguments {
  @Option(
    name: .customLong("n"), parsing: .unconditional,
    help: ArgumentHelp(
      "The path-loss exponent that determines how far beacons are heard. (default: 2.5)",
      valueName: "exponent"),
    transform: OptionValue.number(0.5...20, expected: "a number from 0.5 to 20"))
  var exponent = 2.5

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The weakest mean RSSI that counts as heard. (default: -90)", valueName: "dBm"),
    transform: OptionValue.number(-127...20, expected: "dBm from -127 to 20"))
  var sensitivity = -90.0

  @Option(
    parsing: .unconditional, help: "How many beacons must be heard everywhere on the path. (default: 3)",
    transform: OptionValue.integer(0...100))
  var heard = 3

  var hearing: SitePlanCheck.Hearing {
    var hearing = SitePlanCheck.Hearing()
    (hearing.exponent, hearing.sensitivity, hearing.least) = (exponent, DBm(sensitivity), heard)
    return hearing
  }
}

extension ParsableCommand {
  /// Prints what is likely wrong with a site's plan, and ends with status 1 where something is.
  func showPlanCheck(
    of site: SiteFile, path: String, hearing: SitePlanCheck.Hearing, _ printing: OutputOptions
  ) throws {
    let check = SitePlanCheck(site.site, warnings: site.warnings, hearing: hearing)
    try printing.show(check.report, check.document)
    guard !check.findings.isEmpty else { return }
    throw CheckFailed(
      sentence: "\(path): \(check.findings.count) finding\(check.findings.count == 1 ? "" : "s") in the site")
  }
}
