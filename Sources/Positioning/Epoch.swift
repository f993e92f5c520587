public import World

/// What a positioner is told at one callback of the phone: levels by anchor, and nothing of the truth.
///
/// Every array has an element per anchor of the site, in the site's order.
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

  public init(time: Double, levels: [DBm?], readings: [DBm?], ages: [Double], counts: [Int]) {
    self.time = time
    self.levels = levels
    self.readings = readings
    self.ages = ages
    self.counts = counts
  }
}
