public import Documents
import NumericalMethods
public import World

/// The log-distance law of path loss: `level = C - 10 n log10(d / 1 m)`.
///
/// Source: Mustafa & Sykes 2021, equation 1; the model is that of Rappaport, "Wireless Communications", 2nd
/// ed., section 4.9.1, with a reference distance of one metre.
public struct LogDistance: DeclaredSettings {
  /// n: 2 in free space, mostly 1.5 to 4 in buildings; above 0.
  public var exponent: Double
  /// C, the mean level at one metre.
  public var levelAtOneMetre: DBm

  /// - Precondition: both are finite and the exponent is above 0.
  public init(exponent: Double, levelAtOneMetre: DBm) {
    precondition(exponent > 0 && exponent.isFinite, "exponent must be above 0, was \(exponent)")
    precondition(levelAtOneMetre.value.isFinite, "levelAtOneMetre must be finite, was \(levelAtOneMetre)")
    self.exponent = exponent
    self.levelAtOneMetre = levelAtOneMetre
  }

  public init() { self.init(exponent: 2, levelAtOneMetre: -59) }

  public static let keys: [SettingKey<LogDistance>] = [
    .required("n", \.exponent, .exponent, "The path-loss exponent; 2 in free space."),
    .required("c", \.levelAtOneMetre, .levelAtOneMetre, unit: "dBm", "The mean RSSI at 1 m."),
  ]

  /// The shortest distance in metres that the law is asked for; nearer places count as this far away, since
  /// the level would grow without bound.
  public static let nearest = 0.01

  /// The mean level at a distance in metres.
  public func level(at distance: Double) -> DBm {
    let decades = Elementary.log10(max(distance, LogDistance.nearest))
    return levelAtOneMetre - Decibels(10 * exponent * decades)
  }

  /// The distance in metres at which the mean level is this one; held below 1e6 m for levels far too weak, so
  /// that it is always a number to reckon with.
  public func distance(for level: DBm) -> Double {
    min(Elementary.exp10((levelAtOneMetre - level).value / (10 * exponent)), LogDistance.farthest)
  }

  /// The longest distance in metres that a level is turned into.
  public static let farthest = 1e6
}
