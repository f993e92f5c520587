public import World

/// What one beacon does otherwise than the others.
public struct BeaconChange: Hashable, Sendable {
  /// Its name in the site.
  public var beacon: String
  /// Seconds; nil for as the others.
  public var interval: Double?
  public var delay: Double?
  /// Decibels that it is stronger than the others; negative for weaker.
  public var power: Decibels
  /// Decibels a lap; nil for as the others.
  public var batteryLoss: Decibels?
  /// When it is taken away or its battery ends; nil for never.
  public var silence: Silence?

  /// From a moment of a lap on, and on every later lap.
  public struct Silence: Hashable, Sendable {
    /// Counted from 0.
    public var lap: Int
    /// Seconds since that lap's stream began.
    public var time: Double

    public init(lap: Int = 0, time: Double = 0) {
      self.lap = lap
      self.time = time
    }
  }

  public init(
    beacon: String, interval: Double? = nil, delay: Double? = nil, power: Decibels = 0,
    batteryLoss: Decibels? = nil, silence: Silence? = nil
  ) {
    self.beacon = beacon
    self.interval = interval
    self.delay = delay
    self.power = power
    self.batteryLoss = batteryLoss
    self.silence = silence
  }

  func validate() throws(SettingFault) {
    if let interval { try check("changes.interval", interval, in: 0.02...10.24, "between 0.02 and 10.24 s") }
    if let delay { try check("changes.delay", delay, in: 0...0.01, "between 0 and 0.01 s") }
    try check("changes.power", power.value, in: -100...100, "between -100 and 100 dB")
    if let batteryLoss {
      try check("changes.batteryLoss", batteryLoss.value, in: 0...100, "between 0 and 100 dB a lap")
    }
    if let silence {
      try check("changes.silentFrom.lap", Double(silence.lap), in: 0...1e6, "between 0 and 1000000")
      try check("changes.silentFrom.time", silence.time, in: 0...864_000, "between 0 and 864000 s")
    }
  }
}
