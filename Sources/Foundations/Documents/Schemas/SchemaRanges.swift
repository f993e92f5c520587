/// The numbers that a key may have; never NaN or infinity.
public struct NumberRange: Hashable, Sendable {
  struct Bound: Hashable, Sendable {
    let value: Double
    let isExcluded: Bool
  }

  let lower: Bound?
  let upper: Double?

  private init(_ lower: Double? = nil, isExcluded: Bool = false, atMost upper: Double? = nil) {
    self.lower = lower.map { Bound(value: $0, isExcluded: isExcluded) }
    self.upper = upper
  }

  /// Every finite number.
  public static let any = NumberRange()
  public static func atLeast(_ lower: Double) -> NumberRange { NumberRange(lower) }
  /// Above `lower`, itself excluded, up to `upper`, itself included; nil for no upper end.
  public static func above(_ lower: Double, atMost upper: Double? = nil) -> NumberRange {
    NumberRange(lower, isExcluded: true, atMost: upper)
  }

  /// Both ends included.
  public static func between(_ lower: Double, _ upper: Double) -> NumberRange {
    NumberRange(lower, atMost: upper)
  }

  /// Of a coordinate or a height in metres: up to a thousand kilometres, so that squares and sums stay finite.
  public static let coordinate = between(-1e6, 1e6)

  /// False for NaN and infinity in any range.
  public func contains(_ number: Double) -> Bool {
    guard number.isFinite else { return false }
    if let lower, lower.isExcluded ? number <= lower.value : number < lower.value { return false }
    return upper.map { number <= $0 } ?? true
  }

  /// `a number above 0 and at most 1 m`
  public func expected(in unit: String?) -> String {
    guard let unit else { return expected }
    return self == .any ? "a number in \(unit)" : "\(expected) \(unit)"
  }

  /// `a number above 0 and at most 1`
  var expected: String {
    guard let lower else { return "a number" }
    guard let upper else {
      return "a number \(lower.isExcluded ? "above" : "of at least") \(short(lower.value))"
    }
    return lower.isExcluded
      ? "a number above \(short(lower.value)) and at most \(short(upper))"
      : "a number from \(short(lower.value)) to \(short(upper))"
  }
}

/// A number without `.0`.
package func short(_ number: Double) -> String {
  Int(exactly: number).map(\.description) ?? number.description
}

/// The whole numbers that a key may have, both ends included.
public struct IntegerRange: Hashable, Sendable {
  let lower: Int
  let upper: Int
  /// Whether sentences name the upper end.
  let isBounded: Bool

  /// ±(2⁵³ - 1): what every reader of JSON can hold exactly.
  public static let any = atLeast(-largest)
  /// 2⁵³ - 1, the largest whole number of files and options.
  public static let largest = 9_007_199_254_740_991
  /// Up to ``largest``.
  public static func atLeast(_ lower: Int) -> IntegerRange {
    IntegerRange(lower: lower, upper: largest, isBounded: false)
  }
  /// Both ends included.
  public static func between(_ lower: Int, _ upper: Int) -> IntegerRange {
    IntegerRange(lower: lower, upper: upper, isBounded: true)
  }

  public func contains(_ integer: Int) -> Bool { lower <= integer && integer <= upper }

  /// `a whole number from 1 to 9 dBm`
  func expected(in unit: String?) -> String {
    guard let unit else { return expected }
    return self == .any ? "a whole number in \(unit)" : "\(expected) \(unit)"
  }

  /// As the end of "expected …".
  package var expected: String {
    if self == .any { return "a whole number" }
    return isBounded
      ? "a whole number from \(lower) to \(upper)" : "a whole number of at least \(lower)"
  }
}

/// How many elements a list or a map may have.
public struct CountRange: Hashable, Sendable {
  let lower: Int
  /// Nil for no limit.
  let upper: Int?

  /// Any number of elements, none included.
  public static let any = CountRange(lower: 0, upper: nil)
  public static func atLeast(_ lower: Int) -> CountRange { CountRange(lower: lower, upper: nil) }
  public static func atMost(_ upper: Int) -> CountRange { CountRange(lower: 0, upper: upper) }
  /// Both ends included.
  public static func between(_ lower: Int, _ upper: Int) -> CountRange {
    CountRange(lower: lower, upper: upper)
  }

  func contains(_ count: Int) -> Bool { lower <= count && count <= upper ?? Int.max }

  /// `of at least 1`; empty when any number will do.
  var expected: String {
    switch (lower, upper) {
    case (0, nil): ""
    case (0, let upper?): " of at most \(upper)"
    case (let lower, nil): " of at least \(lower)"
    case (let lower, let upper?): " of \(lower) to \(upper)"
    }
  }
}
