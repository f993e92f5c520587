public import Documents
public import Evaluation
public import World

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
