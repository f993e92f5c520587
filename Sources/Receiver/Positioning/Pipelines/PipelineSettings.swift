public import Documents
public import Phone
public import World

/// The settings of a pipeline: filters, a method, what follows it, and what they are given.
public struct PipelineSettings: DeclaredSettings {
  /// When the pipeline starts again within a lap, as if nothing had been heard before.
  public enum Restart: String, Hashable, Sendable, CaseIterable {
    case never
    case stays
  }

  /// Applied one after another to each anchor's readings; without any, the level is the latest reading.
  public var filters: [FilterChoice] = []
  /// What turns filtered levels into positions.
  public var method = MethodChoice(TwoCircle.Settings())
  /// Whether fixes are moved to the nearest place on the path; the site must then have one.
  public var snap = true
  /// Seconds since the last reading, 0 or more, up to which an anchor's level still counts; nil for ever.
  /// Proximity forgets as the phone does instead.
  public var maximumAge: Double? = 5
  /// How the direction of travel is estimated, for which the site must have a path; nil if it is not.
  public var direction: DirectionOfTravel.Settings?
  /// Determines the floor in place of the method; nil for the method itself.
  public var floor: FloorEstimator.Settings?
  /// Whether a press moves the fixes after it, for which ``given`` must list presses.
  public var adapts = false
  /// Whether it starts again at each place where the walker stands, for which ``given`` must list stays.
  public var restart = Restart.never
  /// What it is given beyond advertisements and site.
  public var given: [Given] = []

  public init() {}

  /// The order of a row: how fixes are made, and then what the pipeline is given.
  public static let keys: [SettingKey<PipelineSettings>] = fixKeys + givenKeys

  /// How fixes come from readings.
  package static let fixKeys: [SettingKey<PipelineSettings>] = [
    .defaulted(
      "filters", \.filters, .list(of: BuiltInFilters.form),
      "Signal filters in the order of application; an empty list leaves the readings unchanged."),
    .required(
      "method", \.method, MethodChoice.form,
      "The method that computes positions from the filtered readings."),
    .defaulted(
      "snap", \.snap, .flag,
      "Whether the position is moved to the nearest point of the path, which the site must have."),
    .defaulted(
      "maximumAge", \.maximumAge,
      SettingForm<Double>.number(.atLeast(0)).converted({ $0 }, back: { $0 ?? .infinity }), unit: "s",
      "A beacon whose last reading is older is ignored. The method proximity uses the phone's own rule instead."
    ),
    .optional(
      "direction", \.direction, .settings,
      "How to estimate the direction of travel, which replay writes beside each fix; if absent, it is not estimated. On a path "
        + "that branches it is the node ahead on the edge of the fix."),
    .optional(
      "floor", \.floor, .settings,
      "How to estimate the floor in place of the method, from the RSSI of the beacons of each floor; if absent, the method says it."
    ),
  ]

  /// What the pipeline is given beyond advertisements and site, and how it uses presses.
  package static let givenKeys: [SettingKey<PipelineSettings>] = [
    .defaulted(
      "adapt", \.adapts,
      .words([
        ("none", false, "Nothing."),
        (
          "offset", true,
          "The offset of the last fix before the press from the test point is added to all later fixes until the next press; `given` must "
            + "then list `presses`."
        ),
      ]), "How a press at a test point corrects later fixes."),
    .omissible(
      "restart", \.restart,
      .choice([
        .never: "It keeps what it has heard, the default.",
        .stays:
          "Filters and method start again at each place of `walk.standing`; `given` must then list `stays`.",
      ]), "When the pipeline starts again within a lap."),
    .defaulted(
      "given", \.given, .list(of: .choice),
      "The prior information of the pipeline beyond the advertisements and the site file: exactly what its settings use, "
        + "which is `presses` for `adapt: offset` and `deadReckoning` with `start: press`, `survey` for "
        + "`nearestFingerprints`, `fingerprintLikelihood` and `gridBayes` with `calibration: survey`, `stays` for `restart: stays`, `channel` for `gridBayes` with `calibration: channel`, `map` for `particleFilter` "
        + "with `space: walls` and, where it is to use a map, for `gridBayes` with `space: plan`, what `given` of `command` lists, and else nothing."
    ),
  ]

  /// What the settings use beyond stream and site.
  private var used: [Given] {
    (adapts ? [.presses] : []) + method.settings.uses + (restart == .stays ? [.stays] : [])
  }

  /// `given` must list exactly what the settings use, besides what a method may use, so that a file shows what each pipeline knows.
  public var conflict: SettingFault? {
    let optional = method.settings.mayUse
    guard Set(given).subtracting(optional) != Set(used) else { return nil }
    let names = used.map(\.rawValue)
    let besides =
      optional.isEmpty ? "" : ", with or without \(optional.map(\.rawValue).joined(separator: ", "))"
    return SettingFault(
      key: "given",
      expected: names.isEmpty
        ? "[], since the method \(type(of: method.settings).name) with these settings uses nothing beyond the advertisements and the site\(besides)"
        : "[\(names.joined(separator: ", "))], which the settings use\(besides)",
      found: "[\(given.map(\.rawValue).joined(separator: ", "))]")
  }

  /// The same with the phone's processing written out: proximity becomes the pipeline's filters, the phone's running mean,
  /// which expires by itself, and the nearest beacon.
  func resolved(for phone: PhoneSettings) -> PipelineSettings {
    guard method.settings.smoothsAsPhone else { return self }
    var resolved = self
    resolved.filters.append(FilterChoice(RunningMean.Settings { $0.seconds = phone.proximitySmoothing }))
    resolved.maximumAge = nil
    resolved.method = MethodChoice(NearestBeacon.Settings())
    return resolved
  }

  /// What is out of range; nil when all is well. The method may be one that no file can name.
  public var fault: SettingFault? {
    filters.lazy.compactMap(\.fault).first ?? method.fault ?? direction?.fault ?? floor?.fault
      ?? .first(of: ("maximumAge", maximumAge.map { $0 >= 0 } ?? true, "0 or more", maximumAge ?? 0))
  }
}

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
      Mixture.Settings.self,
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
