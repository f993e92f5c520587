public import Documents
import NumericalMethods
public import Phone
import World

/// Adds the walker's steps, as detected by the motion sensors, to the starting position.
///
/// The starting position is the weighted centroid of the beacons that are heard first, or the place of the first press, before
/// which there is no fix. The beacons are not used after that, so errors of length and heading accumulate.
///
/// Source: Harle 2013, "A survey of indoor inertial positioning systems for pedestrians",
/// doi:10.1109/SURV.2012.121912.00075, section II.
public struct DeadReckoning: PositioningMethod {
  /// Where the walk begins.
  public struct Settings: MethodSettings {
    /// What the first position comes from.
    public enum Start: String, Hashable, Sendable, CaseIterable {
      case beacons
      case press
    }

    /// Whether the walk begins at the first beacons or at the first press.
    public var start = Start.beacons

    public init() {}

    public static let name = "deadReckoning"
    public static let about =
      "The steps that motion sensors find, added up from the starting point; it needs `steps` of the scenario or the recording."
    public static let keys: [SettingKey<Settings>] = [
      .defaulted(
        "start", \.start,
        .choice([
          .beacons: "The weighted centroid of the first beacons received.",
          .press: "The test point of the first press; `given` must then list `presses`.",
        ]), "Where the walk begins.")
    ]

    /// For example `dead reckoning from the first press`.
    public var summary: String { "dead reckoning from the first \(start == .press ? "press" : "beacons")" }
    /// The presses, if the walk begins at one.
    public var uses: [Given] { start == .press ? [.presses] : [] }
    public var needsSteps: Bool { true }
    /// Distances are needed only for the first centroid.
    public var ranges: Bool { start == .beacons }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod { DeadReckoning(self, RangedSite(prior)) }
  }

  let settings: Settings
  private let site: RangedSite

  init(_ settings: Settings, _ site: RangedSite) { (self.settings, self.site) = (settings, site) }

  public func begin(_ lap: LapPrior) -> any PositioningSession {
    DeadReckoningSession(settings, site, press: settings.start == .press ? lap.presses.first : nil)
  }
}

struct DeadReckoningSession: PositioningSession {
  private let start: DeadReckoning.Settings.Start
  private var site: RangedSite
  private let press: LapPrior.Press?
  private var nearest = NearestAnchors()
  private var history = StepHistory()
  /// Where the walker was at a time; nil before the beginning.
  private var known: (place: Point, floor: Int, time: Double)?

  init(_ settings: DeadReckoning.Settings, _ site: RangedSite, press: LapPrior.Press?) {
    (start, self.site, self.press) = (settings.start, site, press)
  }

  mutating func learn(_ model: RangingModel) { site.model = model }

  mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    try history.hear(epoch)
    if let known {
      self.known = (place(at: epoch.time, from: known), known.floor, epoch.time)
    } else {
      begin(in: epoch)
    }
    return try answer(at: epoch.time)
  }

  mutating func position(at time: Double) throws(NoFix) -> Fix? { try answer(at: time) }

  private mutating func begin(in epoch: Epoch) {
    switch start {
    case .press:
      guard let press, press.time <= epoch.time else { return }
      let begun = (place: press.position, floor: press.floor, time: press.time)
      known = (place(at: epoch.time, from: begun), press.floor, epoch.time)
    case .beacons:
      nearest.choose(4, from: epoch, in: site)
      guard let first = nearest.indices.first else { return }
      let centre = WeightedCentroid.centre(of: nearest.indices, in: epoch, site, WeightedCentroid.Settings())
      known = (centre, site.site.anchors[first].floor, epoch.time)
    }
  }

  private func place(at time: Double, from known: (place: Point, floor: Int, time: Double)) -> Point {
    history.steps(after: known.time, to: time).reduce(known.place) { place, step in
      let (sine, cosine) = Elementary.sinCos(step.heading)
      return place + Point(x: step.length * cosine, y: step.length * sine)
    }
  }

  private func answer(at time: Double) throws(NoFix) -> Fix {
    guard let known else {
      throw start == .press ? .failed("there has been no press yet") : .tooFewBeacons(heard: 0, needed: 1)
    }
    return site.fix(place(at: time, from: known), on: known.floor)
  }
}

/// The steps of the last windows, from which the motion over any later time is derived.
///
/// Beyond the end of the latest window the walker is assumed to go on as in it.
struct StepHistory: Hashable, Sendable {
  /// Seconds for which steps are kept.
  private static let memory = 3600.0

  private var steps: [Step] = []
  /// Seconds: the end of the latest window, and its length.
  private var latest = 0.0
  private var window = 1.0

  /// - Throws: where the stream has no steps.
  mutating func hear(_ epoch: Epoch) throws(NoFix) {
    guard let steps = epoch.steps else { throw .failed("the stream has no steps") }
    if epoch.time > latest { (window, latest) = (epoch.time - latest, epoch.time) }
    self.steps.removeAll { $0.time <= latest - Self.memory }
    self.steps += steps
  }

  /// The steps after one moment and up to another, with one step that stands for those that are not yet known.
  func steps(after start: Double, to end: Double) -> [(length: Double, heading: Double)] {
    var moves = steps.filter { $0.time > start && $0.time <= end }.map {
      (length: $0.length, heading: $0.heading)
    }
    let beyond = end - max(start, latest)
    if beyond > 0, let last = steps.last, last.time > latest - window {
      let rate = steps.reduce(0) { $0 + ($1.time > latest - window ? $1.length : 0) } / window
      moves.append((rate * beyond, last.heading))
    }
    return moves
  }

  /// The mean direction of the steps, of length 1; nil without any.
  func direction(after start: Double, to end: Double) -> Point? {
    let sum = steps(after: start, to: end).reduce(Point.zero) { sum, step in
      let (sine, cosine) = Elementary.sinCos(step.heading)
      return sum + Point(x: step.length * cosine, y: step.length * sine)
    }
    return sum == .zero ? nil : sum.horizontalDirection
  }

  func metres(after start: Double, to end: Double) -> Double {
    steps(after: start, to: end).reduce(0) { $0 + $1.length }
  }
}
