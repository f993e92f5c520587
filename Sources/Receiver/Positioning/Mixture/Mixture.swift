public import Documents
public import Phone
import World

/// The method `auto`: several models each give a density of where the phone is, their logarithms are added with fixed weights, and a
/// walker who stands, walks or runs joins one window to the next.
///
/// Without a survey the models are the order of the levels, which needs no calibration, and log-distance laws of two exponents whose
/// common offset comes from beside the filter: from a slow mean of what is left of the levels at their centroid. With a survey there is a
/// second filter, whose models are a Gaussian process and a kernel density as well; how well each of the two predicted where the next
/// levels say that the phone is, by the models without the survey, decides how much of the fix is its own, so that a survey of another building does little harm.
///
/// Sources: logarithmic pools, Genest & Zidek 1986, doi:10.1214/ss/1177013825; a pairwise comparison of distances, Bradley & Terry 1952,
/// doi:10.2307/2334029; Gaussian processes as in ``SurveyInterpolation``; forward and backward recursion, Rabiner 1989,
/// doi:10.1109/5.18626. The choice, the offset and the motion are ours.
public struct Mixture: PositioningMethod {
  let settings: Settings
  let site: RangedSite
  let ground: MixtureGround
  let survey: MixtureSurvey?
  /// Where the walker is on the path: the trackers on it, one that calibrates itself and, with a survey, one that has its map.
  let trackers: [GridTracker]
  /// By anchor: whether it keeps its place.
  let isFixed: [Bool]
  /// Metres from an anchor to the nearest other one, as a mean.
  let spacing: Double

  init(_ settings: Settings, _ prior: PriorInformation, window: Double) throws(PipelineError) {
    self.settings = settings
    site = RangedSite(prior)
    let onPath = settings.onPath && prior.site.path != nil
    ground = try MixtureGround(prior.site, map: prior.map, onPath: onPath, seconds: window)
    isFixed = prior.site.anchors.map { !$0.isMobile }
    let fixed = prior.site.anchors.filter { !$0.isMobile }
    let gaps = fixed.indices.compactMap { anchor in
      fixed.indices.filter { $0 != anchor && fixed[$0].floor == fixed[anchor].floor }
        .map { fixed[$0].position.horizontalDistance(to: fixed[anchor].position) }.min()
    }
    spacing = gaps.isEmpty ? 5 : max(gaps.reduce(0, +) / Double(gaps.count), 0.5)
    if let map = prior.survey {
      guard map.fits(prior.site) else { throw .noSurvey }
      survey = try MixtureSurvey(map, site, ground)
    } else {
      survey = nil
    }
    let calibrations: [GridTracker.Settings.Calibration] =
      onPath ? prior.survey == nil ? [.own] : [.own, .survey] : []
    let isSmoother = settings.answer == .smoother
    trackers = try calibrations.map { calibration throws(PipelineError) in
      var settings = GridTracker.Settings()
      settings.calibration = calibration
      settings.answer = isSmoother ? .smoother : .filter
      return try GridTracker(settings, prior, window: window, isPredicting: true)
    }
  }

  /// What it used besides the levels.
  public var notes: [String] {
    let places = trackers.isEmpty ? "the plan" : "the path"
    return ["used \(places), \(survey == nil ? "no survey" : "a survey")"]
  }

  /// A smoother is given the whole lap.
  public var lookAhead: LookAhead { settings.answer == .smoother ? .wholeLap : .none }

  public func begin(_ lap: LapPrior) -> any PositioningSession {
    settings.answer == .smoother ? MixtureSmoother(self) : MixtureSession(self)
  }
}

extension Mixture {
  /// One name and no settings, but for the answer and the constants that `choose` searches.
  public struct Settings: MethodSettings {
    /// How much of the lap an answer may use.
    public enum Answer: String, Hashable, Sendable, CaseIterable {
      case filter
      case smoother
    }

    /// How much of the lap each fix uses.
    public var answer = Answer.filter
    /// Whether the walker is on the path where the site has one.
    public var onPath = true
    /// What was chosen on recorded walks: see `choose`.
    public var constants = Constants()

    public init() {}

    public static let name = "auto"
    public static let about =
      "The method for a building of which nothing is known: several models of the levels at once, with whatever is at hand: the path, the "
      + "walkable areas, a survey."
    public static let keys: [SettingKey<Settings>] = [
      .defaulted(
        "answer", \.answer,
        .choice([
          .filter: "What has been heard so far: the forward recursion.",
          .smoother: "The whole lap: the forward and the backward recursion.",
        ]), "What an answer is based on."),
      .defaulted(
        "onPath", \.onPath, .flag, "Whether the walker is taken to be on the path, where the site has one."),
      .defaulted(
        "constants", \.constants, .settings,
        "What was chosen on recorded walks, for `choose` to choose again without one of the sites."),
    ]

    /// The answer, where it looks ahead.
    public var summary: String { answer == .filter ? Self.name : "\(Self.name), smoother" }
    /// Walkable areas and a survey.
    public var mayUse: [Given] { [.map, .survey] }
    /// The covariance of the mixture.
    public var statesUncertainty: Bool { true }
    /// The weights of beliefs and trackers.
    public var mixesModels: Bool { true }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod {
      try Mixture(self, prior, window: phone.averageSeconds)
    }
  }

  /// The constants that were chosen on recorded walks: powers of the models' densities, and how wide errors are stated.
  public struct Constants: DeclaredSettings {
    /// Of the order of the levels, without a survey.
    public var order = 0.75
    /// Of each log-distance law, without a survey.
    public var pathLoss = 0.5
    /// Of the Gaussian process.
    public var process = 1.0
    /// Of the kernel density.
    public var kernel = 0.4
    /// Of the order of the levels, beside a survey.
    public var surveyedOrder = 0.5
    /// Of each log-distance law, beside a survey.
    public var surveyedPathLoss = 0.15
    /// dB added to the offset that is found at the centroid.
    public var bias = -2.5
    /// dB: the standard deviation of the offset about that.
    public var margin = 1.5
    /// The logarithm of the odds for the survey before anything is heard.
    public var trust = 2.0
    /// The logarithm of the odds for a tracker on the path before anything is heard.
    public var pathTrust = 3.0
    /// By how much the covariance of the mixture is widened.
    public var widening = 2.0
    /// Metres: the standard deviation, each way, that is added to it.
    public var blur = 0.5

    public init() {}

    public static let keys: [SettingKey<Constants>] = [
      .power("order", \.order, "of the order of the levels, without a survey"),
      .power("pathLoss", \.pathLoss, "of each log-distance law, without a survey"),
      .power("process", \.process, "of the Gaussian process"),
      .power("kernel", \.kernel, "of the kernel density over surveyed places"),
      .power("surveyedOrder", \.surveyedOrder, "of the order of the levels, beside a survey"),
      .power("surveyedPathLoss", \.surveyedPathLoss, "of each log-distance law, beside a survey"),
      .defaulted(
        "bias", \.bias, .number(.between(-30, 30)), unit: "dB",
        "Added to the carrier's offset that is found at the centroid."),
      .defaulted(
        "margin", \.margin, .number(.between(0.1, 30)), unit: "dB", "The standard deviation of that offset."),
      .defaulted(
        "trust", \.trust, .number(.between(-20, 20)),
        "The logarithm of the odds for the survey before anything is heard."),
      .defaulted(
        "pathTrust", \.pathTrust, .number(.between(-20, 20)),
        "The logarithm of the odds for a tracker on the path before anything is heard."),
      .defaulted(
        "widening", \.widening, .number(.between(0.1, 100)), "The factor of the mixture's covariance."),
      .defaulted(
        "blur", \.blur, .number(.between(0.01, 100)), unit: "m",
        "The standard deviation, each way, that is added to it."),
    ]
  }
}

extension SettingKey where Owner == Mixture.Constants {
  fileprivate static func power(_ name: String, _ property: any Property<Double>, _ what: String)
    -> SettingKey
  {
    .defaulted(name, property, .number(.between(0, 10)), "The power of the density \(what).")
  }
}
