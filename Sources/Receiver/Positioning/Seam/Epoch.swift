public import World

/// What a method is given at one callback of the phone: levels by anchor, and nothing of the ground truth.
///
/// The arrays up to ``counts`` have an element per anchor of the site, in the site's order. Moving beacons count as not heard.
public struct Epoch: Hashable, Sendable {
  /// Seconds since the stream began: the end of the window, when the callback comes.
  public var time: Double
  /// The filtered level; nil when never heard, or heard longer ago than the pipeline allows.
  public var levels: [DBm?]
  /// The reading of the last second before filtering; nil when nothing was heard in it.
  public var readings: [DBm?]
  /// Seconds since the end of the window in which the anchor was last heard; infinite before that.
  public var ages: [Double]
  /// Advertisements in the last second.
  public var counts: [Int]
  /// The single advertisements of the site's anchors in the last second, as received. Only for methods that need them;
  /// empty in a stream of averages.
  public var advertisements: [Advertisement]
  /// By anchor, and then by advertising channel: the filtered level on that channel; nil as in ``levels``. Only for methods that
  /// need it; empty for others.
  public var channelLevels: [DBm?]
  /// The steps of the last second; nil where the stream has none because the phone has no motion sensors.
  public var steps: [Step]?

  public init(
    time: Double, levels: [DBm?], readings: [DBm?], ages: [Double], counts: [Int],
    advertisements: [Advertisement] = [], channelLevels: [DBm?] = [], steps: [Step]? = nil
  ) {
    self.channelLevels = channelLevels
    self.steps = steps
    self.time = time
    self.levels = levels
    self.readings = readings
    self.ages = ages
    self.counts = counts
    self.advertisements = advertisements
  }

  /// Before anything was heard.
  public init(silentAnchors count: Int) {
    self.init(
      time: 0, levels: [DBm?](repeating: nil, count: count), readings: [DBm?](repeating: nil, count: count),
      ages: [Double](repeating: .infinity, count: count), counts: [Int](repeating: 0, count: count))
  }
}
