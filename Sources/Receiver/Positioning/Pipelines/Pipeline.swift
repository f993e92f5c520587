import Documents
public import NumericalMethods
public import Phone
public import World

/// Filters, a positioning method and its assumptions, set up once per study for one site: it turns readings into one fix
/// per callback.
///
/// It sees readings, the measured powers that the stream's frames claim, and its prior information; nothing of the ground
/// truth.
public struct Pipeline: Sendable {
  /// With proximity resolved into its filters and the nearest beacon.
  public let settings: PipelineSettings
  /// What the method may know, restricted to what the settings' `given` lists.
  public let prior: PriorInformation
  /// Made once for the study; it begins a session for each lap.
  public let method: any PositioningMethod
  let filter: any SignalFilter
  /// The model before any frame has stated a measured power.
  let model: RangingModel
  private let direction: DirectionOfTravel?
  /// Seconds by which the readings behind a fix trail the walker; 0 for a program, which states what it means.
  private let trail: Double

  /// - Parameters:
  ///   - settings: filters and method.
  ///   - assumptions: what turns levels into distances, right or wrong.
  ///   - site: the site on which it works.
  ///   - phone: for the smoothing of proximity and the treatment of unknown zones.
  ///   - seed: the pipeline's own.
  ///   - study: what it provides to methods whose settings use it.
  public init(
    _ settings: PipelineSettings, assuming assumptions: RangingSettings = RangingSettings(), site: Site,
    phone: PhoneSettings = PhoneSettings(), seed: Seed = Seed(0), study: PriorInformation.OfStudy = .init()
  ) throws(PipelineError) {
    if let fault = settings.fault ?? assumptions.fault ?? phone.fault { throw .setting(fault) }
    let settings = settings.resolved(for: phone)
    self.settings = settings
    prior = PriorInformation(
      of: site, assumptions: assumptions, seed: seed, given: Set(settings.given), study: study)
    if settings.given.contains(.channel), study.channel == nil { throw .noChannel }
    if site.path == nil {
      if settings.method.settings.needsPath { throw .noPath(setting: "method") }
      if settings.snap { throw .noPath(setting: "snap") }
    }
    model = RangingModel(prior.assumptions, anchors: prior.site.anchors)
    filter = FilterChoice.makeChain(of: settings.filters)
    method = try settings.method.settings.makeMethod(prior, phone: phone)
    direction = try Self.direction(settings, prior)
    trail = method is ProgramMethod ? 0 : filter.delay(every: phone.averageSeconds)
  }

  private static func direction(
    _ settings: PipelineSettings, _ prior: PriorInformation
  ) throws(PipelineError) -> DirectionOfTravel? {
    guard let direction = settings.direction else { return nil }
    guard let path = prior.site.path else { throw .noPath(setting: "direction") }
    return DirectionOfTravel(RangedSite(prior), on: path, direction)
  }

  /// Whether its method compares levels by advertising channel.
  public var needsChannels: Bool { settings.method.settings.needsChannels }

  /// Seconds by which the filters trail a slow ramp.
  public func delay(every interval: Double) -> Double { filter.delay(every: interval) }

  /// Whether another pipeline has the same filtered levels: the same filters, assumptions and maximum age. Methods that
  /// use no signal match each other.
  public func hears(as other: Pipeline) -> Bool {
    func heard(_ pipeline: Pipeline) -> PipelineSettings {
      var settings = pipeline.settings
      if settings.method.settings.hasSignal { settings.method = MethodChoice(NearestBeacon.Settings()) }
      (settings.snap, settings.direction, settings.adapts, settings.given) = (false, nil, false, [])
      settings.floor = nil
      return settings
    }
    return heard(self) == heard(other) && prior.assumptions == other.prior.assumptions
      && prior.site == other.prior.site
  }

  /// The levels that the method sees of a whole stream.
  public func filtered(_ readings: Readings) -> FilteredLevels {
    FilteredLevels(
      of: readings, anchors: prior.site.anchors.count, filter: filter, maximumAge: settings.maximumAge)
  }

  /// The pipeline at work on one lap.
  func begin(_ lap: LapPrior) -> PipelineSession {
    let path = settings.snap ? prior.site.path : nil
    return PipelineSession(
      method.begin(lap), trail: trail, direction: direction,
      floor: settings.floor.map { FloorEstimator($0, site: prior.site) }, site: prior.site, path: path,
      offset: settings.adapts ? PressOffset(presses: lap.presses, path: path) : nil)
  }
}
