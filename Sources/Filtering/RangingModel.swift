public import Documents
public import Radio
public import World

/// What an algorithm assumes when it turns levels into distances: apart from what the channel really does.
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

  /// n of the log-distance law.
  public var exponent: Double
  public var level: LevelAtOneMetre
  /// C where nothing better is known.
  public var assumedLevel: DBm
  /// Is added to every C, wherever it came from: what is known to be wrong, or set wrong on purpose.
  public var levelOffset: Decibels

  public init(
    exponent: Double = 2, level: LevelAtOneMetre = .measuredPower, assumedLevel: DBm = -59,
    levelOffset: Decibels = 0
  ) {
    self.levelOffset = levelOffset
    self.exponent = exponent
    self.level = level
    self.assumedLevel = assumedLevel
  }

  /// What is out of range; nil when all is well.
  public var fault: SettingFault? {
    .first(
      of: ("n", Self.exponents.contains(exponent), Self.exponents.expected(in: nil), exponent),
      ("c", Self.levels.contains(assumedLevel.value), Self.levels.expected(in: "dBm"), assumedLevel.value),
      ("c", -100...100 ~= levelOffset.value, "at most 100 dB wrong", levelOffset.value))
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

  public let exponent: Double
  /// C of each anchor.
  public let levelsAtOneMetre: [DBm]
  /// Where each C came from.
  public let origins: [Origin]

  /// The measured powers that are used; a frame that claims another is counted by its source and not believed.
  public static let plausiblePowers = DBm(-100)...DBm(-20)

  /// - Parameters:
  ///   - anchors: the site's, in its order; empty where there is no site.
  ///   - directory: of the stream, whose anchors begin with the site's; of several powers of one anchor the one
  ///     that was heard first is taken, and none when one of them is implausible.
  /// - Precondition: the settings have no fault.
  public init(_ settings: RangingSettings, anchors: [Anchor], directory: StreamDirectory = StreamDirectory())
  {
    precondition(settings.fault == nil, "\(settings.fault?.description ?? "")")
    exponent = settings.exponent
    let count = max(anchors.count, directory.anchors.count)
    let powers = Self.claimedPowers(in: directory, count: count)
    var (levels, origins): ([DBm], [Origin]) = ([], [])
    for index in 0..<count {
      let anchor = index < anchors.count ? anchors[index] : nil
      let power = powers[index] ?? Self.plausible(anchor?.measuredPower)
      if settings.level == .perBeacon, let level = anchor?.calibratedLevel, level.value.isFinite {
        levels.append(level)
        origins.append(.calibrated)
      } else if settings.level != .fixed, let power {
        levels.append(power)
        origins.append(.measuredPower)
      } else {
        levels.append(settings.assumedLevel)
        origins.append(.assumed)
      }
    }
    levelsAtOneMetre = levels.map { $0 + settings.levelOffset }
    self.origins = origins
  }

  /// The measured power that each anchor's frames claim; nil for an anchor that claims none, or that ever claims
  /// an implausible one: what contradicts itself is not believed.
  private static func claimedPowers(in directory: StreamDirectory, count: Int) -> [DBm?] {
    var powers = [DBm?](repeating: nil, count: count)
    var isDoubtful = [Bool](repeating: false, count: count)
    for transmitter in directory.transmitters {
      guard let power = transmitter.measuredPower else { continue }
      if plausible(power) == nil { isDoubtful[transmitter.anchor] = true }
      if powers[transmitter.anchor] == nil { powers[transmitter.anchor] = plausible(power) }
    }
    return zip(powers, isDoubtful).map { $1 ? nil : $0 }
  }

  private static func plausible(_ power: DBm?) -> DBm? {
    power.flatMap { plausiblePowers.contains($0) ? $0 : nil }
  }

  /// The law of one anchor.
  public func law(of anchor: Int) -> LogDistance {
    LogDistance(exponent: exponent, levelAtOneMetre: levelsAtOneMetre[anchor])
  }

  /// The distance in metres at which an anchor's mean level is this one: what phones call accuracy.
  public func distance(to anchor: Int, at level: DBm) -> Double { law(of: anchor).distance(for: level) }
}
