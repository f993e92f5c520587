public import Evaluation
import Scenarios

/// A published figure beside the same figure of a study, and the verdict on their difference.
///
/// The tolerances are ours. Over twelve buildings (the scenario floor35, seeds 101 to 112, 300 laps each) the standard
/// deviations of the means for feedback, moving average and proximity were 0.34, 0.22 and 0.24 m with fixedShare 1 for
/// the shadowing, and 0.35, 0.19 and 0.34 m with fixedShare 1 for the channel offsets too. One building therefore
/// cannot resolve less than about 0.3 m. A match shows that a model is sufficient, never that it is the cause.
public struct PublishedFigure: Hashable, Sendable {
  /// Which figure of the errors was published.
  public enum Statistic: String, Hashable, Sendable, CaseIterable {
    case mean
    case std

    /// Metres by which a study may differ.
    public var tolerance: Double { self == .mean ? 0.3 : 0.4 }
  }

  /// Whether the study's figure agrees with the published one within the tolerance.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// The figure and its whole interval lie within the tolerance.
    case inside
    /// The interval contains a limit of the tolerance, or there is no interval.
    case undecided
    /// The whole interval lies beyond the tolerance, or there is no figure.
    case outside
  }

  /// The name of the pipeline.
  public let pipeline: String
  /// Mean or standard deviation.
  public let statistic: Statistic
  /// Metres.
  public let published: Double
  /// In metres; nil where there were too few fixes to compute it.
  public let simulated: Double?
  /// Nil with fewer than two laps; of a standard deviation, with fewer than ``Evaluation/ErrorsByLap/leastLapsOfDeviation``.
  public let interval: ConfidenceInterval?

  package init(
    pipeline: String, statistic: Statistic, published: Double, simulated: Double?,
    interval: ConfidenceInterval?
  ) {
    self.pipeline = pipeline
    self.statistic = statistic
    self.published = published
    self.simulated = simulated
    self.interval = interval
  }

  /// Metres by which the study's figure is larger.
  public var difference: Double? { simulated.map { $0 - published } }

  /// `outside` also when there is no figure, and `undecided` without an interval.
  public var verdict: Verdict {
    guard simulated != nil else { return .outside }
    guard let interval else { return .undecided }
    if interval.lower >= limits.lowerBound, interval.upper <= limits.upperBound { return .inside }
    return interval.upper < limits.lowerBound || interval.lower > limits.upperBound ? .outside : .undecided
  }

  /// Whether it is a standard deviation over too few laps for an interval.
  package var lacksInterval: Bool { statistic == .std && simulated != nil && interval == nil }

  /// The figures within the tolerance, in metres.
  package var limits: ClosedRange<Double> {
    published - statistic.tolerance...published + statistic.tolerance
  }
}

extension [PublishedFigure] {
  /// Of all figures together: inside where none is outside and two thirds are inside, the rule by which a preset reproduces an
  /// experiment; outside also where there are none.
  package var verdict: PublishedFigure.Verdict {
    if isEmpty || contains(where: { $0.verdict == .outside }) { return .outside }
    return 3 * self.count { $0.verdict == .inside } >= 2 * count ? .inside : .undecided
  }
}

extension PipelineResult {
  /// The figures that were published for this row; empty where no fix was due.
  func publishedFigures(
    spread: ErrorStatistics.Spread
  ) -> [PublishedFigure] {
    guard let published = definition.published, kept.count > 0 else { return [] }
    let figures = score.whole.statistics
    let mean = PublishedFigure(
      pipeline: definition.name, statistic: .mean, published: published.mean, simulated: figures?.mean,
      interval: score.whole.meanInterval)
    guard let deviation = published.deviation else { return [mean] }
    return [
      mean,
      PublishedFigure(
        pipeline: definition.name, statistic: .std, published: deviation,
        simulated: figures?.standardDeviation,
        interval: ErrorsByLap(ofLaps: kept.byLap).deviationInterval(spread: spread)),
    ]
  }
}
