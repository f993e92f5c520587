/// The number of beacons of a layout that are heard at each point, and the number required.
public struct HeardCounts: Sendable {
  /// By candidate, then by point.
  private let heard: [[Bool]]
  /// How many must be heard at each point.
  public let least: Int
  private var counts: [Int]

  /// - Parameters:
  ///   - heard: by candidate, then by point.
  ///   - points: the number of points.
  ///   - least: how many beacons must be heard at each point.
  public init(_ heard: [[Bool]], points: Int, least: Int) {
    (self.heard, self.least) = (heard, least)
    counts = [Int](repeating: 0, count: points)
  }

  /// Counts anew for a layout.
  public mutating func set(_ layout: [Int]) {
    counts = counts.map { _ in 0 }
    for candidate in layout {
      for point in counts.indices where heard[candidate][point] { counts[point] += 1 }
    }
  }

  /// By point.
  public var all: [Int] { counts }

  /// How many are missing, over all points.
  public func missing(adding candidate: Int? = nil, without old: Int? = nil) -> Int {
    guard least > 0 else { return 0 }
    var missing = 0
    for point in counts.indices {
      var count = counts[point]
      if let candidate, heard[candidate][point] { count += 1 }
      if let old, heard[old][point] { count -= 1 }
      missing += max(least - count, 0)
    }
    return missing
  }

  /// The points at which too few are heard with all candidates at once.
  public var impossible: [Int] {
    counts.indices.filter { point in heard.count { $0[point] } < least }
  }
}
