/// A power level in dBm: decibels relative to one milliwatt.
///
/// Levels and ratios are different types so that their arithmetic cannot go wrong: level minus level is a ratio,
/// level plus ratio is a level, and level plus level does not compile.
public struct DBm: Hashable, Comparable, Sendable {
  /// The number of dBm, such as -59.
  public var value: Double

  public init(_ value: Double) { self.value = value }

  /// The strongest level that a receiver reports; the weakest is -127 dBm (Bluetooth Core Specification 5.4, volume 4, part E,
  /// section 7.7.65.2).
  public static let mostReceived: DBm = 20

  /// The weaker level is the smaller one.
  public static func < (a: DBm, b: DBm) -> Bool { a.value < b.value }
  public static func - (a: DBm, b: DBm) -> Decibels { Decibels(a.value - b.value) }
  public static func + (a: DBm, b: Decibels) -> DBm { DBm(a.value + b.value) }
  public static func - (a: DBm, b: Decibels) -> DBm { DBm(a.value - b.value) }
}

/// A ratio of two powers, in decibels: a loss, a gain, or a standard deviation of levels.
public struct Decibels: Hashable, Comparable, Sendable {
  /// The number of dB; positive for a loss where a loss is meant.
  public var value: Double

  public init(_ value: Double) { self.value = value }

  /// The smaller ratio first.
  public static func < (a: Decibels, b: Decibels) -> Bool { a.value < b.value }
  /// The ratio scaled by a factor without a unit: twice the decibels, not twice the power.
  public static func * (a: Decibels, factor: Double) -> Decibels { Decibels(a.value * factor) }
}

extension DBm: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, CustomStringConvertible {
  public init(floatLiteral value: Double) { self.init(value) }
  public init(integerLiteral value: Int) { self.init(Double(value)) }
  /// For example `-59.0 dBm`.
  public var description: String { "\(value) dBm" }
}

extension Decibels: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, CustomStringConvertible {
  public init(floatLiteral value: Double) { self.init(value) }
  public init(integerLiteral value: Int) { self.init(Double(value)) }
  /// For example `4.5 dB`.
  public var description: String { "\(value) dB" }
}
