public import Captures
public import Documents
public import Evaluation
public import Phone
public import World

/// The keys at the top of a scenario that stand for themselves.
public struct ScenarioSettings: DeclaredSettings {
  /// What becomes of the noise of the phone's readings.
  public enum Noise: String, Hashable, Sendable, CaseIterable {
    case structured
    case white
  }

  /// A row from elsewhere that stands beside the table.
  public struct Reference: DeclaredSettings {
    /// The row's name in the table.
    public var name = ""
    /// In metres.
    public var errors: [Metric: Double] = [:]
    /// Where the figures stand, such as a paper's table.
    public var source = ""

    public init() {}
    public static var keys: [SettingKey<Reference>] {
      [.required("name", \.name, .text(.line), "The name in the table.")]
        + Metric.all(for: .references).map {
          .optional($0.rawValue, \.errors[$0], .number(.atLeast(0)), unit: "m", $0.about)
        } + [.required("source", \.source, .text(), "The source of the figures.")]
    }
  }

  /// Names the study in reports and the results folder.
  public var name = ""
  /// What is studied; nil where the file does not say.
  public var about: String?
  /// The seed from which all random draws derive.
  public var seed: UInt64 = 1
  /// Of recorded walks, how many to take from the first on; nil for all.
  public var walks: Int?
  /// How the phone makes readings of advertisements.
  public var phone = PhoneSettings()
  /// Whether readings have the simulated noise, or white noise in its place.
  public var noise = Noise.structured
  /// The rule by which two advertisements of a replayed capture belong to the same beacon.
  public var identifiedBy = IdentityPolicy.identity
  /// The assumptions of pipelines that state none of their own.
  public var assumptions = Assumptions()
  /// When and how fixes are compared with the ground truth.
  public var score = ScoreSettings()
  /// Rows from elsewhere, such as published results, that stand beside the table.
  public var references: [Reference] = []

  /// At presses or at callbacks, along a straight line or the path.
  public var scoring: ScoringRule { score.rule }
  /// The divisor of standard deviations.
  public var spread: ErrorStatistics.Spread { score.spread }
  /// The thresholds of the metrics beyond the score.
  public var metrics: MetricSettings { score.metrics }

  public init() {}
  public static let keys = simulatedKeys

  private static let name = SettingKey<ScenarioSettings>.required(
    "name", \.name, .text(.name), "The scenario's name, also used for its results folder.")
  private static let about = SettingKey<ScenarioSettings>.optional(
    "about", \.about, .text(), "What the scenario is for, and where its numbers come from.")
  /// The key of the phone, which every scenario has.
  package static let phone = SettingKey<ScenarioSettings>.defaulted(
    "phone", \.phone, .settings, "How the phone makes readings, accuracy values and zones.")
  private static let noise = SettingKey<ScenarioSettings>.defaulted(
    "noise", \.noise,
    .choice([
      .structured: "The channel as configured.",
      .white:
        "Each beacon's readings are a linear function of the logarithm of the true distance plus white noise, with "
        + "unchanged mean and variance.",
    ]), "The noise of the phone's readings: see docs/white-noise.md.")
  private static let identifiedBy = SettingKey<ScenarioSettings>.defaulted(
    "identifiedBy", \.identifiedBy,
    .choice([
      .identity: "UUID, major and minor, whatever the address.",
      .address: "The address, whatever the identity.",
      .both: "UUID, major and minor together with the address.",
    ]),
    "What identifies a beacon in a replayed capture. With `address` and "
      + "`both`, the ids of the site's beacons must be the names that a replay without a site prints.")
  private static let references = SettingKey<ScenarioSettings>.defaulted(
    "references", \.references, .list(of: .settings), "Published results to print below the table.")

  private static func seed(_ about: String) -> SettingKey<ScenarioSettings> {
    .defaulted("seed", \.seed, .seed, about)
  }

  private static func pipelines(_ assumes: SettingForm<Assumptions>) -> SettingKey<ScenarioSettings> {
    .elsewhere(
      .required(
        "pipelines", .array(of: PipelineDefinition.form(assumes: assumes).schema, count: .atLeast(1)),
        "The pipelines, in the order of the table."))
  }

  /// What every scenario on a site begins with.
  package static let head: [SettingKey<ScenarioSettings>] = [
    name, about, .elsewhere(.required("site", .text(), "The site file, relative to this file.")),
    seed("The seed of all random numbers."),
  ]

  /// Of a scenario whose laps are simulated on a site.
  static let simulatedKeys: [SettingKey<ScenarioSettings>] =
    head + Simulation.fields.map { .elsewhere($0) } + [
      phone, noise, identifiedBy,
      .required(
        "assumes", \.assumptions, Assumptions.form(),
        "The path-loss parameters that the pipelines assume, right or wrong."),
      pipelines(Assumptions.form()),
      .defaulted("score", \.score, .settings, "When and how a fix is compared with the ground truth."),
      references,
    ]

  /// Of one data set among several on which the same pipelines run; the others stand beside the list.
  static let listedKeys: [SettingKey<ScenarioSettings>] = {
    let own = ["name", "dataset", "walks", "phone", "assumes", "score"]
    return recordedKeys.filter { own.contains($0.name) }
  }()

  /// Of a scenario whose walks were recorded: a data set with known positions takes the place of site and channel.
  static let recordedKeys: [SettingKey<ScenarioSettings>] = [
    name, about, .elsewhere(.required("dataset", .text(), "The data set's file, relative to this file.")),
    .optional(
      "walks", \.walks, .integer(.between(1, 1_000_000)),
      "How many of the data set's walks to use, counted from the first; all by default."),
    seed("The seed of white noise and simulated replicas."), phone, noise, identifiedBy,
    .required(
      "assumes", \.assumptions, Assumptions.form(fits: true),
      "The path-loss parameters that the pipelines assume."),
    pipelines(Assumptions.form(fits: true)),
    .defaulted(
      "score", \.score, .settings, to: ["at": "callbacks"],
      "When and how a fix is compared with the ground truth."),
    references,
  ]
}

extension Scenario {
  /// The seeds of files, options and tools: those that every reader of JSON holds exactly.
  package static let seeds = 0...UInt64(IntegerRange.largest)
}

extension SettingForm where Value == UInt64 {
  /// The seed of all random numbers, one of ``Scenario/seeds``.
  package static var seed: Self {
    SettingForm<Int>.integer(.between(Int(Scenario.seeds.lowerBound), Int(Scenario.seeds.upperBound)))
      .converted({ UInt64($0) }, back: { Int(clamping: $0) })
  }
}

/// The key `score`: when a fix is compared with the ground truth, and how.
public struct ScoreSettings: DeclaredSettings {
  enum Moment: String, CaseIterable {
    case presses
    case callbacks
  }

  var moment = Moment.presses
  /// Whose fix counts at a press.
  var callback = ScoringRule.Callback.last
  var measure = ScoringRule.Measure.straight
  /// The divisor of standard deviations: n, or n - 1.
  public var spread = ErrorStatistics.Spread.population
  /// The thresholds of the metrics beyond the score.
  public var metrics = MetricSettings()

  /// The rule that the keys `at`, `callback` and `measure` make together.
  public var rule: ScoringRule {
    ScoringRule(at: moment == .presses ? .presses(callback) : .callbacks, measure: measure)
  }

  public init() {}
  public static let keys: [SettingKey<ScoreSettings>] = [
    .defaulted(
      "at", \.moment,
      .choice([
        .presses: "At each press, against its test point.",
        .callbacks: "At every callback, against the walk interpolated in time.",
      ]), "When a fix is compared."),
    .defaulted(
      "callback", \.callback,
      .either(
        .words([
          ("last", .last, "The last one at or before the press."), ("next", .next, "The first one after it."),
          (
            "predicted", .predicted,
            "None: the pipeline is asked for the moment of the press, from the callbacks up to it. Methods without memory "
              + "repeat their last fix; a smoother answers for the press itself."
          ),
        ]),
        SettingShape(
          .one(
            "latency", .number(.between(0, 60)), unit: "s",
            "The last callback at least this long before the press."),
          as: { .latency(seconds: $0) }, from: { if case .latency(let seconds) = $0 { seconds } else { nil } }
        )),
      "Which callback's fix is scored at a press: the `last` one at or before it, the `next` one after it, "
        + "`{latency: 1}`, or `predicted`."),
    .defaulted(
      "measure", \.measure,
      .choice([
        .straight: "The straight line on the plan.",
        .alongPath: "The shortest route on the path, which the site must have.",
      ]), "How the distance is measured."),
    .defaulted(
      "std", \.spread, .choice([.population: "Divided by n.", .sample: "Divided by n - 1."]),
      "The divisor of the standard deviation."),
    .defaulted(
      "within", \.metrics.within, .list(of: .number(.above(0, atMost: 1e6)), count: .atLeast(1)), unit: "m",
      "The distances at which the cumulative distribution of the errors is given, in ascending order."),
    .group("stop", stopKeys, "What counts as a stop, and when a fix has settled: see docs/metrics.md."),
  ]

  private static let stopKeys: [SettingKey<ScoreSettings>] = [
    .defaulted(
      "seconds", \.metrics.stillSeconds, .number(.between(0.1, 86400)), unit: "s",
      "The shortest time of standing still that counts as a stop."),
    .defaulted(
      "settledWithin", \.metrics.settledWithin, .number(.above(0, atMost: 1e6)), unit: "m",
      "The distance from its resting place within which a fix has settled."),
  ]

  /// The distances of the error distribution must rise.
  public var conflict: SettingFault? {
    let within = metrics.within
    return within.indices.dropFirst().first { within[$0] <= within[$0 - 1] }.map {
      SettingFault(
        key: "within[\($0)]", expected: "more than the one before it", found: "\(within[$0])")
    }
  }
}
