public import World

/// What a survey found: for each of some places the level at which every beacon is heard there.
///
/// It is all that a method which compares fingerprints knows of a building, and `told` must list it: see
/// ``NearestFingerprints``.
public struct RadioMap: Hashable, Sendable {
  /// A place and what was heard at it.
  public struct SurveyPoint: Hashable, Sendable {
    /// Of the floor's surface or of the phone, as the survey has it: fixes get the same height.
    public let position: Point
    public let floor: Int
    /// By anchor, in the order of ``RadioMap/anchors``; nil for one that was not heard here.
    public let levels: [SurveyedLevel?]
    /// By anchor, and then by advertising channel: of what was heard on that channel; empty where the survey does not have the
    /// channels.
    public let channelLevels: [SurveyedLevel?]

    public init(
      position: Point, floor: Int = 0, levels: [SurveyedLevel?], channelLevels: [SurveyedLevel?] = []
    ) {
      self.position = position
      self.floor = floor
      self.levels = levels
      self.channelLevels = channelLevels
    }
  }

  /// The names that the site has for its anchors.
  public let anchors: [String]
  /// In the order of the survey; of points that fit equally well the first one counts.
  public let points: [SurveyPoint]

  /// - Precondition: each point has an element for every anchor; and one for each of its advertising channels, or none does.
  public init(anchors: [String], points: [SurveyPoint]) {
    precondition(
      points.allSatisfy { $0.levels.count == anchors.count }, "a point must say something of every anchor")
    let channels = points.contains { !$0.channelLevels.isEmpty } ? AdvertisingChannel.count : 0
    precondition(
      points.allSatisfy { $0.channelLevels.count == channels * anchors.count },
      "a point must say something of every channel, or none must")
    self.anchors = anchors
    self.points = points
  }

  /// Whether it has the levels of each advertising channel too.
  public var hasChannels: Bool { points.contains { !$0.channelLevels.isEmpty } }

  /// The map in which each advertising channel is an anchor of its own; nil where the survey does not have the channels.
  var byChannel: RadioMap? {
    guard hasChannels else { return nil }
    return RadioMap(
      anchors: anchors.flatMap { Self.names(byChannelOf: $0) },
      points: points.map {
        SurveyPoint(position: $0.position, floor: $0.floor, levels: $0.channelLevels)
      })
  }

  static func names(byChannelOf anchor: String) -> [String] {
    AdvertisingChannel.numbers.map { "\(anchor) \($0)" }
  }

  /// Whether it speaks of a site's anchors, in their order.
  public func fits(_ site: KnownSite) -> Bool { anchors == site.anchors.map(\.id) }
}

/// What the readings of one beacon at one place came to.
public struct SurveyedLevel: Hashable, Sendable {
  /// What a fingerprint is compared with: the mean of the readings, or what a filter made of them.
  public let level: DBm
  /// The standard deviation of the readings, divided by one less than their number; nil for a single one.
  public let deviation: Decibels?
  /// How many readings there were, 1 or more.
  public let count: Int
  /// How often each level was read, in whole dBm from the weakest up; empty where that is not known.
  public let histogram: [HistogramBin]

  public struct HistogramBin: Hashable, Sendable {
    /// dBm.
    public let level: Int
    public let count: Int

    public init(level: Int, count: Int) { (self.level, self.count) = (level, count) }
  }

  public init(level: DBm, deviation: Decibels?, count: Int, histogram: [HistogramBin] = []) {
    self.level = level
    self.deviation = deviation
    self.count = count
    self.histogram = histogram
  }

  /// Of the readings at one place; nil when the beacon was heard in none.
  ///
  /// - Parameters:
  ///   - readings: of one beacon; nil where it was not heard.
  ///   - filtered: what takes the place of the mean.
  public init?(of readings: [DBm?], filtered: DBm? = nil) {
    let heard = readings.compactMap { $0?.value }
    guard !heard.isEmpty else { return nil }
    let mean = heard.reduce(0, +) / Double(heard.count)
    let squares = heard.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    self.init(
      level: filtered ?? DBm(mean),
      deviation: heard.count > 1 ? Decibels((squares / Double(heard.count - 1)).squareRoot()) : nil,
      count: heard.count, histogram: Self.histogram(of: heard))
  }

  private static func histogram(of levels: [Double]) -> [HistogramBin] {
    let whole = levels.map { Int($0.rounded(.toNearestOrEven)) }.sorted()
    var bins: [HistogramBin] = []
    for level in whole {
      let before = bins.last?.level == level ? bins.removeLast().count : 0
      bins.append(HistogramBin(level: level, count: before + 1))
    }
    return bins
  }
}
