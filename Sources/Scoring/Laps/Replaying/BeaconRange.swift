import Documents
public import Phone
public import Radio
public import World

/// The distance to one beacon, from its mean level over a recording.
public struct BeaconRange: Hashable, Sendable {
  /// The id in the site or, without a site, the identity.
  public let beacon: String
  /// Nil for a beacon that is known by address or name only.
  public let identity: BeaconIdentity?
  /// Windows in which the beacon was heard.
  public let readings: Int
  /// Windows in which the beacon was not heard.
  public let missed: Int
  /// The number of advertisements behind the readings.
  public let advertisements: Int
  /// The mean of the readings.
  public let mean: DBm
  /// Metres, by the assumed path-loss law at that level.
  public let distance: Double
  /// The proximity zone of ``distance``.
  public let zone: Zone
  /// The RSSI at 1 m that was used, and where it came from.
  public let levelAtOneMetre: DBm
  /// The path-loss exponent that was used.
  public let exponent: Double
  /// Where the assumed level at one metre came from.
  public let levelOrigin: RangingModel.Origin
  /// The different measured powers in its frames, in the order in which they were first heard.
  public let claimedPowers: [DBm]

  /// The measured powers that no beacon can have; if there are any, none of the claimed powers is used.
  public var implausiblePowers: [DBm] {
    claimedPowers.filter { !RangingModel.plausiblePowers.contains($0) }
  }

  /// What is implausible or contradictory in the measured powers of its frames, and what was used instead; nil if nothing is.
  public var doubt: String? {
    func list(_ powers: [DBm]) -> String {
      WordList.text(powers.map { Int(exactly: $0.value).map { "\($0)" } ?? "\($0.value)" })
    }
    let bad = implausiblePowers
    guard claimedPowers.count > 1 || !bad.isEmpty else { return nil }
    let end =
      bad.isEmpty
      ? "the first one is used" : "\(list(bad)) is outside -100 to -20, so none of its powers is used"
    return "\(beacon) transmits measured power \(list(claimedPowers)) dBm: \(end)"
  }

  /// The source of the RSSI at 1 m, in words.
  public var levelSource: String {
    switch levelOrigin {
    case .measuredPower: "measured power"
    case .assumed: "assumed"
    case .calibrated: "calibrated"
    }
  }
}
