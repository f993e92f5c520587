public import Documents
public import Phone
import Radio
public import World

/// A Kalman filter on position and velocity: the RSSI of the nearest anchors is the measurement.
///
/// The state is x, y and their rates; the acceleration is white noise. A reading has the mean `C - 10 n log10 d`, with the n and C
/// that the pipeline assumes and the distance d in space, and a constant standard deviation. It is an average over a window and
/// refers to the window's middle; the fix refers to its end. Among anchors on several floors, those on the floor of the nearest are
/// used.
///
/// Source: Bar-Shalom, Li, Kirubarajan 2001, "Estimation with applications to tracking and navigation": section 6.2.3 for the
/// motion, 10.3 for the extended filter. The unscented one is that of Julier, Uhlmann 2004, doi:10.1109/JPROC.2003.823141, with
/// Merwe's weights (alpha 0.25, beta 2, kappa 0). With points two standard deviations out (alpha 1), those across
/// a line of beacons lie on both of its sides, so that readings say nothing of the distance to the line, and its variance grows
/// without end.
public struct KalmanTracker: PositioningMethod, PositioningSession {
  /// Seconds without any reading for which the position is still predicted.
  static let longestSilence = 10.0
  /// Metres outside all anchors at which the walker counts as lost.
  static let farthest = 50.0
  /// Metres: a walker whose place has a larger standard deviation, and one larger than at the start, is lost too, since the weighted
  /// centroid says more.
  static let vaguest = 5.0

  let settings: Settings
  private var site: RangedSite
  private let window: Double
  private var nearest = NearestAnchors()
  /// Nil before anything is heard.
  private var motion: PlaneMotion?
  private var floor = 0
  private var lastHeard = 0.0

  /// - Precondition: the settings have no fault.
  init(_ site: RangedSite, _ settings: Settings, window: Double) {
    self.site = site
    self.settings = settings
    self.window = window
  }

  public mutating func learn(_ model: RangingModel) { site.model = model }

  /// - Throws: ``World/NoFix/tooFewBeacons(heard:needed:)`` before anything is heard, and after a long silence.
  public mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    let time = epoch.time - window / 2
    nearest.choose(settings.anchors, from: epoch, in: site)
    if let first = nearest.indices.first {
      (floor, lastHeard) = (site.site.anchors[first].floor, epoch.time)
      var moved = motion ?? begin(in: epoch, at: time)
      moved.move(to: time, acceleration: settings.acceleration)
      if isLost(moved) { moved = begin(in: epoch, at: time) }
      let readings = nearest.indices.compactMap { anchor in
        epoch.levels[anchor].map { reading(of: anchor, at: $0) }
      }
      switch settings.update {
      case .extended: moved.update(readings, deviation: settings.deviation)
      case .unscented: moved.updateUnscented(readings, deviation: settings.deviation)
      }
      motion = moved
    }
    return try place(at: epoch.time)
  }

  /// Predicted from the last reading; never nil.
  public mutating func position(at time: Double) throws(NoFix) -> Fix? { try place(at: time) }

  private func place(at time: Double) throws(NoFix) -> Fix {
    guard var motion, time - lastHeard <= Self.longestSilence else {
      throw .tooFewBeacons(heard: 0, needed: 1)
    }
    motion.move(to: time, acceleration: settings.acceleration)
    return site.fix(
      Point(x: motion.state[0], y: motion.state[1]), on: floor, covariance: motion.covarianceOfPlace)
  }

  /// At the weighted centroid of the nearest anchors, standing.
  private func begin(in epoch: Epoch, at time: Double) -> PlaneMotion {
    let centre = WeightedCentroid.centre(of: nearest.indices, in: epoch, site, WeightedCentroid.Settings())
    return PlaneMotion(at: centre, place: settings.start, speed: settings.speed, time: time)
  }

  private func isLost(_ motion: PlaneMotion) -> Bool {
    guard motion.isFinite, motion.covarianceOfPlace.axes.major <= max(settings.start, Self.vaguest) else {
      return true
    }
    let nearest = site.site.anchors.lazy.map { anchor in
      max(abs(anchor.position.x - motion.state[0]), abs(anchor.position.y - motion.state[1]))
    }.min()
    return (nearest ?? 0) > Self.farthest
  }

  private func reading(of anchor: Int, at level: DBm) -> PlaneMotion.Reading {
    let (place, law) = (site.site.anchors[anchor].position, site.model.law(of: anchor))
    return PlaneMotion.Reading(
      x: place.x, y: place.y, rise: site.rises[anchor], slope: 10 * law.exponent,
      loss: law.levelAtOneMetre.value - min(max(level.value, -127), 20))
  }
}

extension KalmanTracker {
  /// The motion model, the noise of readings, and how they update the state.
  public struct Settings: MethodSettings {
    /// How the filter treats the path-loss law, which is not linear.
    public enum Update: String, Hashable, Sendable, CaseIterable {
      case extended
      case unscented
    }

    /// Whether the law is linearised or evaluated at sigma points.
    public var update = Update.extended
    /// How many of the nearest anchors.
    public var anchors = 8
    /// The standard deviation of readings about the law, in decibels.
    public var deviation = 6.0
    /// The standard deviation of the acceleration, in m/s².
    public var acceleration = 0.5
    /// The initial standard deviation of the position, in metres.
    public var start = 5.0
    /// The initial standard deviation of each component of the velocity, in m/s.
    public var speed = 1.0

    /// The extended filter with the nearest eight beacons.
    public init() {}

    public static let name = "kalmanTracker"
    public static let about =
      "A Kalman filter on position and velocity, which the RSSI of the nearest beacons updates: extended or unscented."
    public static let keys: [SettingKey<Settings>] = [
      .defaulted(
        "update", \.update,
        .choice([
          .extended: "The path-loss law is linearised at the predicted position.",
          .unscented: "The path-loss law is evaluated at nine positions around the predicted one.",
        ]), "How readings update the position."),
      .defaulted(
        "k", \.anchors, .integer(.between(1, 1000)), "The number of nearest beacons by estimated distance."),
      .defaulted(
        "deviation", \.deviation, .number(.between(0.1, 100)), unit: "dB",
        "The assumed standard deviation of readings about the path-loss law."),
      .defaulted(
        "acceleration", \.acceleration, .number(.between(0.001, 100)), unit: "m/s^2",
        "The assumed standard deviation of the acceleration."),
      .defaulted(
        "start", \.start, .number(.between(0.01, 1000)), unit: "m",
        "The standard deviation of the first position, a weighted centroid."),
      .defaulted(
        "speed", \.speed, .number(.between(0.01, 100)), unit: "m/s",
        "The standard deviation of each component of the first velocity."),
    ]

    /// For example `extended Kalman on position and velocity`.
    public var summary: String { "\(update.rawValue) Kalman on position and velocity" }

    /// The covariance of the state.
    public var statesUncertainty: Bool { true }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod {
      KalmanTracker(RangedSite(prior), self, window: phone.averageSeconds)
    }
  }
}
