/// A setting outside its range: which key of a scenario, what was expected, and what was found.
public struct SettingFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// From the top of the group of settings, such as `shadowing.exponential.decorrelation`; empty for the group.
  public let key: String
  /// The end of a sentence: "must be …".
  public let expected: String
  /// The end of a sentence: "was …".
  public let found: String

  public init(key: String, expected: String, found: String) {
    self.key = key
    self.expected = expected
    self.found = found
  }

  /// `key must be …, was …`, or `expected …, found …` without a key.
  public var description: String {
    key.isEmpty ? "expected \(expected), found \(found)" : "\(key) must be \(expected), was \(found)"
  }

  /// The first fault in a list of checks; each has a key, whether the check passes, what is expected, and the value found.
  public static func first(of checks: (String, Bool, String, any CustomStringConvertible)...) -> SettingFault?
  {
    for (key, holds, expected, found) in checks where !holds {
      return SettingFault(key: key, expected: expected, found: found.description)
    }
    return nil
  }
}
