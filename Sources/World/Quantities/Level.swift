/// A power level in dBm: decibels relative to one milliwatt.
///
/// Levels and ratios are different types so that their arithmetic cannot go wrong: level minus level is a ratio,
/// level plus ratio is a level, and level plus level does not compile.
public struct DBm: Hashable, Comparable, Sendable {
  public var value: Double

  public init(_ value: Double) { self.value = value }

  /// The strongest level that a receiver reports; the weakest is -127 dBm (Bluetooth Core Specification 5.4, volume 4, part E,
  /// section 7.7.65.2).
  public static let mostReceived: DBm = 20

  public static func < (a: DBm, b: DBm) -> Bool { a.value < b.value }
  public static func - (a: DBm, b: DBm) -> Decibels { Decibels(a.value - b.value) }
  public static func + (a: DBm, b: Decibels) -> DBm { DBm(a.value + b.value) }
  public static func - (a: DBm, b: Decibels) -> DBm { DBm(a.value - b.value) }
}

/// A ratio of two powers, in decibels: a loss, a gain, or a standard deviation of levels.
public struct Decibels: Hashable, Comparable, Sendable {
  public var value: Double

  public init(_ value: Double) { self.value = value }

  public static func < (a: Decibels, b: Decibels) -> Bool { a.value < b.value }
  public static func + (a: Decibels, b: Decibels) -> Decibels { Decibels(a.value + b.value) }
  public static func - (a: Decibels, b: Decibels) -> Decibels { Decibels(a.value - b.value) }
  public static prefix func - (a: Decibels) -> Decibels { Decibels(-a.value) }
  public static func * (a: Decibels, factor: Double) -> Decibels { Decibels(a.value * factor) }
}

extension DBm: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, CustomStringConvertible {
  public init(floatLiteral value: Double) { self.init(value) }
  public init(integerLiteral value: Int) { self.init(Double(value)) }
  public var description: String { "\(value) dBm" }
}

extension Decibels: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, CustomStringConvertible {
  public init(floatLiteral value: Double) { self.init(value) }
  public init(integerLiteral value: Int) { self.init(Double(value)) }
  public var description: String { "\(value) dB" }
}
