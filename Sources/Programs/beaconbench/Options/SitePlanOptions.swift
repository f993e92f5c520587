import ArgumentParser
import Placement
import Results
import World

/// What `site check` assumes of the channel where there is no recording.
struct HearingOptions: ParsableArguments {
  @Option(
    .number(0.5...20, "a number"),
    "The path-loss exponent that determines how far beacons are heard. (default: 2.5)",
    name: .customLong("n"), as: "exponent")
  var exponent = 2.5

  @Option(.number(-127...20, "dBm"), "The weakest mean RSSI that counts as heard. (default: -90)")
  var sensitivity = -90.0

  @Option(.whole(0...100), "How many beacons must be heard everywhere on the path. (default: 3)")
  var heard = 3

  var hearing: SitePlanCheck.Hearing {
    var hearing = SitePlanCheck.Hearing()
    (hearing.exponent, hearing.sensitivity, hearing.least) = (exponent, DBm(sensitivity), heard)
    return hearing
  }
}
