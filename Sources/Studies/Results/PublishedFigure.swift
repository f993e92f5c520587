public import Evaluation

/// A published figure beside the same figure of a study, and what their difference amounts to.
///
/// The tolerances are ours: of the means of twelve buildings drawn from one channel the standard deviation was
/// 0.24 to 0.39 m, so that one building cannot tell less than about 0.3 m. A match shows that a model is
/// sufficient, never that it is the cause.
public struct PublishedFigure: Hashable, Sendable {
  public enum Statistic: String, Hashable, Sendable, CaseIterable {
    case mean
    case std

    /// Metres by which a study may differ.
    public var tolerance: Double { self == .mean ? 0.3 : 0.4 }
  }

  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// The published figure lies in the study's own 95 % interval, and within the tolerance.
    case agrees
    /// Within the tolerance, but outside the interval, or there is none.
    case close
    /// Further away than the tolerance.
    case outside
  }

  public let pipeline: String
  public let statistic: Statistic
  /// Metres.
  public let published: Double
  public let simulated: Double
  /// Of the mean only, and with at least two laps.
  public let interval: BootstrapInterval?

  /// Metres by which the study's figure is larger.
  public var difference: Double { simulated - published }

  public var verdict: Verdict {
    guard difference.magnitude <= statistic.tolerance else { return .outside }
    guard let interval, (interval.lower...interval.upper).contains(published) else { return .close }
    return .agrees
  }
}

extension PipelineResult {
  /// The figures that were published for this row and that the study has too.
  public var publishedFigures: [PublishedFigure] {
    guard let published = definition.published, let figures = score.whole.statistics else { return [] }
    let mean = PublishedFigure(
      pipeline: definition.name, statistic: .mean, published: published.mean, simulated: figures.mean,
      interval: score.whole.meanInterval)
    guard let deviation = published.deviation, let simulated = figures.standardDeviation else {
      return [mean]
    }
    return [
      mean,
      PublishedFigure(
        pipeline: definition.name, statistic: .std, published: deviation,
        simulated: simulated, interval: nil),
    ]
  }
}
