public import Documents
public import Radio
public import World

/// The assumptions by which an algorithm turns levels into distances, as opposed to the true channel.
public struct RangingSettings: Hashable, Sendable {
  /// Where the level at one metre comes from.
  public enum LevelAtOneMetre: String, Hashable, Sendable, CaseIterable {
    /// From the beacon's own frames when all they claim is between -100 and -20 dBm, else from the site, else
    /// assumed.
    case measuredPower
    /// The assumed level for every beacon.
    case fixed
    /// The site's level fitted for that beacon; where there is none, as for measured power.
    case perBeacon
  }

  /// n that may be assumed.
  public static let exponents = NumberRange.above(0, atMost: 10)
  /// C that may be assumed.
  public static let levels = NumberRange.between(-120, 20)
  /// Carried heights that may be assumed, in metres.
  public static let carriedHeights = NumberRange.between(-10, 10)

  /// n of the log-distance law.
  public var exponent = 2.0
  /// Where C comes from: the frames, the site or one number for all.
  public var level = LevelAtOneMetre.measuredPower
  /// C where nothing better is known.
  public var assumedLevel: DBm = -59
  /// Is added to every C, wherever it came from: what is known to be wrong, or set wrong on purpose.
  public var levelOffset: Decibels = 0
  /// Metres of the phone above the floor, by which a distance in space becomes one on the plan.
  public var carriedHeight = 1.2

  /// The defaults with some changes.
  public init(_ change: (inout Self) -> Void = { _ in }) { change(&self) }

  /// What is out of range; nil when all is well.
  public var fault: SettingFault? {
    .first(
      of: ("n", Self.exponents.contains(exponent), Self.exponents.expected(in: nil), exponent),
      ("c", Self.levels.contains(assumedLevel.value), Self.levels.expected(in: "dBm"), assumedLevel.value),
      ("c", -100...100 ~= levelOffset.value, "at most 100 dB wrong", levelOffset.value),
      (
        "carriedHeight", Self.carriedHeights.contains(carriedHeight), Self.carriedHeights.expected(in: "m"),
        carriedHeight
      ))
  }
}

/// The log-distance law of each anchor, as an algorithm assumes it.
public struct RangingModel: Hashable, Sendable {
  /// Where an anchor's level at one metre came from.
  public enum Origin: String, Hashable, Sendable, CaseIterable {
    case measuredPower
    case assumed
    case calibrated
  }

  /// What the frames of one anchor have claimed so far.
  private enum Claim: Hashable, Sendable {
    case none
    /// Of several plausible powers the one that was heard first.
    case power(DBm)
    /// At least one power is implausible: none of the claims is then used.
    case doubtful
  }

  /// C of each anchor.
  public private(set) var levelsAtOneMetre: [DBm] = []
  /// Where each C came from.
  public private(set) var origins: [Origin] = []
  private var settings: RangingSettings
  private let anchors: [Anchor]
  private var claims: [Claim] = []

  /// The measured powers that are used; a frame that claims another is counted by its source and not believed.
  public static let plausiblePowers = DBm(-100)...DBm(-20)

  /// - Parameters:
  ///   - settings: what is assumed about path loss and the RSSI at one metre.
  ///   - anchors: the site's, in its order; empty where there is no site.
  ///   - directory: whose transmitters have all been heard; its anchors begin with the site's.
  /// - Precondition: the settings have no fault.
  public init(_ settings: RangingSettings, anchors: [Anchor], directory: StreamDirectory = StreamDirectory())
  {
    precondition(settings.fault == nil, "\(settings.fault?.description ?? "")")
    self.settings = settings
    self.anchors = anchors
    grow(to: anchors.count)
    _ = hear(Array(directory.transmitters.indices), of: directory)
  }

  public var exponent: Double { settings.exponent }

  /// Takes over what the frames of transmitters claim that have now been heard, each of them once, and says whether
  /// that changes any law.
  ///
  /// - Parameters:
  ///   - transmitters: indices into those of the directory.
  ///   - directory: whose anchors begin with the site's.
  public mutating func hear(_ transmitters: [Int], of directory: StreamDirectory) -> Bool {
    grow(to: directory.anchors.count)
    var hasChanged = false
    for index in transmitters {
      let transmitter = directory.transmitters[index]
      guard let power = transmitter.measuredPower else { continue }
      let anchor = transmitter.anchor
      if !Self.plausiblePowers.contains(power) {
        claims[anchor] = .doubtful
      } else if claims[anchor] == .none {
        claims[anchor] = .power(power)
      }
      let (level, origin) = law(assumedOf: anchor)
      if level != levelsAtOneMetre[anchor] || origin != origins[anchor] {
        (levelsAtOneMetre[anchor], origins[anchor]) = (level, origin)
        hasChanged = true
      }
    }
    return hasChanged
  }

  /// What the same frames say under other assumptions.
  public func assuming(_ settings: RangingSettings) -> RangingModel {
    var model = self
    model.settings = settings
    for anchor in claims.indices {
      (model.levelsAtOneMetre[anchor], model.origins[anchor]) = model.law(assumedOf: anchor)
    }
    return model
  }

  private mutating func grow(to count: Int) {
    for anchor in claims.count..<max(count, claims.count) {
      claims.append(.none)
      let (level, origin) = law(assumedOf: anchor)
      levelsAtOneMetre.append(level)
      origins.append(origin)
    }
  }

  /// C of one anchor by all that is known of it.
  private func law(assumedOf index: Int) -> (DBm, Origin) {
    let anchor = index < anchors.count ? anchors[index] : nil
    if settings.level == .perBeacon, let level = anchor?.calibratedLevel, level.value.isFinite {
      return (level + settings.levelOffset, .calibrated)
    }
    var power = anchor?.measuredPower.flatMap { Self.plausiblePowers.contains($0) ? $0 : nil }
    if case .power(let claimed) = claims[index] { power = claimed }
    guard settings.level != .fixed, let power else {
      return (settings.assumedLevel + settings.levelOffset, .assumed)
    }
    return (power + settings.levelOffset, .measuredPower)
  }

  /// The law of one anchor.
  public func law(of anchor: Int) -> LogDistance {
    LogDistance(exponent: exponent, levelAtOneMetre: levelsAtOneMetre[anchor])
  }

  /// The distance in metres at which an anchor's mean level is this one: what phones call accuracy.
  public func distance(to anchor: Int, at level: DBm) -> Double { law(of: anchor).distance(for: level) }
}
