import Documents
public import World

/// What is sent in a building, and the receiver that hears it: checked once, and the same on every lap.
public struct Transmission: Sendable {
  /// The site, its channel and its faults.
  public let building: Building
  let beacons: BeaconSettings
  let receiver: ReceiverSettings
  let senders: [Sender]

  /// - Throws: a setting that no beacon or receiver can have.
  public init(
    in building: Building, beacons: BeaconSettings = BeaconSettings(),
    receiver: ReceiverSettings = ReceiverSettings()
  ) throws(SettingFault) {
    try beacons.validate()
    try beacons.validate(on: building.site)
    try receiver.validate()
    self.building = building
    self.beacons = beacons
    self.receiver = receiver
    senders = building.senders
    try check(
      "transmitters", Double(senders.count), in: 0...Double(Heard.transmitterLimit), "at most 1048576")
  }
}

/// Throws unless a number lies in a range; NaN lies in none.
func check(
  _ key: String, _ value: Double, in range: ClosedRange<Double>, _ expected: String
) throws(SettingFault) {
  guard range.contains(value) else {
    throw SettingFault(key: key, expected: expected, found: "\(value)")
  }
}
