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
  ///   - statistics: of the same errors; the value is then taken from them, to the last bit.
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
    case .deviation:
      value = value ?? ErrorStatistics(of: errors.values, spread: spread)?[metric]
      interval = errors.deviationInterval(spread: spread)
    case .rootMeanSquare, .largest: value = value ?? ErrorStatistics(of: errors.values)?[metric]
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
    case .other: break
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

extension Metric {
  /// Nil where nothing was measured that it is computed from.
  public func value(ofLaps laps: [[PositionError]]) -> Double? {
    isOfLengths
      ? ErrorStatistics(of: laps.flatMap { $0.compactMap(\.metres) })?[self]
      : MetricEstimate(self, ofLaps: laps, ErrorsByLap(byLap: [])).value
  }

  /// The metrics of a use that lengths of errors do not give; most uses have none.
  ///
  /// - Parameter laps: the errors of each; called where there are such metrics.
  package static func others(for use: Use, ofLaps laps: () -> [[PositionError]]) -> [Metric: Double] {
    let metrics = all(for: use).filter { !$0.isOfLengths }
    guard !metrics.isEmpty else { return [:] }
    let laps = laps()
    return metrics.reduce(into: [:]) { $0[$1] = $1.value(ofLaps: laps) }
  }
}
