/// The least, mean and largest of levels.
public struct LevelSummary: Hashable, Sendable {
  /// How many levels there are.
  public private(set) var count = 0
  /// How often the receiver reported no level (127 in HCI).
  public private(set) var unavailable = 0
  /// How many were above 0 dBm, which no receiver at a distance can measure.
  public private(set) var positive = 0
  private var least = Int.max
  private var most = Int.min
  private var sum = 0

  /// dBm; nil when there is none.
  public var minimum: Int? { count == 0 ? nil : least }
  /// dBm; nil when there is none.
  public var mean: Double? { count == 0 ? nil : Double(sum) / Double(count) }
  /// dBm; nil when there is none.
  public var maximum: Int? { count == 0 ? nil : most }

  mutating func add(_ level: Int8) {
    guard level != AdvertisingReport.levelUnavailable else {
      unavailable += 1
      return
    }
    let level = Int(level)
    count += 1
    sum += level
    least = min(least, level)
    most = max(most, level)
    if level > 0 { positive += 1 }
  }
}

/// Mean levels over time in at most 64 equal steps, however long the time.
///
/// When the time exceeds the steps, they are joined in pairs and become twice as long, so the memory does not grow.
public struct LevelHistory: Hashable, Sendable {
  /// Microseconds of one step: 100 ms times a power of two.
  public var step: Int64 { Self.shortest << doublings }
  private var doublings = 0
  private var sums = [Int](repeating: 0, count: Self.steps)
  private var counts = [Int](repeating: 0, count: Self.steps)

  /// The greatest number of steps: the columns of a picture in a terminal.
  public static let steps = 64

  /// The mean level in dBm of each step from t = 0; nil where nothing was heard.
  public var means: [Double?] {
    zip(sums, counts).map { sum, count in count == 0 ? nil : Double(sum) / Double(count) }
  }

  mutating func add(_ level: Int8, at microseconds: Int64) {
    guard level != AdvertisingReport.levelUnavailable else { return }
    widen(toHold: microseconds)
    let index = index(of: microseconds)
    sums[index] += Int(level)
    counts[index] += 1
  }

  /// Makes the steps long enough for a time, so that histories of one capture can be shown one below the other.
  mutating func widen(toHold microseconds: Int64) {
    while index(of: microseconds) >= Self.steps { joinSteps() }
  }

  /// Dividing by a constant takes a fraction of the time that dividing by the step does.
  private func index(of microseconds: Int64) -> Int { Int((microseconds / Self.shortest) >> doublings) }

  private static let shortest: Int64 = 100_000

  /// Joins the steps in pairs, which then are twice as long.
  public mutating func joinSteps() {
    for index in 0..<Self.steps / 2 {
      sums[index] = sums[2 * index] + sums[2 * index + 1]
      counts[index] = counts[2 * index] + counts[2 * index + 1]
    }
    for index in Self.steps / 2..<Self.steps { (sums[index], counts[index]) = (0, 0) }
    doublings += 1
  }
}
