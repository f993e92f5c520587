public import Radio
public import World

/// What happens to a signal between a beacon and the phone.
///
/// The defaults are those with which the rows of table 2 of Mustafa & Sykes 2021 come out together (docs/reproduce.md).
public struct ChannelSettings: Hashable, Sendable {
  /// The mean level by the distance in three dimensions, and by floors.
  public var pathLoss: PathLossLaw
  /// Nil for none.
  public var shadowing: Shadowing?
  public var fading: Fading
  /// The body of whoever carries the phone; nil for none.
  public var body: BodyPattern?
  /// People who stand around; nil for none.
  public var crowd: CrowdSettings?
  public var channelOffsets: ChannelOffsets
  /// Whether what stands on the plan takes its loss.
  public var obstacles: Bool

  public init(
    pathLoss: PathLossLaw = .logDistance(LogDistance(exponent: 1.8, levelAtOneMetre: -59)),
    shadowing: Shadowing? = Shadowing(), fading: Fading = .rician(k: 2),
    body: BodyPattern? = BodyPattern(loss: 8, handAngle: .pi / 6),
    crowd: CrowdSettings? = nil, channelOffsets: ChannelOffsets = ChannelOffsets(), obstacles: Bool = true
  ) {
    self.pathLoss = pathLoss
    self.shadowing = shadowing
    self.fading = fading
    self.body = body
    self.crowd = crowd
    self.channelOffsets = channelOffsets
    self.obstacles = obstacles
  }

  /// - Throws: the first setting that no channel can have.
  public func validate() throws(SettingFault) {
    try pathLoss.validate()
    if case .multiWall = pathLoss, !obstacles {
      throw SettingFault(key: "obstacles", expected: "true where the path loss is multiWall", found: "false")
    }
    try shadowing?.validate()
    try check("body.loss", body?.loss.value ?? 0, in: 0...100, "between 0 and 100 dB")
    try crowd?.validate()
    try fading.validate()
    try channelOffsets.validate()
  }
}

/// What walls, furniture and people take or give beyond the mean, the same at one place however it is reached.
///
/// Two places `s` metres apart, on one edge of the path or anywhere on a floor, are correlated by
/// `exp(-s / decorrelation)`; the source is Gudmundson 1991, doi:10.1049/el:19911328.
public struct Shadowing: Hashable, Sendable {
  /// The standard deviation over places.
  public var sigma: Decibels
  /// Metres over which the correlation falls to 1 / e.
  public var decorrelation: Double
  /// The share of the variance that belongs to the building and is the same on every lap, 0 to 1; the rest is
  /// drawn anew for each lap.
  public var fixedShare: Double
  public var extent: Extent
  /// Metres between two anchors over which the correlation of their shadows falls to 1 / e; nil for none.
  public var anchorDecorrelation: Double?

  /// The places that have a shadow.
  public enum Extent: Hashable, Sendable {
    /// Those of the path, which it goes along; other places have that of the nearest one on it.
    case path
    /// All places of each floor, by the straight distance between them.
    case floor
  }

  public init(
    sigma: Decibels = 5, decorrelation: Double = 3, fixedShare: Double = 0, extent: Extent = .path,
    anchorDecorrelation: Double? = nil
  ) {
    self.sigma = sigma
    self.decorrelation = decorrelation
    self.fixedShare = fixedShare
    self.extent = extent
    self.anchorDecorrelation = anchorDecorrelation
  }

  func validate() throws(SettingFault) {
    try check("shadowing.sigma", sigma.value, in: 0...100, "between 0 and 100 dB")
    try check("shadowing.decorrelation", decorrelation, in: 0.05...10_000, "between 0.05 and 10000 m")
    try check("shadowing.fixedShare", fixedShare, in: 0...1, "between 0 and 1")
    if let anchorDecorrelation {
      try check(
        "shadowing.beaconDecorrelation", anchorDecorrelation, in: 0.01...10_000, "between 0.01 and 10000 m")
    }
  }
}

/// How the waves of one packet, arriving by many ways, add up.
public enum Fading: Hashable, Sendable {
  case none
  /// One steady wave and many weak ones: K is the ratio of their powers (linear; 0 is Rayleigh). The mean power
  /// is that without fading.
  case rician(k: Double, correlation: Correlation = .independent)

  /// How one packet's fade goes with the next one's.
  public enum Correlation: Hashable, Sendable {
    /// Not at all.
    case independent
    /// As waves do that come from everywhere: by the place, within a wavelength, by the channel, and by the time
    /// where things move. Delays are in seconds and exponential, so that the spread is their mean too; the
    /// Doppler spread is in hertz, 0 where nothing but the phone moves.
    case waves(delaySpread: Double, doppler: Double)
  }

  func validate() throws(SettingFault) {
    guard case .rician(let k, let correlation) = self else { return }
    try check("fading.k", k, in: 0...1e6, "between 0 and 1e6")
    guard case .waves(let delaySpread, let doppler) = correlation else { return }
    try check("fading.delaySpread", delaySpread, in: 0...1e-6, "between 0 and 1e-6 s")
    try check("fading.doppler", doppler, in: 0...20, "between 0 and 20 Hz")
  }
}

/// What each beacon's level has added on each of the three advertising channels.
public struct ChannelOffsets: Hashable, Sendable {
  /// The standard deviation over beacons and channels.
  public var sigma: Decibels
  /// The share of the variance that belongs to the building, 0 to 1; the rest is drawn anew for each lap.
  public var fixedShare: Double

  public init(sigma: Decibels = 1.5, fixedShare: Double = 0) {
    self.sigma = sigma
    self.fixedShare = fixedShare
  }

  func validate() throws(SettingFault) {
    try check("channelOffsets.sigma", sigma.value, in: 0...100, "between 0 and 100 dB")
    try check("channelOffsets.fixedShare", fixedShare, in: 0...1, "between 0 and 1")
  }
}
