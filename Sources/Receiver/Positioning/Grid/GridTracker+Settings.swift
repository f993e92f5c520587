public import Documents
public import Phone
public import World

extension GridTracker {
  /// The motion model, what is calibrated during the lap, and which estimate is the answer.
  public struct Settings: MethodSettings {
    /// What is known of the channel before the first reading.
    public enum Calibration: String, Hashable, Sendable, CaseIterable {
      case own = "self"
      case assumed
      case channel
      case survey
    }

    /// How much of the lap an answer may use.
    public enum Answer: Hashable, Sendable {
      case filter
      /// With this many seconds of look-ahead.
      case fixedLag(Double)
      case smoother
      /// The single most probable walk.
      case viterbi
    }

    /// What the motion model is driven by.
    public enum Motion: String, Hashable, Sendable, CaseIterable {
      case speed
      case steps
    }

    /// Where the walker may be.
    public enum Space: String, Hashable, Sendable, CaseIterable {
      case path
      case plan
    }

    /// A place where the walk begins.
    public struct Origin: DeclaredSettings {
      /// On the plan, in metres.
      public var place = Point.zero
      /// The level of its floor.
      public var floor = 0

      public init() {}

      public static let keys: [SettingKey<Origin>] = [
        .required("at", \.place, .point("x", "y", within: .between(-1e6, 1e6)), "The place on the plan."),
        .defaulted("floor", \.floor, .integer(.between(-100, 1000)), "The level of its floor."),
      ]
    }

    /// Where the walker may be.
    public var space = Space.path
    /// Where the walk begins; nil where that is not known.
    public var from: Origin?
    /// How much of the lap each fix uses.
    public var answer = Answer.filter
    /// Whether the walker moves at a walking speed or by detected steps.
    public var motion = Motion.speed
    /// Metres; by default 0.25 on the path and 0.4 on the plan.
    public var cell: Double?
    /// Metres a second.
    public var speed = 0.9
    /// The standard deviation of walking speeds, in m/s.
    public var speedDeviation = 0.5
    /// The probability a second that the speed changes by one step of 0.1 m/s, up or down.
    public var speedChange = 0.04
    /// The probability a second of turning round.
    public var turn = 0.001
    /// The probability per second that the walker stops.
    public var stop = 0.01
    /// The probability per second that a standing walker goes on.
    public var start = 0.1
    /// What is known of the channel before the first reading.
    public var calibration = Calibration.own
    /// Metres over which the correlation of the assumed shadowing falls to 1/e.
    public var correlationDistance = 3.0
    /// The standard deviation of the assumed shadowing, in decibels.
    public var shadowing = 6.0
    /// The standard deviation of readings about a surveyed map, in decibels.
    public var surveyDeviation = 3.0
    /// The standard deviation of single advertisements about their mean, in decibels.
    public var fading = 4.5

    /// Answers as readings come, by walking speed, with a channel that the method calibrates itself.
    public init() {}

    public static let name = "gridBayes"
    public static let about =
      "A hidden Markov model of the walker on the path or on the plan: place, direction and speed, each with its probability. It estimates the "
      + "channel as it goes."
    public static let keys: [SettingKey<Settings>] = [
      .defaulted(
        "answer", \.answer,
        .either(
          .words([
            ("filter", .filter, "What has been heard so far: the forward recursion."),
            ("smoother", .smoother, "The whole lap: the forward and the backward recursion."),
            ("viterbi", .viterbi, "The whole lap: the single most probable walk."),
          ]),
          SettingShape(
            .one(
              "fixedLag", .number(.between(0, 3600)), unit: "s",
              "The seconds of later readings that an answer also uses."),
            as: { .fixedLag($0) }, from: { if case .fixedLag(let seconds) = $0 { seconds } else { nil } })),
        "What an answer is based on; all but `filter` look ahead."),
      .defaulted(
        "motion", \.motion,
        .choice([
          .speed: "A walking speed that seldom changes.",
          .steps:
            "The steps that motion sensors find; it needs `steps` of the scenario or the recording. The walking speed over `speed` then "
            + "stands for the true length of the steps over the measured one.",
        ]), "What moves the walker on."),
      .defaulted(
        "space", \.space,
        .choice([
          .path: "On the path graph, over all floors.",
          .plan:
            "Anywhere on the plan, in squares about the beacons and 2 m beyond. Where `given` lists `map`, in its walkable areas and "
            + "rooms, and not through walls. Floors change on the stairs and lifts of the path.",
        ]), "Where the walker may be."),
      .optional(
        "from", \.from, .settings, "Where the walk begins, to 1 m; without it, anywhere."),
      .optional(
        "cell", \.cell, .number(.between(0.05, 10)), unit: "m",
        "The length of the cells into which the path or the plan is divided; by default 0.25 m on the path and 0.4 m on the plan."
      ),
      .defaulted(
        "speed", \.speed, .number(.between(0.1, 3)), unit: "m/s", "The mean walking speed."),
      .defaulted(
        "speedDeviation", \.speedDeviation, .number(.between(0.01, 3)), unit: "m/s",
        "The standard deviation of walking speeds."),
      .defaulted(
        "speedChange", \.speedChange, .number(.between(0, 0.5)),
        "The probability per second that the speed changes by 0.1 m/s, up or down."),
      .defaulted(
        "turn", \.turn, .number(.between(0, 0.5)),
        "The probability per second that the walker turns round."),
      .defaulted(
        "stop", \.stop, .number(.between(0, 1)), "The probability per second that a walker stops."),
      .defaulted(
        "start", \.start, .number(.between(0.001, 1)),
        "The probability per second that a standing walker goes on, at a speed as at the beginning."),
      .defaulted(
        "calibration", \.calibration,
        .choice([
          .own:
            "n, a common offset, body and floor loss, and a bias for each beacon, estimated on the way. Of `assumes` only `carriedHeight` is used.",
          .assumed: "n and C as `assumes` has them, without body loss.",
          .channel: "n, C, body loss and shadowing of the channel; `given` must then list `channel`.",
          .survey:
            "n, C and a map of the residuals, fitted to the survey; body loss and a common offset are estimated. `given` must then list "
            + "`survey`, which should be a mean over directions.",
        ]), "What is known of the channel."),
      .defaulted(
        "decorrelation", \.correlationDistance, .number(.between(0.05, 1000)), unit: "m",
        "The assumed correlation distance of shadowing (to 1/e)."),
      .defaulted(
        "deviation", \.shadowing, .number(.between(0.1, 100)), unit: "dB",
        "The assumed standard deviation of shadowing."),
      .omissible(
        "surveyDeviation", \.surveyDeviation, .number(.between(0.1, 100)), unit: "dB",
        "With `calibration: survey`, the assumed standard deviation of readings about the surveyed map, in place of `deviation`."
      ),
      .defaulted(
        "fading", \.fading, .number(.between(0.1, 100)), unit: "dB",
        "The assumed standard deviation of single advertisements about their mean."),
    ]

    /// For example `grid Bayes, self-calibrating`.
    public var summary: String {
      let channel =
        switch calibration {
        case .own: "grid Bayes, self-calibrating"
        case .assumed: "grid Bayes, channel as assumed"
        case .channel: "grid Bayes, channel known"
        case .survey: "grid Bayes, surveyed map"
        }
      let walk = ", \(short(speed)) ± \(short(speedDeviation)) m/s"
      let ground = space == .path ? "" : " on the plan"
      return channel + ground + (motion == .steps ? ", by steps" : walk)
        + (answer == .viterbi ? ", Viterbi" : "")
    }
    /// The channel or the survey, as the calibration needs.
    public var uses: [Given] {
      switch calibration {
      case .own, .assumed: []
      case .channel: [.channel]
      case .survey: [.survey]
      }
    }
    /// On the plan also rooms and walls.
    public var mayUse: [Given] { space == .plan ? [.map] : [] }
    public var needsPlaces: Bool { ranges || space == .plan }
    /// On the path, cells are pieces of it.
    public var needsPath: Bool { space == .path }
    public var needsSteps: Bool { motion == .steps }
    /// Only the assumed calibration uses the pipeline's law of distances.
    public var ranges: Bool { calibration == .assumed }

    /// The covariance of the belief, and the probabilities of floors.
    public var statesUncertainty: Bool { true }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod {
      try GridTracker(self, prior, window: phone.averageSeconds)
    }
  }
}
