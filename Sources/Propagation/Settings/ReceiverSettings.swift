public import World

/// What a phone's receiver makes of the levels that reach it.
public struct ReceiverSettings: Hashable, Sendable {
  /// The weakest level that is still received; everything below is not heard.
  public var sensitivity: DBm
  /// By how much that varies from packet to packet, as a standard deviation: the chance of being heard is ½ at the
  /// sensitivity and 0.84 this much above.
  public var sensitivityEdge: Decibels
  /// Stronger levels are read as this; at most 20 dBm, the strongest that HCI can tell.
  public var saturation: DBm
  /// The standard deviation of the unit's own offset, drawn once for a study; docs/parameters.md has
  /// the sources.
  public var unitOffset: Decibels
  /// The standard deviation of each reading's own error.
  public var noise: Decibels
  /// Whether readings are whole dBm (halves to even), as receivers give them.
  public var wholeDBm: Bool
  /// Nil for one that hears all the time, on a channel at random for each packet.
  public var scan: ScanSettings?
  /// Decibels by which a packet must be stronger than every other one in the air on its channel at the same time;
  /// nil where packets pass through each other.
  public var capture: Decibels?
  /// Nil for none.
  public var interference: InterferenceSettings?
  /// Seconds for which each address is reported once, counted from the stream's beginning; nil for a receiver that
  /// reports all.
  public var duplicatePeriod: Double?

  public init(
    sensitivity: DBm = -96, unitOffset: Decibels = 0, noise: Decibels = 0, wholeDBm: Bool = true,
    sensitivityEdge: Decibels = 0, saturation: DBm = 20, scan: ScanSettings? = nil, capture: Decibels? = nil,
    interference: InterferenceSettings? = nil, duplicatePeriod: Double? = nil
  ) {
    self.sensitivity = sensitivity
    self.unitOffset = unitOffset
    self.noise = noise
    self.wholeDBm = wholeDBm
    self.sensitivityEdge = sensitivityEdge
    self.saturation = saturation
    self.scan = scan
    self.capture = capture
    self.interference = interference
    self.duplicatePeriod = duplicatePeriod
  }

  /// - Throws: the first setting that no receiver can have.
  public func validate() throws(SettingFault) {
    try check("sensitivity", sensitivity.value, in: -1000...20, "between -1000 and 20 dBm")
    try check("sensitivityEdge", sensitivityEdge.value, in: 0...100, "between 0 and 100 dB")
    try check("saturation", saturation.value, in: -127...20, "between -127 and 20 dBm")
    try check("unitOffset", unitOffset.value, in: 0...100, "between 0 and 100 dB")
    try check("noise", noise.value, in: 0...100, "between 0 and 100 dB")
    try scan?.validate()
    if let capture { try check("collisions.capture", capture.value, in: 0...100, "between 0 and 100 dB") }
    try interference?.validate()
    if let duplicatePeriod {
      try check("duplicates", duplicatePeriod, in: 0.01...86_400, "between 0.01 and 86400 s")
    }
  }
}

/// Bursts of foreign transmissions, such as those of wireless networks, which take packets and leave the levels of
/// the others as they are. Each advertising channel has its own.
///
/// Source: Gilbert 1960, "Capacity of a burst-noise channel", doi:10.1002/j.1538-7305.1960.tb03959.x, in continuous
/// time.
public struct InterferenceSettings: Hashable, Sendable {
  /// The mean length of a burst and of the quiet between two, in seconds; both are exponential.
  public var burst: Double
  public var quiet: Double
  /// The chance that a packet which begins in a burst is lost.
  public var loss: Double

  public init(burst: Double, quiet: Double, loss: Double = 1) {
    self.burst = burst
    self.quiet = quiet
    self.loss = loss
  }

  func validate() throws(SettingFault) {
    try check("interference.burst", burst, in: 0.0001...3600, "between 0.0001 and 3600 s")
    try check("interference.quiet", quiet, in: 0.0001...3600, "between 0.0001 and 3600 s")
    try check("interference.loss", loss, in: 0...1, "between 0 and 1")
  }
}
