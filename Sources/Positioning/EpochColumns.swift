public import Filtering
import World

/// A whole stream's filtered levels, ages, readings and counts, laid out by callback so that an epoch is a
/// stretch of each.
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
    self.init(
      source,
      filtered: FilteredLevels(of: source, anchors: anchors, filter: filter, maximumAge: maximumAge))
  }

  /// The same, where the levels have been filtered already.
  ///
  /// - Parameter isMobile: by anchor; what is heard of those that are tells no place and is left out. Empty for none.
  init(_ source: Readings, filtered: FilteredLevels, isMobile: [Bool] = []) {
    anchors = filtered.anchors
    times = source.times
    let cells = anchors * times.count
    levels = [DBm?](repeating: nil, count: cells)
    readings = levels
    ages = [Double](repeating: .infinity, count: cells)
    counts = [Int](repeating: 0, count: cells)
    for anchor in 0..<min(anchors, source.levels.count)
    where anchor >= isMobile.count || !isMobile[anchor] {
      write(filtered, source.levels[anchor], source.counts[anchor], of: anchor)
    }
  }

  private mutating func write(
    _ filtered: FilteredLevels, _ heard: [DBm?], _ number: [Int], of anchor: Int
  ) {
    var lastHeard: Int64?
    var cell = anchor
    let start = anchor * times.count
    for index in times.indices {
      let time = times[index].microseconds
      if heard[index] != nil { lastHeard = time }
      ages[cell] = lastHeard.map { (time - $0).seconds } ?? .infinity
      levels[cell] = filtered.cells[start + index]
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
