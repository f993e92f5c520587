public import Documents
import NumericalMethods
public import World

/// How the mean level falls with the distance between two ends, whatever stands on the plan.
///
/// All laws use the mean RSSI at 1 m, C, in place of a transmitter's power and the loss of the first
/// metre: it is what a beacon's frames claim and what a fit finds. Losses are counted from one metre on.
public enum PathLossLaw: Hashable, Sendable {
  case logDistance(LogDistance)
  case breakpoint(BreakpointLoss)
  case indoorHotspot(IndoorHotspot)
  case siteGeneral(SiteGeneralLoss)
  case multiWall(MultiWallLoss)

  /// C, the mean level at one metre.
  public var levelAtOneMetre: DBm {
    switch self {
    case .logDistance(let law): law.levelAtOneMetre
    case .breakpoint(let law): law.levelAtOneMetre
    case .indoorHotspot(let law): law.levelAtOneMetre
    case .siteGeneral(let law): law.levelAtOneMetre
    case .multiWall(let law): law.levelAtOneMetre
    }
  }

  /// The loss by the distance, without floors.
  public var curve: LossCurve {
    switch self {
    case .logDistance(let law): LossCurve(perDecade: 10 * law.exponent)
    case .breakpoint(let law): law.curve
    case .indoorHotspot(let law): law.curve
    case .siteGeneral(let law): law.curve
    case .multiWall(let law): law.curve
    }
  }

  /// What so many floors between the two ends take; 0 by laws that know no floors.
  ///
  /// - Precondition: `floors` is not negative.
  public func loss(ofFloors floors: Int) -> Decibels {
    precondition(floors >= 0, "floors must not be negative, were \(floors)")
    switch self {
    case .siteGeneral(let law): return law.environment.loss(ofFloors: floors)
    case .multiWall(let law): return law.loss(ofFloors: floors)
    case .logDistance, .breakpoint, .indoorHotspot: return 0
    }
  }

  /// The mean level over a vector from one end to the other, in metres, before obstacles.
  public func level(over offset: Point, floors: Int = 0) -> DBm {
    let lost = curve.loss(at: offset.length, onPlan: offset.horizontalLength)
    return levelAtOneMetre - lost - loss(ofFloors: floors)
  }

  /// The mean level at a distance in metres at one height on one floor, before obstacles.
  public func level(at distance: Double) -> DBm { level(over: Point(x: distance, y: 0)) }
}

extension PathLossLaw {
  /// The laws that a channel may name.
  public static let form = SettingForm<PathLossLaw>.union([
    SettingVariant(
      "logDistance", .settings, as: { .logDistance($0) },
      from: { if case .logDistance(let law) = $0 { law } else { nil } },
      "RSSI = c - 10 n log10(d / 1 m): Mustafa & Sykes 2021, equation 1."),
    SettingVariant(
      "breakpoint", .settings, as: { .breakpoint($0) },
      from: { if case .breakpoint(let law) = $0 { law } else { nil } },
      "Two log-distance laws that meet: Goldsmith 2005, section 2.5.4."),
    SettingVariant(
      "indoorHotspot", .settings, as: { .indoorHotspot($0) },
      from: { if case .indoorHotspot(let law) = $0 { law } else { nil } },
      "3GPP TR 38.901, InH - Office: tables 7.4.1-1 and 7.4.2-1."),
    SettingVariant(
      "siteGeneral", .settings, as: { .siteGeneral($0) },
      from: { if case .siteGeneral(let law) = $0 { law } else { nil } }, "ITU-R P.1238-7, equation 1."),
    SettingVariant(
      "multiWall", .settings, as: { .multiWall($0) },
      from: { if case .multiWall(let law) = $0 { law } else { nil } },
      "Free space, the walls of the plan and the floors: COST 231, equation 4.7.2. `obstacles` must be true."),
  ])
}

extension SettingForm where Value == DBm {
  /// C of a law of the mean level, and what a positioning method assumes of it.
  public static var levelAtOneMetre: Self { number(.between(-120, 20)) }
}

extension SettingForm where Value == Double {
  /// n of a law of the mean level.
  public static var exponent: Self { number(.between(0.5, 20)) }
}

/// The loss beyond one metre that every law of path loss comes down to: a straight line over the logarithm of the
/// distance, which may bend once, and bend only where the line of sight is blocked.
///
/// `loss = a log10 d + (1 - P) b log10(d / d₀)`, the second part from the bend d₀ on only; P is the chance of a
/// line of sight, 0 where the law knows none.
public struct LossCurve: Hashable, Sendable {
  /// Where the line bends.
  public struct Bend: Hashable, Sendable {
    /// Metres from which on the loss grows otherwise.
    public let distance: Double
    /// Decibels a decade by which it then grows faster; negative for slower.
    public let perDecade: Double
    /// Nil for a bend that is always there.
    public let unlessInSight: SightProbability?
  }

  /// Decibels for each tenfold of the distance.
  public let perDecade: Double
  /// Nil for one straight line.
  public let bend: Bend?
  /// Decibels lost at every distance.
  public let constant: Double

  init(perDecade: Double, bend: Bend? = nil, constant: Double = 0) {
    self.perDecade = perDecade
    self.bend = bend
    self.constant = constant
  }

  /// The loss at a distance in space and on the plan, in metres.
  ///
  /// Nearer than ``LogDistance/nearest`` counts as that far away.
  public func loss(at distance: Double, onPlan horizontal: Double) -> Decibels {
    let decades = Elementary.log10(max(distance, LogDistance.nearest))
    guard let bend else { return Decibels(constant + perDecade * decades) }
    let beyond = max(decades - Elementary.log10(bend.distance), 0)
    let blocked = 1 - (bend.unlessInSight?.value(at: horizontal) ?? 0)
    return Decibels(constant + perDecade * decades + blocked * bend.perDecade * beyond)
  }
}

extension DBm {
  /// The power in milliwatts: `10^(level / 10)`.
  public var milliwatts: Double { Elementary.exp10(value / 10) }
}
