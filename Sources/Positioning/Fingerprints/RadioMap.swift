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

    public init(position: Point, floor: Int = 0, levels: [SurveyedLevel?]) {
      self.position = position
      self.floor = floor
      self.levels = levels
    }
  }

  /// The names that the site has for its anchors.
  public let anchors: [String]
  /// In the order of the survey; of points that fit equally well the first one counts.
  public let points: [SurveyPoint]

  /// - Precondition: each point has an element for every anchor.
  public init(anchors: [String], points: [SurveyPoint]) {
    precondition(
      points.allSatisfy { $0.levels.count == anchors.count }, "a point must say something of every anchor")
    self.anchors = anchors
    self.points = points
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
