public import Documents
public import Filtering
public import World

/// The settings of one kind of positioning method: how a scenario states it, and how the method is made.
public protocol MethodSettings: DeclaredSettings {
  /// As a scenario names the method.
  static var name: String { get }
  /// One sentence for the documentation.
  static var about: String { get }
  /// How a scenario states the settings.
  static var form: SettingForm<Self> { get }
  /// How JSON names the method with these settings.
  var summary: String { get }
  /// How a table names it; by default as JSON does.
  var words: String { get }
  /// What the method uses beyond stream and site: exactly what its pipeline's `given` must list.
  var uses: [Given] { get }
  /// Whether the settings make sense only on a site with a path.
  var needsPath: Bool { get }
  /// Whether the method uses the steps that a phone's motion sensors find.
  var needsSteps: Bool { get }
  /// Whether the method compares levels by advertising channel, for which the stream must have the channels.
  var needsChannels: Bool { get }
  /// Whether the method turns RSSI into distances, or into which beacon is nearer.
  var ranges: Bool { get }
  /// Whether the method hears anything.
  var hasSignal: Bool { get }
  /// Whether the phone's own smoothing is applied between the pipeline's filters and the method, and determines how long a
  /// beacon is remembered.
  var smoothsAsPhone: Bool { get }

  /// Makes the method, without any filter. Lengthy computations belong here: it is called once per study.
  ///
  /// - Precondition: the settings have no fault, the site has the path that they need, and the prior information holds what
  ///   they use.
  func makeMethod(_ prior: PriorInformation, phone: PhoneSettings) throws(PipelineError)
    -> any PositioningMethod
}

extension MethodSettings {
  public static var form: SettingForm<Self> { .settings }
  public var summary: String { Self.name }
  public var words: String { summary }
  public var uses: [Given] { [] }
  public var needsPath: Bool { false }
  public var needsSteps: Bool { false }
  public var needsChannels: Bool { false }
  public var ranges: Bool { true }
  public var hasSignal: Bool { true }
  public var smoothsAsPhone: Bool { false }

  fileprivate static var variant: SettingVariant<MethodChoice> {
    SettingVariant(
      name, form, as: { MethodChoice($0) },
      from: { (choice: MethodChoice) in choice.settings as? Self }, about)
  }
}

/// A positioning method with its settings: a built-in one, or one of your own.
public struct MethodChoice: Sendable {
  public let settings: any MethodSettings

  public init(_ settings: any MethodSettings) { self.settings = settings }

  /// The kinds of methods that the program has, in the order of the documentation.
  public static let builtIn = registered()

  /// In a function's body the list is no part of this module's interface: a method that is added recompiles what names it.
  private static func registered() -> [any MethodSettings.Type] {
    [
      RoomCentre.Settings.self, NearestBeacon.Settings.self, NearestBeacon.ByProximity.self,
      WeightedCentroid.Settings.self, TwoCircle.Settings.self, Trilateration.Settings.self,
      NearestFingerprints.Settings.self, FingerprintLikelihood.Settings.self, GridTracker.Settings.self,
      LinearLeastSquares.Settings.self,
      MaximumLikelihood.Settings.self, MinMax.Settings.self, RingOverlap.Settings.self,
      LagCompensatedCentroid.Settings.self, KalmanTracker.Settings.self,
      ParticleFilter.Settings.self, DeadReckoning.Settings.self,
    ]
  }

  /// How a scenario states a method.
  public static let form = SettingForm<MethodChoice>.union(
    (builtIn + [ProgramMethod.Settings.self]).map { $0.variant }
  ).named(
    "method",
    about: "A positioning method with its settings, or just its name when every setting has a default.")

  /// What is out of range; nil when all is well.
  public var fault: SettingFault? { settings.fault }
}

extension MethodChoice: Hashable {
  public static func == (a: MethodChoice, b: MethodChoice) -> Bool {
    AnyHashable(a.settings) == AnyHashable(b.settings)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(settings)) }
}
