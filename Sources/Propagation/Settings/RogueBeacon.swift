public import World

/// A beacon that sends the identity of another one, from another place and address.
public struct RogueBeacon: Hashable, Sendable {
  /// The name of the one whose identity it sends.
  public var beacon: String
  public var position: Point
  public var floor: Int
  /// Decibels that it is stronger than the others.
  public var power: Decibels

  public init(beacon: String, position: Point, floor: Int = 0, power: Decibels = 0) {
    self.beacon = beacon
    self.position = position
    self.floor = floor
    self.power = power
  }

  /// - Throws: an identity that the site does not have, or a power that no beacon has.
  func validate(on site: Site) throws(SettingFault) {
    guard site.anchors.contains(where: { $0.id == beacon }) else {
      throw SettingFault(key: "rogues.beacon", expected: "a beacon of the site", found: beacon)
    }
    try check("rogues.power", power.value, in: -100...100, "between -100 and 100 dB")
  }
}
