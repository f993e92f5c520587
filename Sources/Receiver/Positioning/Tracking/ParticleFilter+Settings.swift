public import Documents
public import Phone

extension ParticleFilter {
  /// How many particles there are, where they may be and how they move.
  public struct Settings: MethodSettings {
    /// Where particles may be.
    public enum Space: String, Hashable, Sendable, CaseIterable {
      case path
      case plan
      /// The plan, without passing through walls.
      case walls
    }

    /// What moves particles.
    public enum Motion: String, Hashable, Sendable, CaseIterable {
      case speed
      case steps
    }

    /// The number of particles, 1 to 1,000,000.
    public var particles = 1000
    /// Whether particles stay on the path, on the plan, or within its walls.
    public var space = Space.path
    /// Whether particles have walking speeds or move by detected steps.
    public var motion = Motion.speed
    /// How many of the nearest anchors.
    public var anchors = 8
    /// The standard deviation of readings about the law, in decibels; nil for 8 by speed, and 12 by steps.
    ///
    /// Shadowing stays the same over metres. The less the motion leaves open, the more readings of the same shadow are
    /// averaged, so the more a single one must be mistrusted.
    public var deviation: Double?
    var readingDeviation: Double { deviation ?? (motion == .steps ? 12 : 8) }
    /// Metres a second.
    public var speed = 1.3
    /// The standard deviation of walking speeds, in m/s.
    public var speedDeviation = 0.3
    /// Radians: the standard deviation by which a walker on the plan turns in a second.
    public var turn = 30 * Double.pi / 180

    /// A thousand particles on the path, each at a speed of its own.
    public init() {}

    public static let name = "particleFilter"
    public static let about =
      "A particle filter: places and speeds on the path graph or on the plan, weighted by the RSSI of the nearest beacons."
    public static let keys: [SettingKey<Settings>] = [
      .defaulted("particles", \.particles, .integer(.between(1, 1_000_000)), "The number of particles."),
      .defaulted(
        "space", \.space,
        .choice([
          .path: "On the path graph, over all floors.",
          .plan: "Anywhere on the plan of the floor of the nearest beacon.",
          .walls: "The same, without passing through walls; `given` must then list `map`.",
        ]), "Where particles may be."),
      .defaulted(
        "motion", \.motion,
        .choice([
          .speed: "A walking speed of each particle's own.",
          .steps: "The steps that motion sensors find; it needs `steps` of the scenario or the recording.",
        ]), "How particles move."),
      .defaulted(
        "k", \.anchors, .integer(.between(1, 1000)), "The number of nearest beacons by estimated distance."),
      .optional(
        "deviation", \.deviation, .number(.between(0.1, 100)), unit: "dB",
        "The assumed standard deviation of readings about the path-loss law; by default 8, and 12 by steps."),
      .defaulted(
        "speed", \.speed, .number(.between(0.01, 100)), unit: "m/s", "The mean walking speed."),
      .defaulted(
        "speedDeviation", \.speedDeviation, .number(.between(0, 100)), unit: "m/s",
        "The standard deviation of walking speeds."),
      .defaulted(
        "turn", \.turn, .degrees(.between(0, 360)), unit: "degrees",
        "On the plan: the standard deviation of the change of direction in a second."),
    ]

    /// For example `1000 particles on the path`.
    public var summary: String {
      let ground =
        switch space {
        case .path: "on the path"
        case .plan: "on the plan"
        case .walls: "between walls"
        }
      return "\(particles) particles \(ground)" + (motion == .steps ? ", by steps" : "")
    }
    public var needsSteps: Bool { motion == .steps }
    /// The map, if walls stop particles.
    public var uses: [Given] { space == .walls ? [.map] : [] }
    /// Without a path there is no path graph for particles.
    public var needsPath: Bool { space == .path }

    /// The covariance of the particles, and the probabilities of floors.
    public var statesUncertainty: Bool { true }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod {
      if space == .path, prior.site.path == nil { throw .noPath(setting: "method") }
      return ParticleFilter(self, prior, window: phone.averageSeconds)
    }
  }
}
