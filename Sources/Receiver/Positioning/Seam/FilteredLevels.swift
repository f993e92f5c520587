public import Phone
public import World

/// The levels that a method sees over a whole stream: for each anchor of the site, one element per callback; nil where
/// the anchor was never heard, or too long ago for the pipeline.
public struct FilteredLevels: Sendable {
  /// The number of anchors of the site.
  public let anchors: Int
  /// The number of callbacks of the stream.
  public let callbacks: Int
  /// Anchor by anchor.
  public private(set) var cells: [DBm?]
  /// The anchors that were heard at all, ascending.
  let heard: [Int]

  /// Filters the readings, anchor by anchor, each in one static loop.
  ///
  /// - Parameters:
  ///   - readings: of one whole stream.
  ///   - anchors: how many the site has.
  ///   - filter: fresh; each anchor has its own.
  ///   - maximumAge: seconds for which a level counts after the anchor was heard; nil for ever.
  public init(of readings: Readings, anchors: Int, filter: any SignalFilter, maximumAge: Double?) {
    let times = readings.times
    self.anchors = anchors
    callbacks = times.count
    cells = [DBm?](repeating: nil, count: anchors * times.count)
    heard = readings.heard.filter { $0 < anchors }
    var column = [DBm?](repeating: nil, count: times.count)
    for anchor in heard {
      let levels = readings.levels[anchor]
      for index in times.indices { column[index] = levels[index] }
      var filter = filter
      filter.smooth(&column, at: times)
      if let maximumAge { column.forget(levels, at: times, after: maximumAge.microseconds) }
      for index in times.indices { cells[anchor * times.count + index] = column[index] }
    }
  }
}

extension FilteredLevels {
  /// One stretch of a stream after another.
  package init(joining stretches: [FilteredLevels], anchors: Int) {
    self.anchors = anchors
    callbacks = stretches.reduce(0) { $0 + $1.callbacks }
    heard = Set(stretches.flatMap(\.heard)).sorted()
    cells = (0..<anchors).flatMap { anchor in
      stretches.flatMap { $0.cells[anchor * $0.callbacks..<(anchor + 1) * $0.callbacks] }
    }
  }

  /// By anchor, at one callback.
  public func levels(at callback: Int) -> [DBm?] {
    (0..<anchors).map { cells[$0 * callbacks + callback] }
  }

  /// At each callback, the output of the filters some callbacks later: the levels without the filters' delay.
  ///
  /// Between two callbacks the level is interpolated; where one of them has no level, the other's is used. Beyond the end
  /// of the stream the last level is used.
  ///
  /// - Parameter steps: 0 or more; need not be whole.
  public func advanced(by steps: Double) -> FilteredLevels {
    precondition(steps >= 0 && steps.isFinite, "steps must be finite and at least 0, was \(steps)")
    var advanced = self
    guard callbacks > 0 else { return advanced }
    let whole = Int(min(steps.rounded(.down), Double(callbacks)))
    let fraction = steps - steps.rounded(.down)
    for anchor in 0..<anchors {
      func level(_ callback: Int) -> DBm? { cells[anchor * callbacks + min(callback, callbacks - 1)] }
      for callback in 0..<callbacks {
        let (before, after) = (level(callback + whole), level(callback + whole + 1))
        var between = before ?? after
        if fraction == 0 {
          between = before
        } else if let before, let after {
          between = DBm(before.value + (after.value - before.value) * fraction)
        }
        advanced.cells[anchor * callbacks + callback] = between
      }
    }
    return advanced
  }

  /// The same without one anchor's level at one callback.
  public func removing(anchor: Int, at callback: Int) -> FilteredLevels {
    var others = self
    others.cells[anchor * callbacks + callback] = nil
    return others
  }
}

extension [DBm?] {
  /// Removes levels of anchors that were last heard longer ago than `maximumAge` microseconds.
  fileprivate mutating func forget(_ heard: [DBm?], at times: [Double], after maximumAge: Int64) {
    var lastHeard = (-Double.infinity).microseconds
    for index in indices {
      let time = times[index].microseconds
      if heard[index] != nil { lastHeard = time }
      if time - lastHeard > maximumAge { self[index] = nil }
    }
  }
}
