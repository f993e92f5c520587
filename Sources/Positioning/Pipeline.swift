import Documents
public import Filtering
public import World

/// Filters, a positioning method and what it assumes, set up for one site: readings in, a fix a callback out.
///
/// It sees readings, the site, and the measured powers that the stream's frames claim; nothing of the truth.
public struct Pipeline: Sendable {
  public let settings: PipelineSettings
  public let site: RangedSite
  private let filter: any SignalFilter
  let answer: CallbackAnswer

  /// - Parameters:
  ///   - directory: of the stream to come, for measured powers; its anchors begin with the site's.
  ///   - phone: for the smoothing of proximity and what becomes of unknown zones.
  public init(
    _ settings: PipelineSettings, site: Site, directory: StreamDirectory = StreamDirectory(),
    phone: PhoneSettings = PhoneSettings()
  ) throws(PipelineError) {
    if let fault = settings.fault ?? phone.fault { throw .setting(fault) }
    self.settings = settings
    self.site = RangedSite(
      site, model: RangingModel(settings.assumes, anchors: site.anchors, directory: directory),
      carriedHeight: settings.carriedHeight)
    let smoothing = FilterChoice.init(RunningMean.Settings(seconds: phone.proximitySmoothing))
    filter = FilterChoice.makeChain(of: settings.filters + (settings.method == .proximity ? [smoothing] : []))
    answer = CallbackAnswer(
      positioner: try Self.positioner(settings, self.site, phone),
      direction: try Self.direction(settings, self.site))
  }

  private static func positioner(
    _ settings: PipelineSettings, _ site: RangedSite, _ phone: PhoneSettings
  ) throws(PipelineError) -> any Positioner {
    guard let path = site.site.path else {
      if settings.method.needsPath { throw .noPath(setting: "method") }
      if settings.snap { throw .noPath(setting: "snap") }
      return settings.method.makePositioner(for: site, phone: phone)
    }
    let method = settings.method.makePositioner(for: site, phone: phone)
    return settings.snap ? snap(method, onto: path) : method
  }

  private static func snap(_ method: some Positioner, onto path: PathGraph) -> any Positioner {
    SnapToPath(method, onto: path)
  }

  private static func direction(
    _ settings: PipelineSettings, _ site: RangedSite
  ) throws(PipelineError) -> DirectionOfTravel? {
    guard let direction = settings.direction else { return nil }
    guard let path = site.site.path else { throw .noPath(setting: "direction") }
    guard let route = Route(along: path) else { throw .branchingPath }
    return DirectionOfTravel(site, along: route, direction)
  }

  /// Seconds by which the filters trail a slow ramp.
  public func delay(every interval: Double) -> Double { filter.delay(every: interval) }

  /// The phone's own window says how long proximity remembers a beacon.
  private var maximumAge: Double? { settings.method == .proximity ? nil : settings.maximumAge }

  /// The levels that the method sees.
  public func filtered(_ readings: Readings) -> FilteredLevels {
    FilteredLevels(of: readings, anchors: site.site.anchors.count, filter: filter, maximumAge: maximumAge)
  }

  /// Answers at every callback of a whole stream.
  ///
  /// - Parameter readings: with a column for every anchor of the site.
  public func run(on readings: Readings) -> [Callback] {
    run(on: readings, filtered: filtered(readings))
  }

  /// The same, where the levels have been filtered already.
  public func run(on readings: Readings, filtered: FilteredLevels) -> [Callback] {
    let columns = EpochColumns(
      readings, filtered: filtered, isMobile: site.site.anchors.map(\.isMobile))
    var answer = answer
    var epoch = Epoch(silentAnchors: site.site.anchors.count)
    var callbacks: [Callback] = []
    callbacks.reserveCapacity(readings.times.count)
    for index in readings.times.indices {
      columns.fill(&epoch, at: index)
      callbacks.append(answer.callback(for: epoch))
    }
    return callbacks
  }

  /// The same pipeline for reports that come one at a time; it answers as ``run(on:)`` does.
  public func live() -> LivePipeline {
    LivePipeline(
      site: site.site, filter: filter, maximumAge: maximumAge, answer: answer)
  }
}
