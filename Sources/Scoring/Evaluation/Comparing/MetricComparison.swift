import NumericalMethods

/// How one metric of pipeline B differs from that of A, the baseline.
public struct MetricComparison: Hashable, Sendable {
  /// The metric compared; its unit is that of all figures here.
  public let metric: Metric
  /// The baseline's value.
  public let a: Double
  /// The value of the pipeline compared with it.
  public let b: Double
  /// The 95 % interval of the difference; nil where there is none.
  public let interval: ConfidenceInterval?
  /// The number of laps behind the interval; nil where it does not come from paired laps.
  public let laps: Int?
  /// In the unit of the metric.
  public let tolerance: Double
  /// What the interval shows, with the difference taken so that above 0 is worse.
  public let conclusion: Conclusion

  /// Whether the difference exceeds the tolerance.
  public var verdict: Conclusion.Verdict { conclusion.verdict }
  /// B less A, in the unit of the metric.
  public var difference: Double { b - a }

  /// - Parameters:
  ///   - metric: the metric to compare; its unit is that of all figures here.
  ///   - a: the baseline's value.
  ///   - b: that of the pipeline compared with it.
  ///   - interval: of `b - a`.
  ///   - laps: the number of paired laps behind the interval; nil where it does not come from paired laps.
  ///   - tolerance: the largest difference that still counts as equivalent, 0 or more.
  public init(
    _ metric: Metric, a: Double, b: Double, interval: ConfidenceInterval?, laps: Int?, tolerance: Double
  ) {
    (self.metric, self.a, self.b, self.interval, self.laps) = (metric, a, b, interval, laps)
    self.tolerance = tolerance
    let worsening = metric.worsening(interval, from: a)
    conclusion = Conclusion(worsening, tolerance: tolerance, resolution: 1e-12 * max(a, b, 1))
  }

  /// Whether there is a verdict. The cost has none: it is measured once, on a machine that also does other work.
  public var isJudged: Bool { metric != .cost }

  /// Nil unless more laps would decide.
  public var lapsToDecide: Int? {
    laps.flatMap {
      LapsToDecide.about(difference: difference, interval: interval, laps: $0, tolerance: tolerance)
    }
  }
}

extension MetricComparison {
  /// The mean error.
  public init(meanOf pair: PairedComparison) {
    self.init(
      .mean, a: pair.meanA, b: pair.meanB, interval: pair.interval, laps: pair.laps, tolerance: pair.tolerance
    )
  }

  /// Compares a percentile of the paired errors; nil without a pair, and for other metrics.
  ///
  /// The interval is Student's t with the standard deviation of the difference over resamples of the laps, both sides of a
  /// lap together; nil with fewer than two laps.
  ///
  /// Source: Davison and Hinkley 1997, "Bootstrap methods and their application", sections 2.2 and 3.8; the factor
  /// n / (n - 1) of the variance is ours, since n resampled laps spread less than n new ones.
  public init?(_ metric: Metric, of errors: PairedErrors, tolerance: ComparisonTolerance) {
    let laps = errors.pairLaps
    guard let fraction = metric.fraction, let a = ResampledQuantile(errors.pairs.map(\.a), laps: laps),
      let b = ResampledQuantile(errors.pairs.map(\.b), laps: laps)
    else { return nil }
    let (whole, count) = ([UInt8](repeating: 1, count: a.laps), a.laps)
    let (from, to) = (a.value(fraction, times: whole[...]), b.value(fraction, times: whole[...]))
    self.init(
      metric, a: from, b: to,
      interval: Self.interval(of: to - from, metric, laps: count) { times in
        b.value(fraction, times: times) - a.value(fraction, times: times)
      },
      laps: count, tolerance: tolerance.metres(forBaselineMean: from))
  }

  /// How many resamples the interval of a quantile takes.
  private static let resamples = 1000

  private static func interval(
    of difference: Double, _ metric: Metric, laps: Int, _ figure: (ArraySlice<UInt8>) -> Double
  ) -> ConfidenceInterval? {
    guard laps > 1 else { return nil }
    var random = RandomStream(Seed(1).derived("compare").derived(metric.rawValue))
    let resamples = LapResamples(of: laps, count: resamples, using: &random)
    let figures = (0..<Self.resamples).map { figure(resamples.times(in: $0)) }
    guard let spread = ErrorStatistics(of: figures, spread: .sample)?.standardDeviation else { return nil }
    let error = spread * (Double(laps) / Double(laps - 1)).squareRoot()
    let reach =
      error * StudentQuantile.twoSided(ConfidenceInterval.confidence, degrees: Double(laps - 1))
    return ConfidenceInterval(lower: difference - reach, upper: difference + reach)
  }

  /// The share of fixes in the right room, pooled over all moments.
  public init(roomsOf rooms: RoomComparison) {
    self.init(
      .rightRoom, a: rooms.pooled.a, b: rooms.pooled.b, interval: rooms.pooled.interval, laps: rooms.laps,
      tolerance: rooms.tolerance)
  }

  /// Compares the shares of fixes on a wrong floor; nil without a pair.
  ///
  /// - Parameters:
  ///   - errors: 0 for a fix on the right floor, 1 for one on another.
  ///   - tolerance: the largest difference of the two shares that still counts as equivalent, 0 to 1.
  public init?(floorsOf errors: PairedErrors, tolerance: Double) {
    guard !errors.pairs.isEmpty else { return nil }
    let count = Double(errors.pairs.count)
    let interval = LapMean(ofTotals: errors.lapTotals)?.interval
    self.init(
      .rightFloor, a: 1 - errors.pairs.reduce(0) { $0 + $1.a } / count,
      b: 1 - errors.pairs.reduce(0) { $0 + $1.b } / count,
      interval: interval.map { ConfidenceInterval(lower: -$0.upper, upper: -$0.lower) },
      laps: errors.lapTotals.count, tolerance: tolerance)
  }

  /// Compares the shares of missed moments; nil without a moment at which both pipelines were asked.
  public init?(missedOf errors: PairedErrors, tolerance: Double) {
    let due = errors.laps.reduce(0) { $0 + $1.due }
    guard due > 0 else { return nil }
    let more = LapMean(ofTotals: errors.laps.map { SIMD2(Double($0.byB - $0.byA), Double($0.due)) })
    self.init(
      .missed, a: Double(errors.missedA) / Double(due), b: Double(errors.missedB) / Double(due),
      interval: more?.interval, laps: errors.laps.count, tolerance: tolerance)
  }

  /// Compares ratios of sums over the errors of the same laps; nil where either side has none.
  ///
  /// - Parameters:
  ///   - metric: a metric whose form is a ratio.
  ///   - a: the two sums of each lap of the baseline.
  ///   - b: those of the pipeline compared with it, of the same laps.
  ///   - tolerance: 5 % of the baseline's value, or what is set; of a share that of the right rooms; of a number without a unit at
  ///     least as much as that share.
  public init?(
    _ metric: Metric, fromTotals a: [SIMD2<Double>], to b: [SIMD2<Double>], tolerance: ComparisonTolerance
  ) {
    guard let difference = LapMean(fromTotals: a, to: b), let own = LapMean(ofTotals: a) else { return nil }
    let allowed =
      switch metric.unit {
      case .share: tolerance.rooms
      case .number: max(tolerance.relative * own.value, tolerance.rooms)
      default: tolerance.metres(forBaselineMean: own.value)
      }
    self.init(
      metric, a: own.value, b: own.value + difference.value, interval: difference.interval,
      laps: difference.laps, tolerance: allowed)
  }

  /// Compares two lags that were estimated separately. The interval of the difference treats their intervals as
  /// independent.
  public init(
    lagOfA a: (seconds: Double, interval: ConfidenceInterval?),
    b: (seconds: Double, interval: ConfidenceInterval?), tolerance: ComparisonTolerance
  ) {
    var interval: ConfidenceInterval?
    if let own = a.interval, let other = b.interval {
      let reaches = [own, other].map { ($0.upper - $0.lower) / 2 }
      let reach = (reaches[0] * reaches[0] + reaches[1] * reaches[1]).squareRoot()
      let difference = b.seconds.magnitude - a.seconds.magnitude
      interval = ConfidenceInterval(lower: difference - reach, upper: difference + reach)
    }
    self.init(
      .lag, a: a.seconds.magnitude, b: b.seconds.magnitude, interval: interval, laps: nil,
      tolerance: tolerance.metres(forBaselineMean: a.seconds.magnitude))
  }

  /// Compares two costs, each measured once: there is no interval.
  public init(costOfA a: Double, b: Double, tolerance: ComparisonTolerance) {
    self.init(.cost, a: a, b: b, interval: nil, laps: nil, tolerance: tolerance.relative * a)
  }
}

extension Metric {
  /// The interval of a difference as one that is above 0 where the metric gets worse.
  ///
  /// - Parameter value: the baseline's, which counts as exact where a value is best that is neither the greatest nor the least.
  fileprivate func worsening(_ interval: ConfidenceInterval?, from value: Double) -> ConfidenceInterval? {
    guard let interval else { return nil }
    guard let ideal else {
      return isBetterLarger ? ConfidenceInterval(lower: -interval.upper, upper: -interval.lower) : interval
    }
    return interval.farther(from: ideal, than: value)
  }
}

extension PairedErrors {
  /// The lap of each pair, counted from 0 in the order of laps with a pair.
  fileprivate var pairLaps: [Int] {
    var laps: [Int] = []
    var last: Int?
    for pair in pairs {
      laps.append((laps.last ?? -1) + (pair.lap == last ? 0 : 1))
      last = pair.lap
    }
    return laps
  }
}
