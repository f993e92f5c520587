public import Documents
import NumericalMethods
public import World

/// The indoor hotspot of 3GPP (InH - Office), with the level at one metre in place of the transmitter's power.
///
/// With d in metres and f in GHz the published losses in decibels are
/// `PL_LOS = 32.4 + 17.3 log10 d + 20 log10 f` in line of sight and
/// `max(PL_LOS, 17.3 + 38.3 log10 d + 24.9 log10 f)` without, for 1 to 150 m; here they are taken less PL_LOS at
/// one metre, and the lines go on below and beyond.
///
/// Source: 3GPP TR 38.901 V16.1.0, table 7.4.1-1, and for the chance of a line of sight table 7.4.2-1. The mixed
/// law is ours: the mean over both cases, in decibels, by that chance.
public struct IndoorHotspot: DeclaredSettings {
  /// Whether the straight line between beacon and phone is free.
  public enum Sight: Hashable, Sendable {
    case clear
    case blocked
    /// The mean of both, by the chance of the first.
    case mixed(SightProbability)
  }

  /// C, the mean level at one metre.
  public var levelAtOneMetre: DBm = -59
  /// GHz.
  public var frequency = 2.44
  /// Which of the two cases of the model holds.
  public var sight = Sight.mixed(.mixedOffice)

  public init() {}
  public static let keys: [SettingKey<IndoorHotspot>] = [
    .required("c", \.levelAtOneMetre, .levelAtOneMetre, unit: "dBm", "The mean RSSI at 1 m."),
    .defaulted(
      "sight", \.sight,
      .words([
        ("clear", .clear, "Line of sight."), ("blocked", .blocked, "No line of sight."),
        (
          "mixedOffice", .mixed(.mixedOffice),
          "The mean of both, weighted by the probability of a line of sight in a mixed office."
        ),
        ("openOffice", .mixed(.openOffice), "The same with the probability of an open office."),
      ]), "Whether there is a line of sight."),
    .defaulted("frequency", \.frequency, .number(.between(0.5, 100)), unit: "GHz", "The carrier frequency."),
  ]

  var curve: LossCurve {
    switch sight {
    case .clear: LossCurve(perDecade: 17.3)
    case .blocked: LossCurve(perDecade: 17.3, bend: bend(nil))
    case .mixed(let probability): LossCurve(perDecade: 17.3, bend: bend(probability))
    }
  }

  /// From where on the second line lies above the first: both are straight over log10 d, so their maximum bends
  /// where they cross.
  private func bend(_ probability: SightProbability?) -> LossCurve.Bend {
    let crossing = (32.4 - 17.3 - (24.9 - 20) * Elementary.log10(frequency)) / (38.3 - 17.3)
    return LossCurve.Bend(
      distance: Elementary.exp10(crossing), perDecade: 38.3 - 17.3, unlessInSight: probability)
  }
}

/// The chance that nothing stands between the two ends of a link, by their distance h on the plan.
///
/// 1 up to a; `exp(-(h - a) / s)` up to b; `q exp(-(h - b) / t)` beyond.
///
/// Source: 3GPP TR 38.901 V16.1.0, table 7.4.2-1.
public struct SightProbability: Hashable, Sendable {
  /// a, in metres: up to here the line is always free.
  public let certainUpTo: Double
  /// b, in metres: beyond it the second exponential holds.
  public let nearUpTo: Double
  /// s, in metres.
  public let nearScale: Double
  /// t, in metres.
  public let farScale: Double
  /// q.
  public let farShare: Double

  /// An office with rooms and open parts.
  public static let mixedOffice = SightProbability(
    certainUpTo: 1.2, nearUpTo: 6.5, nearScale: 4.7, farScale: 32.6, farShare: 0.32)

  /// An open-plan office.
  public static let openOffice = SightProbability(
    certainUpTo: 5, nearUpTo: 49, nearScale: 70.8, farScale: 211.7, farShare: 0.54)

  /// The chance at a distance on the plan, in metres.
  public func value(at horizontal: Double) -> Double {
    if horizontal <= certainUpTo { return 1 }
    if horizontal < nearUpTo { return Elementary.exp((certainUpTo - horizontal) / nearScale) }
    return farShare * Elementary.exp((nearUpTo - horizontal) / farScale)
  }
}
