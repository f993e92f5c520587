import Documents
import Filtering
public import World

/// The positioning methods that a scenario may name, with their settings, and methods from outside.
public enum PositionerChoice: Hashable, Sendable {
  /// Algorithm 1 on the filtered levels.
  case nearestBeacon
  /// The phone's accuracy and zone, then Algorithm 1: the mean over ``PhoneSettings/proximitySmoothing`` of what
  /// the pipeline's filters give, or of the readings themselves when it has none.
  case proximity
  case weightedCentroid(WeightedCentroid.Settings)
  case twoCircle(TwoCircle.Settings)
  case leastSquares(Trilateration.Settings)
  /// Needs a survey.
  case nearestFingerprints(NearestFingerprints.Settings)
  case roomCentre
  case custom(CustomMethod)

  /// Those that a scenario may name, with their defaults.
  public static let builtIn: [PositionerChoice] = [
    .nearestBeacon, .proximity, .weightedCentroid(.init()), .twoCircle(.init()), .leastSquares(.init()),
    .nearestFingerprints(.init()), .roomCentre,
  ]

  /// What is out of range; nil when all is well.
  public var fault: SettingFault? {
    switch self {
    case .nearestBeacon, .proximity, .roomCentre, .custom: nil
    case .weightedCentroid(let settings): settings.fault
    case .twoCircle(let settings): settings.fault
    case .leastSquares(let settings): settings.fault
    case .nearestFingerprints(let settings): settings.fault
    }
  }

  /// Whether the method makes sense only on a site with a path.
  public var needsPath: Bool {
    if case .twoCircle(let settings) = self { settings.needsPath } else { false }
  }

  /// Whether the method compares what it hears with a radio map, for which the pipeline's `told` must list the survey.
  public var needsSurvey: Bool {
    if case .nearestFingerprints = self { true } else { false }
  }

  /// Whether the method turns levels into distances, or into which beacon is nearer.
  public var ranges: Bool { hasSignal && !needsSurvey }

  /// Whether the method hears anything.
  public var hasSignal: Bool { self != .roomCentre }

  /// Whether the phone's own smoothing stands between the pipeline's filters and the method, and says how long a beacon is
  /// remembered.
  public var smoothsAsPhone: Bool { self == .proximity }

  /// The method, without any filter.
  ///
  /// - Parameter middle: of the site.
  /// - Precondition: the settings have no fault, and the site has the path that they need.
  func makeMethod(
    _ prior: PriorInformation, phone: PhoneSettings, middle: Fix
  ) throws(PipelineError) -> any PositioningMethod {
    switch self {
    case .nearestBeacon, .proximity: NearestBeacon(RangedSite(prior), unknown: phone.unknownZone)
    case .weightedCentroid(let settings): WeightedCentroid(RangedSite(prior), settings)
    case .twoCircle(let settings): TwoCircle(RangedSite(prior), settings)
    case .leastSquares(let settings): Trilateration(RangedSite(prior), settings)
    case .nearestFingerprints(let settings):
      if let survey = prior.survey, survey.fits(prior.site) {
        NearestFingerprints(survey, of: prior.site, settings)
      } else {
        throw .noSurvey
      }
    case .roomCentre: RoomCentre(answer: middle)
    case .custom(let custom): try custom.make(prior)
    }
  }
}

/// A method that no scenario can name: one of your own, beside the built-in rows.
public struct CustomMethod: Hashable, Sendable {
  /// How tables name it; methods with one name count as equal.
  public let name: String
  let make: @Sendable (PriorInformation) throws(PipelineError) -> any PositioningMethod

  public init(
    name: String, make: @escaping @Sendable (PriorInformation) throws(PipelineError) -> any PositioningMethod
  ) {
    self.name = name
    self.make = make
  }

  public static func == (a: CustomMethod, b: CustomMethod) -> Bool { a.name == b.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
