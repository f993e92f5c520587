public import Documents
public import World

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
