public import Filtering
import World

/// A whole stream's filtered levels, ages, readings and counts, laid out by callback so that an epoch is a
/// stretch of each.
///
/// The filters run down one anchor's column after another, in their own static loops, before the first epoch
/// is made.
public struct EpochColumns: Sendable {
  private let anchors: Int
  private let times: [Double]
  private var levels: [DBm?]
  private var ages: [Double]
  private var readings: [DBm?]
  private var counts: [Int]

  /// - Parameters:
  ///   - anchors: how many the site has.
  ///   - filter: a fresh one, which every anchor gets a copy of.
  ///   - maximumAge: seconds since the last reading up to which a level still counts; nil for ever.
  public init(_ source: Readings, anchors: Int, filter: any SignalFilter, maximumAge: Double?) {
    self.anchors = anchors
    times = source.times
    let cells = anchors * times.count
    levels = [DBm?](repeating: nil, count: cells)
    readings = levels
    ages = [Double](repeating: .infinity, count: cells)
    counts = [Int](repeating: 0, count: cells)
    for anchor in 0..<min(anchors, source.levels.count) {
      var column = source.levels[anchor]
      var filter = filter
      filter.smooth(&column, at: times)
      write(column, source.levels[anchor], source.counts[anchor], of: anchor, maximumAge ?? .infinity)
    }
  }

  private mutating func write(
    _ smoothed: [DBm?], _ heard: [DBm?], _ number: [Int], of anchor: Int, _ maximumAge: Double
  ) {
    var lastHeard = -Double.infinity
    var cell = anchor
    for index in times.indices {
      if heard[index] != nil { lastHeard = times[index] }
      let age = times[index] - lastHeard
      ages[cell] = age
      levels[cell] = age <= maximumAge ? smoothed[index] : nil
      readings[cell] = heard[index]
      counts[cell] = number[index]
      cell += anchors
    }
  }

  /// How many callbacks there are.
  public var count: Int { times.count }

  /// Writes one callback into an epoch of as many anchors.
  public func fill(_ epoch: inout Epoch, at index: Int) {
    epoch.time = times[index]
    let start = index * anchors
    Self.copy(levels, from: start, to: &epoch.levels)
    Self.copy(readings, from: start, to: &epoch.readings)
    Self.copy(ages, from: start, to: &epoch.ages)
    Self.copy(counts, from: start, to: &epoch.counts)
  }

  private static func copy<Value>(_ source: [Value], from start: Int, to target: inout [Value]) {
    let source = source.span
    var target = target.mutableSpan
    for index in target.indices { target[index] = source[start + index] }
  }
}

extension Epoch {
  /// Before anything was heard.
  public init(silentAnchors count: Int) {
    self.init(
      time: 0, levels: [DBm?](repeating: nil, count: count), readings: [DBm?](repeating: nil, count: count),
      ages: [Double](repeating: .infinity, count: count), counts: [Int](repeating: 0, count: count))
  }
}
