public import Documents
public import World

/// When beacons advertise, at which power, and the share of packets that is lost.
public struct BeaconSettings: DeclaredSettings {
  /// Seconds from one advertising event to the next, without the random delay (Bluetooth Core, volume 6, part B,
  /// 4.4.2.2).
  public var interval = 0.1
  /// The longest random delay of an event in seconds; the delay is uniform from 0 (Bluetooth Core, volume 6, part B, 4.4.2.2.1).
  public var delay = 0.01
  /// The chance that an advertisement is lost, whatever its level.
  public var loss = 0.3
  /// The increase of that probability for each metre between beacon and phone; the sum is at most 1.
  public var lossPerMetre = 0.0
  /// The standard deviation of the power between beacons; each beacon's deviation belongs to the building.
  public var powerDeviation: Decibels = 0
  /// Decibels by which each lap is weaker than the one before, as batteries run down.
  public var batteryLoss: Decibels = 0
  /// Deviations of single beacons.
  public var changes: [BeaconChange] = []

  public init() {}

  public static let keys: [SettingKey<BeaconSettings>] = [
    .defaulted(
      "interval", \.interval, .advertisingInterval, unit: "s",
      "The advertising interval, without the random delay."),
    .defaulted(
      "delay", \.delay, .advertisingDelay, unit: "s",
      "The largest random delay of an advertising event; uniform from 0."),
    .defaulted(
      "loss", \.loss, .number(.between(0, 1)),
      "The probability that an advertisement is lost, whatever its RSSI."),
    .omissible(
      "lossPerMetre", \.lossPerMetre, .number(.between(0, 1)), unit: "1/m",
      "The increase of that probability per metre of distance, up to 1."),
    .omissible(
      "powerDeviation", \.powerDeviation, .number(.between(0, 100)), unit: "dB",
      "The standard deviation of transmit power between beacons, drawn once per study."),
    .omissible(
      "batteryLoss", \.batteryLoss, .number(.between(0, 100)), unit: "dB",
      "The loss of transmit power from lap to lap, in decibels."),
    .omissible("changes", \.changes, .list(of: .settings), "Settings of single beacons."),
  ]

  /// - Throws: a beacon that the site does not have.
  func validate(on site: Site) throws(SettingFault) {
    let known = Set(site.anchors.map(\.id))
    for change in changes where !known.contains(change.beacon) {
      throw SettingFault(key: "changes.beacon", expected: "a beacon of the site", found: change.beacon)
    }
  }
}

/// The deviations of one beacon from the others.
public struct BeaconChange: DeclaredSettings {
  /// Its name in the site.
  public var beacon = ""
  /// Seconds between advertising events; nil for the same as the others.
  public var interval: Double?
  /// The longest random delay in seconds; nil for the same as the others.
  public var delay: Double?
  /// Decibels by which it is stronger than the others; negative if weaker.
  public var power: Decibels = 0
  /// Decibels per lap; nil for the same as the others.
  public var batteryLoss: Decibels?
  /// When it is removed or its battery is empty; nil for never.
  public var silence: LapMoment?

  public init() {}

  public static let keys: [SettingKey<BeaconChange>] = [
    .required("beacon", \.beacon, .text(), "The beacon's id in the site, or the name of its pillar."),
    .optional(
      "interval", \.interval, .advertisingInterval, unit: "s", "In place of that of the others."),
    .optional("delay", \.delay, .advertisingDelay, unit: "s", "In place of that of the others."),
    .defaulted(
      "power", \.power, .number(.between(-100, 100)), unit: "dB",
      "The difference of its transmit power from the others'; the measured power in its frames is unchanged."),
    .optional(
      "batteryLoss", \.batteryLoss, .number(.between(0, 100)), unit: "dB",
      "The loss of transmit power from lap to lap in decibels, instead of that of the others."),
    .optional(
      "silentFrom", \.silence, .settings,
      "When the beacon disappears, for the rest of that lap and all later ones."),
  ]
}

extension SettingForm where Value == Double {
  static var advertisingInterval: Self { number(.between(0.02, 10.24)) }
  static var advertisingDelay: Self { number(.between(0, 0.01)) }
}

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
