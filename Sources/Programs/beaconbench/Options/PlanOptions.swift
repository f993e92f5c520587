import ArgumentParser
import Placement
import Results
import Sites
import World

/// What a plan does not say, for `place`.
struct PlanOptions: ParsableArguments {
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "What matters on a plan: metres, rooms (the right room is named) or navigation (directions come in time). (default: metres)",
      valueName: "what"))
  var aim: PlanStudy.Aim?

  @Option(
    help: ArgumentHelp(
      "The type of building of a plan, which determines its walls and its radio: \(BuildingType.allCases.map(\.rawValue).joined(separator: ", ")). (default: office)",
      valueName: "type"))
  var building: BuildingType?

  @Option(
    .text,
    "The name to which the UUID of a plan's beacons belongs, such as the domain of the owner, or the UUID itself. (default: the name of the plan)",
    as: "name")
  var owner: String?

  @OptionGroup var reading: PlanReadingOptions

  func validate() throws {
    if owner == "" { throw ValidationError("--owner: expected a name, found nothing") }
  }

  /// Refuses all of them where there is no plan.
  func refuseAll() throws(ValidationError) {
    try refuse(
      ["--for": aim != nil, "--building": building != nil, "--owner": owner != nil], "requires a plan")
    try refuse(reading.isGiven, "requires a plan")
  }

  /// - Parameter site: the name of the plan.
  func uuid(of site: String) throws(FileProblem) -> BeaconUUID {
    if let owner, let uuid = BeaconUUID(owner) { return uuid }
    return try BeaconUUID(named: owner ?? site)
  }
}

extension PlanStudy.Aim: ExpressibleByArgument {}
extension BuildingType: ExpressibleByArgument {}

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
