public import Documents
public import World

/// A positioning method with its settings: a built-in one, or one of your own.
public struct MethodChoice: Sendable {
  /// Of any kind: one of the list below, or a type of your own.
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

extension MethodSettings {
  fileprivate static var variant: SettingVariant<MethodChoice> {
    SettingVariant(
      name, form, as: { MethodChoice($0) },
      from: { (choice: MethodChoice) in choice.settings as? Self }, about)
  }
}
