import Documents
public import Filtering
public import World

/// The positioning methods that a scenario may name, with their settings.
public enum PositionerChoice: Hashable, Sendable {
  /// Algorithm 1 on the filtered levels.
  case nearestBeacon
  /// The phone's accuracy and zone, then Algorithm 1: the mean over ``PhoneSettings/proximitySmoothing`` of what
  /// the pipeline's filters give, or of the readings themselves when it has none.
  case proximity
  case weightedCentroid(WeightedCentroid.Settings)
  case twoCircle(TwoCircle.Settings)
  case leastSquares(Trilateration.Settings)
  case roomCentre

  /// What is out of range; nil when all is well.
  public var fault: SettingFault? {
    switch self {
    case .nearestBeacon, .proximity, .roomCentre: nil
    case .weightedCentroid(let settings): settings.fault
    case .twoCircle(let settings): settings.fault
    case .leastSquares(let settings): settings.fault
    }
  }

  /// Whether the method makes sense only on a site with a path.
  public var needsPath: Bool {
    if case .twoCircle(let settings) = self { settings.needsPath } else { false }
  }

  /// A fresh method for a site, without the smoothing that goes before proximity.
  ///
  /// - Precondition: the settings have no fault, and the site has the path that they need.
  public func makePositioner(for site: RangedSite, phone: PhoneSettings) -> any Positioner {
    switch self {
    case .nearestBeacon, .proximity: NearestBeacon(site, unknown: phone.unknownZone)
    case .weightedCentroid(let settings): WeightedCentroid(site, settings)
    case .twoCircle(let settings): TwoCircle(site, settings)
    case .leastSquares(let settings): Trilateration(site, settings)
    case .roomCentre: RoomCentre(site.site)
    }
  }
}
