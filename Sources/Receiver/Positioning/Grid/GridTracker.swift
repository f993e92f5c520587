import NumericalMethods
import Phone
import Radio
import World

/// A hidden Markov model of the walker on the path or on the plan: the posterior of place, direction and speed from all readings so
/// far.
///
/// The state moves by the model of `GridMotion`. Readings have a Gaussian likelihood about the model of `GridRadio`. Shadowing is
/// correlated along the way, so the residual expected from the previous one, at the place from which the walker would have come, is
/// subtracted from each: a first-order autoregression with `ρ = exp(-s / D)` over s metres. Each cell has a channel of its own, which
/// `GridChannels` learns.
///
/// Source: the filter is the forward recursion of Rabiner 1989, doi:10.1109/5.18626; the correlation is that of Gudmundson 1991,
/// doi:10.1049/el:19911328. Combining them is ours.
public struct GridTracker: PositioningMethod {
  let settings: Settings
  var motion: GridMotion
  let radio: GridRadio
  let site: RangedSite
  /// Seconds over which a reading is averaged; it refers to the middle of them.
  let window: Double
  private let channel: ChannelPrior
  /// What it used in place of what it was given.
  public let notes: [String]
  let noise: GridNoise
  /// Before anything is heard.
  let start: GridBelief

  /// - Precondition: the settings have no fault, and the channel is given if they use it.
  /// - Throws: when the survey that they use is of another site, or nothing can be fitted to it.
  init(
    _ settings: Settings, _ prior: PriorInformation, window: Double, isPredicting: Bool = false
  ) throws(PipelineError) {
    self.settings = settings
    self.window = window
    site = RangedSite(prior)
    let grid = try settings.grid(prior)
    let isBox = settings.space == .plan && prior.map?.ground.isEmpty == true
    notes =
      isBox
      ? ["the site has neither rooms nor walkable areas: used the box about the beacons and 2 m beyond"] : []
    motion = GridMotion(
      grid, settings, durations: [window, window / 2] + (isPredicting ? [1.5 * window] : []))
    start = GridBelief(motion)
    let survey = try settings.survey(prior)
    let known = settings.calibration == .channel ? prior.channel : nil
    noise = GridNoise(
      correlationDistance: known?.correlationDistance ?? settings.correlationDistance, fading: settings.fading
    )
    let shadowing = known?.shadowing.value ?? (survey == nil ? settings.shadowing : settings.surveyDeviation)
    radio = try GridRadio(
      grid, site: prior.site, carriedHeight: prior.assumptions.carriedHeight,
      shadowing: shadowing * shadowing, survey: survey)
    channel = settings.channel(prior, survey, radio)
  }

  /// Fixed-lag answers wait for their seconds; a smoother and the Viterbi path wait for the whole lap.
  public var lookAhead: LookAhead {
    switch settings.answer {
    case .filter: .none
    case .fixedLag(let seconds): .seconds(seconds)
    case .smoother, .viterbi: .wholeLap
    }
  }

  /// A filter answers at each epoch; every other answer comes from a smoother after the lap.
  public func begin(_ lap: LapPrior) -> any PositioningSession {
    settings.answer == .filter ? session : GridSmoother(session)
  }

  /// Before anything is heard.
  var session: GridSession { GridSession(self, channel) }
}

extension GridTracker {
  /// Whether the channels of walks that meet are mixed, and not that of the most probable one kept.
  ///
  /// In the open, walks from all sides meet, and what each has learned of an unknown channel is too different for one Gaussian: errors of
  /// simulated walks are 8 % larger by it.
  var mixesChannels: Bool { settings.space == .path || settings.calibration != .own }

  /// By anchor, in dBm. A tracker that calibrates itself uses nothing of `assumes`.
  func levelsAtOneMetre(by model: RangingModel) -> [Double] {
    let model = settings.calibration == .own ? model.assuming(RangingSettings()) : model
    return zip(radio.levelsAtOneMetre, model.levelsAtOneMetre).map { $0 ?? $1.value }
  }

  /// The fix some seconds after the belief.
  ///
  /// Where the readings contradict the belief, nothing is known: the fix then states the error of a walker who may be anywhere.
  ///
  /// - Parameters:
  ///   - test: of the readings on which the belief rests.
  ///   - walk: whose place is the fix, with what the belief says about it; nil for that of the belief.
  func fix(
    of belief: GridBelief, _ test: ContradictionTest, on walk: GridBelief? = nil, after seconds: Double
  ) -> Fix {
    let places = belief.places(after: seconds, motion)
    let (mean, floor) = (walk?.places(after: seconds, motion) ?? places).centre
    let stated = test.isFailed ? GridPlaces(anywhereOn: motion.grid) : places
    return Fix(
      position: mean.at(height: site.site.elevation(ofFloor: floor)), floor: floor,
      origin: test.isFailed ? .contradicted : .method, covariance: stated.covariance(about: mean),
      floorProbabilities: stated.floorProbabilities)
  }
}

/// The assumed variances of readings.
struct GridNoise: Sendable {
  /// The variance of rounding to whole dBm, in dB².
  static let rounding = 1.0 / 12

  let correlationDistance: Double
  /// The variance of single advertisements about their mean, in dB².
  private let fading: Double

  init(correlationDistance: Double, fading: Double) {
    self.correlationDistance = max(correlationDistance, 1e-3)
    self.fading = fading * fading
  }

  /// The variance of the mean of some advertisements in whole dBm, about the local mean.
  func variance(of count: Int) -> Double { fading / Double(max(count, 1)) + Self.rounding }

  /// The correlation of shadowing at two places some metres apart.
  func correlation(over metres: Double) -> Double { Elementary.exp(-metres / correlationDistance) }
}

extension GridTracker.Settings {
  /// On the plan: the probabilities per second of turning round, and of turning by 45° to one side.
  static let (turning, veering) = (0.01, 0.1)
  /// The part of the information in a silence that is left in the next window.
  static let laterSilence = 0.4
  /// Metres a second: the least at which shadowing changes.
  static let slowest = 0.3
  /// The standard deviation of the heading of steps, in radians.
  static let headingNoise = 0.7
  /// Seconds without any reading for which the position is still predicted.
  static let longestSilence = 10.0

  /// The cells of the path or of the plan.
  fileprivate func grid(_ prior: PriorInformation) throws(PipelineError) -> WalkGrid {
    var grid = try ground(prior)
    if let from { try grid.begin(at: from.place, floor: from.floor) }
    return grid
  }

  private func ground(_ prior: PriorInformation) throws(PipelineError) -> WalkGrid {
    guard space == .path else {
      return WalkGrid(
        try PlanGrid(prior.site, side: cell ?? 0.4, map: prior.map), prior.site.path, turn: Self.turning,
        veer: Self.veering)
    }
    guard let path = prior.site.path else { throw .noPath(setting: "method") }
    // Where the channel is learned, more cells change the mean errors of simulated walks by less than a millimetre. Where it is known or
    // surveyed, walkers who turn off the route would be lost without them.
    return WalkGrid(PathGrid(path, cell: cell ?? 0.25), turn: turn, least: calibration == .own ? 1e-6 : 1e-9)
  }

  /// The fit to the survey; nil where none is used.
  fileprivate func survey(_ prior: PriorInformation) throws(PipelineError) -> SurveyInterpolation? {
    guard calibration == .survey else { return nil }
    let map = try RadioMapForm.surveyed.radioMap(prior)
    let floors = Set(prior.site.anchors.filter { !$0.isMobile }.map(\.floor))
    guard map.points.contains(where: { floors.contains($0.floor) }) else {
      throw .surveyElsewhere(floors: Set(map.points.map(\.floor)).sorted())
    }
    return try SurveyInterpolation(map, RangedSite(prior))
  }

  /// The prior distributions of the parameters of ``GridRadio``.
  ///
  /// Sources: Rappaport 2002, "Wireless communications", section 4.11, has exponents from 1.6 to 3.3 inside buildings and
  /// losses from 13 dB for one floor on; a body takes 7 to 13 dB in the measurements that ``Radio/BodyPattern`` cites. The widths
  /// are ours.
  fileprivate func channel(
    _ prior: PriorInformation, _ survey: SurveyInterpolation?, _ radio: GridRadio
  ) -> ChannelPrior {
    let certain = (mean: 0.0, deviation: 0.0)
    let floors = radio.crossesFloors ? (mean: 15.0, deviation: 5.0) : certain
    let (side, second) = ((mean: 0.0, deviation: 3.0), (mean: 0.0, deviation: 0.5))
    let body: [ChannelPrior.Parameter] = [(0, 2), (4, 4), side, second, second]
    func channel(
      _ offset: Double, _ exponent: ChannelPrior.Parameter, body: [ChannelPrior.Parameter] = body,
      bias: Double = 0
    ) -> ChannelPrior {
      ChannelPrior(
        [(0, offset), exponent, floors] + body, anchors: prior.site.anchors.count, bias: bias)
    }
    var known: ChannelPrior
    switch calibration {
    case .own: known = channel(6, (2, 0.3), bias: 4)
    case .assumed:
      return channel(0, (prior.assumptions.exponent, 0), body: [])
    case .survey:
      // The survey's mean over directions has the mean loss in it.
      return channel(
        4, (survey?.n ?? 2, 0), body: [certain, (4, 4), side, second, second], bias: 2)
    case .channel:
      let body = [certain, (prior.channel?.body?.loss.value ?? 0, 0.5), side]
      if case .logDistance(let law)? = prior.channel?.pathLoss {
        known = channel(2, (law.exponent, 0), body: body)
      } else {
        known = channel(6, (2, 0.3), body: body)
      }
    }
    // B is L and what it was before.
    known.add(4, to: 3)
    return known
  }
}
