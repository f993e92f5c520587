public import World

/// The result of a survey: the level of every beacon at each surveyed place.
///
/// It is all that a method which compares fingerprints knows of a building, and `given` must list `survey`: see
/// ``NearestFingerprints``.
public struct RadioMap: Hashable, Sendable {
  /// A place and what was heard at it.
  public struct SurveyPoint: Hashable, Sendable {
    /// At the height of the floor or of the phone, as in the survey; fixes get the same height.
    public let position: Point
    /// The level of the floor, as in ``World/Floor/level``.
    public let floor: Int
    /// By anchor, in the order of ``RadioMap/anchors``; nil for one that was not heard here.
    public let levels: [SurveyedLevel?]
    /// By anchor, and then by advertising channel; empty where the survey does not state the channels.
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
  /// In the order of the survey; among points that fit equally well the first is used.
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

  /// Whether it also has a level for each advertising channel.
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

  /// Whether its anchors are those of a site, in the same order.
  public func fits(_ site: KnownSite) -> Bool { anchors == site.anchors.map(\.id) }
}

/// The readings of one beacon at one place, summarised.
public struct SurveyedLevel: Hashable, Sendable {
  /// The level that fingerprints are compared with: the mean of the readings, or the output of a filter.
  public let level: DBm
  /// The sample standard deviation of the readings (divisor n - 1); nil for a single reading.
  public let deviation: Decibels?
  /// How many readings there were, 1 or more.
  public let count: Int
  /// The number of readings at each level in whole dBm, from the weakest up; empty where unknown.
  public let histogram: [HistogramBin]

  /// The readings of one level.
  public struct HistogramBin: Hashable, Sendable {
    /// dBm.
    public let level: Int
    /// The number of readings at this level, 1 or more.
    public let count: Int

    public init(level: Int, count: Int) { (self.level, self.count) = (level, count) }
  }

  /// - Parameters:
  ///   - level: the mean, or the output of a filter.
  ///   - deviation: nil for a single reading.
  ///   - count: of the readings behind the level.
  ///   - histogram: empty where unknown.
  public init(level: DBm, deviation: Decibels?, count: Int, histogram: [HistogramBin] = []) {
    self.level = level
    self.deviation = deviation
    self.count = count
    self.histogram = histogram
  }

  /// Summarises the readings at one place; nil when the beacon was not heard.
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

extension RadioMap {
  /// How many points are the neighbours of another: one on each side, on a plan.
  private static let neighbours = 4
  /// The largest number of points that are left out: of more every second, third … is.
  private static let most = 1000

  /// The standard deviation in decibels of a single reading at a point about the level that its neighbours predict.
  ///
  /// Each point is left out in turn, and each of the four nearest of the others on its floor predicts its levels. The variance is the
  /// mean square of the differences, over all points, neighbours and beacons heard at both, and the mean variance of the
  /// readings at one point. With fewer than five points on every floor nothing can be left out, and it is 3 dB.
  ///
  /// Ours, after leave-one-out cross-validation: Stone 1974, doi:10.1111/j.2517-6161.1974.tb00994.x. The phone is not at a surveyed
  /// point but beside it, where levels are others; with the deviation of readings at a point alone, the one beacon that differs most
  /// decides. For a reading r at a point of level l, whose readings have the deviation w, and the level m of a neighbour,
  /// `E(r - m)² = w² + E(l - m)²`, since r - l is independent of both. How weak a beacon was that was heard at one of two points is
  /// unknown, so it does not count.
  public var deviationOfNeighbours: Double {
    var (differences, count) = (0.0, 0)
    for point in stride(from: 0, to: points.count, by: max(1, (points.count + Self.most - 1) / Self.most)) {
      let neighbours = neighbours(of: point)
      guard neighbours.count == Self.neighbours else { continue }
      for neighbour in neighbours {
        for case (let here?, let there?) in zip(points[point].levels, points[neighbour].levels) {
          let difference = (here.level - there.level).value
          differences += difference * difference
          count += 1
        }
      }
    }
    guard count > 0 else { return 3 }
    let deviations = points.lazy.flatMap(\.levels).compactMap { $0?.deviation?.value }
    let within = deviations.reduce(0) { $0 + $1 * $1 } / Double(max(deviations.count, 1))
    return (differences / Double(count) + within).squareRoot()
  }

  /// The nearest points at other places on the floor of a point, of equally near ones the first.
  private func neighbours(of point: Int) -> [Int] {
    var nearest: [(index: Int, distance: Double)] = []
    for (index, other) in points.enumerated() where index != point && other.floor == points[point].floor {
      let distance = other.position.horizontalDistance(to: points[point].position)
      guard distance > 0 else { continue }
      guard nearest.count < Self.neighbours || distance < nearest[Self.neighbours - 1].distance else {
        continue
      }
      nearest.insert((index, distance), at: nearest.firstIndex { distance < $0.distance } ?? nearest.count)
      if nearest.count > Self.neighbours { nearest.removeLast() }
    }
    return nearest.map(\.index)
  }
}
