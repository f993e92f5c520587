import World

/// When a receiver listens, and on which of the three advertising channels.
///
/// Source: Bluetooth Core, volume 6, part B, 4.4.3: it listens for a window at the beginning of each interval, on
/// one channel, and on the next one in the next interval.
public struct ScanSettings: Hashable, Sendable {
  /// Seconds from one change of the channel to the next: 0.0025 to 10.24.
  public var interval: Double
  /// Seconds of each interval during which it listens: 0.0025 up to the interval.
  public var window: Double

  public init(interval: Double = 1.28, window: Double = 1.28) {
    self.interval = interval
    self.window = window
  }

  func validate() throws(SettingFault) {
    try check("scan.interval", interval, in: 0.0025...10.24, "between 0.0025 and 10.24 s")
    try check(
      "scan.window", window, in: 0.0025...interval, "between 0.0025 s and the interval of \(interval) s")
  }
}
