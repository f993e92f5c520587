public import Documents
public import World

/// A beacon that sends the identity of another one, from another place and address.
public struct RogueBeacon: DeclaredSettings {
  /// The name of the beacon whose identity it sends.
  public var beacon = ""
  /// Where it hangs, in metres.
  public var position: Point = .zero
  /// The level of its floor.
  public var floor = 0
  /// Decibels by which it is stronger than the others.
  public var power: Decibels = 0
  /// When it begins to transmit.
  public var from = LapMoment()

  public init() {}

  public static let keys: [SettingKey<RogueBeacon>] = [
    .required(
      "beacon", \.beacon, .text(), "The beacon whose identity it transmits, from an address of its own."),
    .required("position", \.position, .point("x", "y", "z", within: .between(-1e6, 1e6)), "Its position."),
    .defaulted("floor", \.floor, .integer(.between(-1000, 1000)), "Its floor."),
    .defaulted(
      "power", \.power, .number(.between(-100, 100)), unit: "dB",
      "The difference of its transmit power from the others'."),
    .omissible(
      "from", \.from, .settings,
      "When it begins to transmit, on that lap and all later ones; by default from the start."),
  ]

  /// - Throws: an identity that the site does not have, or a power that no beacon has.
  func validate(on site: Site) throws(SettingFault) {
    guard site.anchors.contains(where: { $0.id == beacon }) else {
      throw SettingFault(key: "rogues.beacon", expected: "a beacon of the site", found: beacon)
    }
    try validate()
  }
}

/// A moment of a study; a change at that moment persists to the end of the lap and on all later laps.
public struct LapMoment: DeclaredSettings, Comparable {
  /// Counted from 0.
  public var lap = 0
  /// Seconds since that lap's stream began.
  public var time = 0.0

  public init() {}

  public static let keys: [SettingKey<LapMoment>] = [
    .defaulted("lap", \.lap, .integer(.between(0, 1_000_000)), "The lap, counted from 0."),
    .defaulted(
      "time", \.time, .number(.between(0, 864_000)), unit: "s", "The time since the beginning of that lap."),
  ]

  /// By lap, then by time within the lap.
  public static func < (a: LapMoment, b: LapMoment) -> Bool { (a.lap, a.time) < (b.lap, b.time) }

  /// The moment in microseconds on a lap: 0 on later laps, and never on earlier ones.
  func microseconds(onLap lap: Int) -> Int64 {
    lap == self.lap ? Int64((time * 1e6).rounded()) : lap < self.lap ? .max : 0
  }
}
