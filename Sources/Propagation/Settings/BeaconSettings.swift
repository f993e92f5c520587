public import World

/// When beacons advertise, and how much of it is lost on the way.
public struct BeaconSettings: Hashable, Sendable {
  /// Seconds from one advertising event to the next, without the random delay: 0.02 to 10.24 (Bluetooth Core,
  /// volume 6, part B, 4.4.2.2).
  public var interval: Double
  /// Seconds up to which each event is delayed, evenly spread from 0: 0 to 0.01 (the same, 4.4.2.2.1).
  public var delay: Double
  /// The chance that an advertisement is lost, whatever its level.
  public var loss: Double

  public init(interval: Double = 0.1, delay: Double = 0.01, loss: Double = 0.3) {
    self.interval = interval
    self.delay = delay
    self.loss = loss
  }

  /// - Throws: the first setting that no beacon can have.
  public func validate() throws(SettingFault) {
    try check("interval", interval, in: 0.02...10.24, "between 0.02 and 10.24 s")
    try check("delay", delay, in: 0...0.01, "between 0 and 0.01 s")
    try check("loss", loss, in: 0...1, "between 0 and 1")
  }
}
