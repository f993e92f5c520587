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

/// Whether two pipelines with successive published means have the same order in a study.
///
/// The verdict follows from the interval of the paired difference of their errors, since two means may lie in one order
/// by chance. Equal published means are no order.
public struct PublishedOrder: Hashable, Sendable {
  /// Whether the study ranks the two pipelines as the publication does.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// The whole interval lies on the side of the published order.
    case same
    /// The whole interval lies on the other side.
    case opposite
    /// The interval holds 0, or there is none.
    case undecided

    /// - Parameter interval: of the larger's errors less the smaller's; nil where there is none.
    package init(_ interval: ConfidenceInterval?) {
      self = interval.map { $0.lower > 0 ? .same : $0.upper < 0 ? .opposite : .undecided } ?? .undecided
    }
  }

  /// The pipeline with the smaller published mean.
  public let smaller: String
  /// The pipeline with the larger published mean.
  public let larger: String
  /// The errors of the larger less those of the smaller; nil where both were not measured in at least two laps.
  public let difference: PipelineDifference?

  /// From the interval of the larger's errors less the smaller's; `undecided` without one.
  public var verdict: Verdict { Verdict(difference?.interval) }

  /// Pipelines in the order of their published means; pipelines with equal means share a rank.
  public static func ranks(of figures: [PublishedFigure]) -> [[String]] {
    let means = figures.filter { $0.statistic == .mean }
    return Set(means.map(\.published)).sorted().map { mean in
      means.filter { $0.published == mean }.map(\.pipeline)
    }
  }

  /// Each pipeline of a rank with each of the next.
  package static func neighbours(in ranks: [[String]]) -> [(smaller: String, larger: String)] {
    zip(ranks, ranks.dropFirst()).flatMap { smaller, larger in
      smaller.flatMap { below in larger.map { (below, $0) } }
    }
  }
}

extension StudyResult {
  /// All pairs of pipelines with successive published means; empty where fewer than two means differ.
  public var publishedOrder: [PublishedOrder] {
    let neighbours = PublishedOrder.neighbours(in: PublishedOrder.ranks(of: published))
    guard !neighbours.isEmpty else { return [] }
    let pairs = neighbours.compactMap { smaller, larger -> (reference: Int, pipeline: Int)? in
      guard let reference = index(of: smaller), let pipeline = index(of: larger) else { return nil }
      return (reference, pipeline)
    }
    let differences = PipelineDifference.all(pairs, of: pipelines)
    return neighbours.map { smaller, larger in
      PublishedOrder(
        smaller: smaller, larger: larger,
        difference: differences.first { $0.reference == smaller && $0.pipeline == larger })
    }
  }

  private func index(of pipeline: String) -> Int? {
    pipelines.firstIndex { $0.definition.name == pipeline }
  }
}
