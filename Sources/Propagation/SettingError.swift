/// A setting that no channel, beacon or walk can have.
public struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The setting's name from the top of its group, such as `shadowing.decorrelation`.
  public let key: String
  public let expected: String
  public let found: String

  public init(key: String, expected: String, found: String) {
    self.key = key
    self.expected = expected
    self.found = found
  }

  public var description: String { "\(key) must be \(expected), was \(found)" }
}

/// Throws unless a number lies in a range; NaN lies in none.
func check(_ key: String, _ value: Double, in range: ClosedRange<Double>, _ expected: String)
  throws(SettingError)
{
  guard range.contains(value) else {
    throw SettingError(key: key, expected: expected, found: "\(value)")
  }
}
