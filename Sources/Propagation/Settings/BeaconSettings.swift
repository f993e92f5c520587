public import World

/// When beacons advertise, how strongly, and how much of it is lost on the way.
public struct BeaconSettings: Hashable, Sendable {
  /// Seconds from one advertising event to the next, without the random delay: 0.02 to 10.24 (Bluetooth Core,
  /// volume 6, part B, 4.4.2.2).
  public var interval: Double
  /// Seconds up to which each event is delayed, evenly spread from 0: 0 to 0.01 (the same, 4.4.2.2.1).
  public var delay: Double
  /// The chance that an advertisement is lost, whatever its level.
  public var loss: Double
  /// What that chance grows by for each metre between beacon and phone, up to 1.
  public var lossPerMetre: Double
  /// The standard deviation of each beacon's own power, which belongs to the building.
  public var powerDeviation: Decibels
  /// Decibels by which each lap is weaker than the one before, as batteries fade.
  public var batteryLoss: Decibels
  /// What single beacons do otherwise.
  public var changes: [BeaconChange]

  public init(
    interval: Double = 0.1, delay: Double = 0.01, loss: Double = 0.3, lossPerMetre: Double = 0,
    powerDeviation: Decibels = 0, batteryLoss: Decibels = 0, changes: [BeaconChange] = []
  ) {
    self.interval = interval
    self.delay = delay
    self.loss = loss
    self.lossPerMetre = lossPerMetre
    self.powerDeviation = powerDeviation
    self.batteryLoss = batteryLoss
    self.changes = changes
  }

  /// - Throws: the first setting that no beacon can have.
  public func validate() throws(SettingFault) {
    try check("interval", interval, in: 0.02...10.24, "between 0.02 and 10.24 s")
    try check("delay", delay, in: 0...0.01, "between 0 and 0.01 s")
    try check("loss", loss, in: 0...1, "between 0 and 1")
    try check("lossPerMetre", lossPerMetre, in: 0...1, "between 0 and 1")
    try check("powerDeviation", powerDeviation.value, in: 0...100, "between 0 and 100 dB")
    try check("batteryLoss", batteryLoss.value, in: 0...100, "between 0 and 100 dB a lap")
    for change in changes { try change.validate() }
  }

  /// - Throws: a beacon that the site does not have.
  func validate(on site: Site) throws(SettingFault) {
    let known = Set(site.anchors.map(\.id))
    for change in changes where !known.contains(change.beacon) {
      throw SettingFault(key: "changes.beacon", expected: "a beacon of the site", found: change.beacon)
    }
  }
}
