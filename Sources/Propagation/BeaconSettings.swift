/// When beacons advertise, and how much of it is lost on the way.
public struct BeaconSettings: Hashable, Sendable {
  /// Seconds from one advertising event to the next, without the random delay.
  public var interval: Double
  /// Seconds up to which each event is delayed, evenly spread from 0 (Bluetooth Core, volume 6, part B, 4.4.2.2.1).
  public var delay: Double
  /// The chance that an advertisement is lost, whatever its level.
  public var loss: Double

  public init(interval: Double = 0.1, delay: Double = 0.01, loss: Double = 0.3) {
    self.interval = interval
    self.delay = delay
    self.loss = loss
  }

  /// - Throws: the first setting that no beacon can have.
  public func validate() throws(SettingError) {
    try check("interval", interval, in: 0.001...3600, "between 0.001 and 3600 s")
    try check("delay", delay, in: 0...1, "between 0 and 1 s")
    try check("loss", loss, in: 0...1, "between 0 and 1")
  }
}
