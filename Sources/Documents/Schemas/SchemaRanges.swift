/// The numbers that a key may have. NaN and infinity are in none.
public struct NumberRange: Hashable, Sendable {
  struct Bound: Hashable, Sendable {
    let value: Double
    let isExcluded: Bool
  }

  let lower: Bound?
  let upper: Bound?

  public static let any = NumberRange(lower: nil, upper: nil)
  public static func above(_ lower: Double) -> NumberRange { NumberRange(lower: open(lower), upper: nil) }
  public static func atLeast(_ lower: Double) -> NumberRange { NumberRange(lower: closed(lower), upper: nil) }
  public static func atMost(_ upper: Double) -> NumberRange { NumberRange(lower: nil, upper: closed(upper)) }
  public static func below(_ upper: Double) -> NumberRange { NumberRange(lower: nil, upper: open(upper)) }

  /// Both ends included.
  public static func between(_ lower: Double, _ upper: Double) -> NumberRange {
    NumberRange(lower: closed(lower), upper: closed(upper))
  }

  public static func above(_ lower: Double, atMost upper: Double) -> NumberRange {
    NumberRange(lower: open(lower), upper: closed(upper))
  }

  public static func above(_ lower: Double, below upper: Double) -> NumberRange {
    NumberRange(lower: open(lower), upper: open(upper))
  }

  public static func atLeast(_ lower: Double, below upper: Double) -> NumberRange {
    NumberRange(lower: closed(lower), upper: open(upper))
  }

  private static func open(_ value: Double) -> Bound { Bound(value: value, isExcluded: true) }
  private static func closed(_ value: Double) -> Bound { Bound(value: value, isExcluded: false) }

  public func contains(_ number: Double) -> Bool {
    guard number.isFinite else { return false }
    if let lower, lower.isExcluded ? number <= lower.value : number < lower.value { return false }
    if let upper, upper.isExcluded ? number >= upper.value : number > upper.value { return false }
    return true
  }

  /// `a number above 0 and at most 1 m`
  public func expected(in unit: String?) -> String {
    guard let unit else { return expected }
    return self == .any ? "a number in \(unit)" : "\(expected) \(unit)"
  }

  /// `a number above 0 and at most 1`
  var expected: String {
    let below = upper.map { ($0.isExcluded ? "below " : "at most ") + short($0.value) }
    switch (lower, below) {
    case (nil, nil): return "a number"
    case (nil, let below?): return "a number \(below)"
    case (let lower?, nil):
      return "a number \(lower.isExcluded ? "above" : "of at least") \(short(lower.value))"
    case (let lower?, let below?):
      if !lower.isExcluded, let upper, !upper.isExcluded {
        return "a number from \(short(lower.value)) to \(short(upper.value))"
      }
      return "a number \(lower.isExcluded ? "above" : "of at least") \(short(lower.value)) and \(below)"
    }
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

  /// ±(2⁵³ - 1): what every reader of JSON can hold exactly.
  public static let any = IntegerRange(lower: -9_007_199_254_740_991, upper: 9_007_199_254_740_991)
  public static func atLeast(_ lower: Int) -> IntegerRange { IntegerRange(lower: lower, upper: any.upper) }
  public static func between(_ lower: Int, _ upper: Int) -> IntegerRange {
    IntegerRange(lower: lower, upper: upper)
  }

  public func contains(_ integer: Int) -> Bool { lower <= integer && integer <= upper }

  /// `a whole number from 1 to 9 dBm`
  func expected(in unit: String?) -> String {
    guard let unit else { return expected }
    return self == .any ? "a whole number in \(unit)" : "\(expected) \(unit)"
  }

  package var expected: String {
    if self == .any { return "a whole number" }
    return upper == IntegerRange.any.upper
      ? "a whole number of at least \(lower)" : "a whole number from \(lower) to \(upper)"
  }
}

/// How many elements a list or a map may have.
public struct CountRange: Hashable, Sendable {
  let lower: Int
  /// Nil for no limit.
  let upper: Int?

  public static let any = CountRange(lower: 0, upper: nil)
  public static func atLeast(_ lower: Int) -> CountRange { CountRange(lower: lower, upper: nil) }
  public static func exactly(_ count: Int) -> CountRange { CountRange(lower: count, upper: count) }
  public static func between(_ lower: Int, _ upper: Int) -> CountRange {
    CountRange(lower: lower, upper: upper)
  }

  func contains(_ count: Int) -> Bool { lower <= count && count <= upper ?? Int.max }

  /// `of at least 1`; empty when any number will do.
  var expected: String {
    switch (lower, upper) {
    case (0, nil): ""
    case (let lower, nil): " of at least \(lower)"
    case (let lower, let upper?): lower == upper ? " of \(lower)" : " of \(lower) to \(upper)"
    }
  }
}
