/// The least, mean and largest of levels.
public struct LevelSummary: Hashable, Sendable {
  /// How many levels there are.
  public private(set) var count = 0
  /// How often the receiver could not tell (127 in HCI).
  public private(set) var unavailable = 0
  /// How many were above 0 dBm, which no receiver at a distance hears.
  public private(set) var positive = 0
  private var least = Int.max
  private var most = Int.min
  private var sum = 0

  /// dBm; nil when there is none.
  public var minimum: Int? { count == 0 ? nil : least }
  public var mean: Double? { count == 0 ? nil : Double(sum) / Double(count) }
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

extension LevelSummary: Encodable {
  private enum CodingKeys: CodingKey {
    case minimum, mean, maximum, unavailable
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(minimum, forKey: .minimum)
    try container.encode(mean, forKey: .mean)
    try container.encode(maximum, forKey: .maximum)
    try container.encode(unavailable, forKey: .unavailable)
  }
}
