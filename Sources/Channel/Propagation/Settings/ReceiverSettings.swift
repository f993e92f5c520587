public import Documents
public import World

/// A phone's receiver: which packets it receives, and the RSSI that it reports.
public struct ReceiverSettings: DeclaredSettings {
  /// The weakest level that is still received; everything below is not heard.
  public var sensitivity: DBm = -96
  /// The standard deviation of the sensitivity from packet to packet: the chance of reception is ½ at the sensitivity
  /// and 0.84 one standard deviation above.
  public var sensitivityEdge: Decibels = 0
  /// Stronger levels are read as this; at most 20 dBm, the strongest that HCI can tell.
  public var saturation: DBm = 20
  /// The standard deviation of the phone's own offset, drawn once per study; docs/parameters.md has the sources.
  public var unitOffset: Decibels = 0
  /// The standard deviation of each reading's own error.
  public var noise: Decibels = 0
  /// Whether readings are whole dBm (halves to even), as receivers give them.
  public var wholeDBm: Bool = true
  /// Nil for a receiver that listens all the time, to a random channel for each packet.
  public var scan: ScanSettings?
  /// Decibels by which a packet must be stronger than every other one in the air at the same time, with a scan on its channel; nil
  /// where packets do not collide.
  public var capture: Decibels?
  /// Nil for none.
  public var interference: InterferenceSettings?
  /// Seconds for which each address is reported once, counted from the stream's beginning; nil for a receiver that
  /// reports all.
  public var duplicatePeriod: Double?

  public init() {}

  public static let keys: [SettingKey<ReceiverSettings>] = [
    .defaulted(
      "sensitivity", \.sensitivity, .sensitivity, unit: "dBm",
      "The sensitivity: weaker advertisements are not received."),
    .defaulted(
      "offsetDeviation", \.unitOffset, .number(.between(0, 100)), unit: "dB",
      "The standard deviation of the phone's constant RSSI offset, drawn once per study."),
    .defaulted(
      "noiseDeviation", \.noise, .number(.between(0, 100)), unit: "dB",
      "The standard deviation of the white measurement noise of each advertisement."),
    .omissible(
      "sensitivityDeviation", \.sensitivityEdge, .number(.between(0, 100)), unit: "dB",
      "The standard deviation of the sensitivity from one advertisement to the next, for a gradual cut-off."
    ),
    .omissible(
      "saturation", \.saturation, .number(.between(-127, 20)), unit: "dBm",
      "The largest RSSI that is reported, at least `sensitivity`; 20 by default."),
    .optional(
      "scan", \.scan, .settings,
      "Scanning of the channels 37, 38 and 39 in turn. By default the receiver scans continuously and each advertisement is on a "
        + "random channel."),
    .optional(
      "collisions", \.capture,
      .one(
        "capture", .number(.between(0, 100)), default: 21, unit: "dB",
        "The capture threshold: by how much an advertisement must exceed every overlapping one to be received; with `scan`, every one on its channel."
      ),
      "Collisions of overlapping advertisements; by default there are none."),
    .optional(
      "interference", \.interference, .settings,
      "Bursts of interference on each channel, in which advertisements are lost; the RSSI of the others is unchanged."
    ),
    .optional(
      "duplicates", \.duplicatePeriod, .number(.between(0.01, 86_400)), unit: "s",
      "The period in which each address is reported once, as by a controller that filters duplicates; by default every advertisement "
        + "is reported."),
  ]

  /// A receiver saturates above its sensitivity.
  public var conflict: SettingFault? {
    .first(
      of: (
        "saturation", saturation >= sensitivity, "at least receiver.sensitivity, \(sensitivity.value)",
        saturation.value
      ))
  }
}

/// Bursts of other transmissions, such as those of wireless networks. They destroy packets and do not change the levels
/// of the others. Each advertising channel has its own.
///
/// Source: Gilbert 1960, "Capacity of a burst-noise channel", doi:10.1002/j.1538-7305.1960.tb03959.x, in continuous
/// time.
public struct InterferenceSettings: DeclaredSettings {
  /// The mean length of a burst, in seconds; lengths are exponential.
  public var burst = 1.0
  /// The mean length of the quiet time between two bursts, in seconds; exponential too.
  public var quiet = 1.0
  /// The chance that a packet which begins in a burst is lost.
  public var loss = 1.0

  public init() {}

  public static let keys: [SettingKey<InterferenceSettings>] = [
    .required("burst", \.burst, .number(.between(0.0001, 3600)), unit: "s", "The mean length of a burst."),
    .required(
      "quiet", \.quiet, .number(.between(0.0001, 3600)), unit: "s", "The mean time between two bursts."),
    .defaulted(
      "loss", \.loss, .number(.between(0, 1)), "The probability that an advertisement in a burst is lost."),
  ]
}

extension SettingForm where Value == DBm {
  /// A sensitivity below the weakest level that HCI can report, as programs may set it, is no different from that
  /// level.
  fileprivate static var sensitivity: Self {
    number(.between(-127, 20)).converted({ $0 }, back: { $0 < -127 ? -127 : $0 })
  }
}

/// When a receiver listens, and on which of the three advertising channels.
///
/// Source: Bluetooth Core, volume 6, part B, 4.4.3: it listens for a window at the beginning of each interval, on
/// one channel, and on the next one in the next interval.
public struct ScanSettings: DeclaredSettings {
  /// Seconds from one change of the channel to the next.
  public var interval = 1.28
  /// Seconds of each interval during which it listens; nil for all of it.
  public var window: Double?

  public init() {}

  public static let keys: [SettingKey<ScanSettings>] = [
    .defaulted(
      "interval", \.interval, .number(.between(0.0025, 10.24)), unit: "s",
      "The scan interval, after which the channel changes."),
    .optional(
      "window", \.window, .number(.between(0.0025, 10.24)), unit: "s",
      "The scan window at the beginning of each interval; by default the whole interval."),
  ]

  /// A window is part of its interval.
  public var conflict: SettingFault? {
    let window = window ?? interval
    return .first(of: ("window", window <= interval, "at most receiver.scan.interval, \(interval)", window))
  }
}
