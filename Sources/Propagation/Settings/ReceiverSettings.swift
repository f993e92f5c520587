public import World

/// What a phone's receiver makes of the levels that reach it.
public struct ReceiverSettings: Hashable, Sendable {
  /// The weakest level that is still received; everything below is not heard.
  public var sensitivity: DBm
  /// The standard deviation of the unit's own offset, drawn once for a study. REPRODUCTION has none; PHYSICS
  /// gives 1 dB.
  public var unitOffset: Decibels
  /// The standard deviation of each reading's own error. REPRODUCTION has none; PHYSICS gives 1.5 dB.
  public var noise: Decibels
  /// Whether readings are whole dBm (halves to even), as receivers give them.
  public var wholeDBm: Bool

  public init(
    sensitivity: DBm = -96, unitOffset: Decibels = 0, noise: Decibels = 0, wholeDBm: Bool = true
  ) {
    self.sensitivity = sensitivity
    self.unitOffset = unitOffset
    self.noise = noise
    self.wholeDBm = wholeDBm
  }

  /// - Throws: the first setting that no receiver can have.
  public func validate() throws(SettingFault) {
    try check("sensitivity", sensitivity.value, in: -1000...20, "between -1000 and 20 dBm")
    try check("unitOffset", unitOffset.value, in: 0...100, "between 0 and 100 dB")
    try check("noise", noise.value, in: 0...100, "between 0 and 100 dB")
  }
}
