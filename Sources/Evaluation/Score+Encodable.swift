// The keys and their meaning stand in docs/results.md. A value that does not exist is null, never left out.

extension Score: Encodable {
  private enum Key: String, CodingKey {
    case n, missed, missedByReason, wrongFloors, laps
    case meanMetres, stdMetres, meanInterval95, p50, p75, p90, p95, rmse, max
  }

  private struct Reason: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(count, forKey: .n)
    try container.encode(missed, forKey: .missed)
    var reasons = container.nestedContainer(keyedBy: Reason.self, forKey: .missedByReason)
    for missed in missedByReason {
      try reasons.encode(missed.count, forKey: Reason(stringValue: missed.reason.rawValue))
    }
    try container.encode(wrongFloors, forKey: .wrongFloors)
    try container.encode(laps, forKey: .laps)
    try container.encode(statistics?.mean, forKey: .meanMetres)
    try container.encode(statistics?.standardDeviation, forKey: .stdMetres)
    try container.encode(meanInterval.map { [$0.lower, $0.upper] }, forKey: .meanInterval95)
    try container.encode(statistics?.median, forKey: .p50)
    try container.encode(statistics?.p75, forKey: .p75)
    try container.encode(statistics?.p90, forKey: .p90)
    try container.encode(statistics?.p95, forKey: .p95)
    try container.encode(statistics?.rootMeanSquare, forKey: .rmse)
    try container.encode(statistics?.largest, forKey: .max)
  }
}

extension GroupedScore: Encodable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The keys of the whole score, and `by`: a score for each group of each division that has any.
  public func encode(to encoder: any Encoder) throws {
    try whole.encode(to: encoder)
    var container = encoder.container(keyedBy: Name.self)
    var by = container.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: "by"))
    for division in divisions where !division.groups.isEmpty {
      var groups = by.nestedContainer(
        keyedBy: Name.self, forKey: Name(stringValue: division.grouping.rawValue))
      for group in division.groups { try groups.encode(group.score, forKey: Name(stringValue: group.name)) }
    }
  }
}
