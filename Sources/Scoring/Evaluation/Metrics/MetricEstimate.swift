import NumericalMethods

/// A metric of the errors of laps, with its interval over laps.
public struct MetricEstimate: Hashable, Sendable {
  /// The metric that was computed; the estimate has its unit.
  public let metric: Metric
  /// In the metric's unit; nil where nothing was measured.
  public let value: Double?
  /// The 95 % interval, within ``Metric/range``; nil with too few laps, and for metrics without one.
  public let interval: ConfidenceInterval?
  /// Laps with a value.
  public let laps: Int

  /// - Parameters:
  ///   - metric: a metric of tracks or timings has no value here.
  ///   - laps: the errors of each, or of other groups whose errors are correlated.
  ///   - errors: the lengths of the same errors.
  ///   - statistics: of the same errors; the value is then taken from them, to the last bit. Without them the standard
  ///     deviation, the RMSE and the largest error are nil.
  ///   - spread: the divisor of a standard deviation.
  public init(
    _ metric: Metric, ofLaps laps: [[PositionError]], _ errors: ErrorsByLap,
    _ statistics: ErrorStatistics? = nil, spread: ErrorStatistics.Spread = .population
  ) {
    var (mean, interval, value) = (LapMean(of: errors), ConfidenceInterval?.none, statistics?[metric])
    switch metric.form {
    case .mean: (value, interval) = (value ?? mean?.value, mean?.interval)
    case .quantile(let fraction):
      let quantile = LapQuantile(fraction, of: errors)
      (value, interval) = (quantile?.value, quantile?.interval)
    case .deviation: interval = errors.deviationInterval(spread: spread)
    case .share(let answer):
      mean = LapMean(
        ofTotals: laps.map { lap in
          lap.lazy.compactMap(answer).reduce(into: .zero) { $0 += SIMD2($1 ? 1 : 0, 1) }
        })
      (value, interval) = (mean?.value, mean?.interval)
    case .ratio(let parts), .positiveRatio(_, let parts):
      self.init(
        metric, ofTotals: laps.map { $0.lazy.compactMap(\.offset).compactMap(parts).reduce(.zero, +) })
      return
    case .figure(let figure): value = figure(laps)
    case .rootMeanSquare, .largest, .other: break
    }
    self.init(metric, value, interval, laps: mean?.laps ?? 0)
  }

  private init(_ metric: Metric, _ value: Double?, _ interval: ConfidenceInterval?, laps: Int) {
    (self.metric, self.value, self.laps) = (metric, value, laps)
    self.interval = interval?.limited(to: metric.range)
  }

  /// A ratio of sums over errors, from the two sums of each lap; without a value for other metrics.
  init(_ metric: Metric, ofTotals totals: [SIMD2<Double>]) {
    let ratio = LapMean(ofTotals: totals)
    var (value, interval) = (ratio?.value, ratio?.interval)
    switch metric.form {
    case .ratio: break
    case .positiveRatio(let power, _):
      value = value.map { power == 1 ? $0 : Elementary.pow($0, power) }
      interval = LapJackknife.interval(ofRatio: totals, power: power)
    default: (value, interval) = (nil, nil)
    }
    self.init(metric, value, interval, laps: ratio?.laps ?? 0)
  }
}
