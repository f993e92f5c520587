/// How one figure of B differs from that of A, the baseline: a metric of positions, or any other figure by lap.
public struct ComparedFigure: Hashable, Sendable {
  /// Nil for a figure of applications or of guidance.
  public let metric: Metric?
  /// What is compared, as A calls it.
  package let name: LapFigure.Name
  /// The application or the pipeline of B.
  package let subjectOfB: String
  /// That of all numbers here, as ``LapFigure/unit`` has it.
  package let unit: String?
  /// Which way the figure gets better.
  package let better: Better
  /// The baseline's value; nil where the side has none, such as the delay of events of which none was found.
  public let a: Double?
  /// As for side A.
  public let b: Double?
  /// B less A; nil where one of them has no value.
  public let difference: Double?
  /// The 95 % interval of the difference; nil where there is none.
  public let interval: ConfidenceInterval?
  /// The number of laps behind the interval; nil where it does not come from paired laps.
  public let laps: Int?
  /// The p value of ``ExchangeTest``, adjusted for all figures that differ; nil where none is computed.
  package let pAdjusted: Double?
  /// The largest difference that still counts as equivalent, 0 or more.
  public let tolerance: Double
  /// What the interval shows, with the difference taken so that above 0 is worse.
  public let conclusion: Conclusion

  /// The level of the adjusted p value.
  private static let level = 0.05

  /// - Parameters:
  ///   - metric: its direction is that of the verdict.
  ///   - a: the baseline's value.
  ///   - b: that of the pipeline compared with it.
  ///   - difference: nil for that of the two values.
  ///   - interval: of the difference.
  ///   - laps: the number of paired laps behind the interval; nil where it does not come from paired laps.
  ///   - tolerance: of which the metric's unit and direction take their part.
  public init(
    _ metric: Metric, a: Double, b: Double, difference: Double? = nil, interval: ConfidenceInterval?,
    laps: Int?, tolerance: ComparisonTolerance
  ) {
    self.init(
      metric, LapFigure.Name("", figure: metric.key(for: .comparisons)), "", metric.unit.rawValue,
      metric.better, (a, b, difference ?? b - a), interval, laps, tolerance)
  }

  private init(
    _ metric: Metric?, _ name: LapFigure.Name, _ subjectOfB: String, _ unit: String?, _ better: Better,
    _ values: (a: Double?, b: Double?, difference: Double?), _ interval: ConfidenceInterval?, _ laps: Int?,
    _ tolerance: ComparisonTolerance, pAdjusted: Double? = nil, isShown: Bool = true
  ) {
    (self.metric, self.name, self.subjectOfB) = (metric, name, subjectOfB)
    (self.unit, self.better, self.interval, self.laps) = (unit, better, interval, laps)
    ((a, b, difference), self.pAdjusted) = (values, pAdjusted)
    let (a, b) = (values.a ?? 0, values.b ?? 0)
    self.tolerance = tolerance.allowed(unit, better, from: a)
    conclusion = Conclusion(
      interval.map { better.worsening($0, from: a) }, tolerance: self.tolerance,
      resolution: Conclusion.roundOff * max(a.magnitude, b.magnitude, 1), isShown: isShown)
  }

  /// Whether the difference exceeds the tolerance.
  public var verdict: Conclusion.Verdict { conclusion.verdict }

  /// Whether there is a verdict. The cost has none: it is measured once, on a machine that also does other work.
  public var isJudged: Bool { metric != .cost }

  /// Nil unless more laps would decide. Where a test is adjusted for many figures, their number decides too.
  public var lapsToDecide: Int? {
    guard metric != nil, let laps, let difference else { return nil }
    return LapsToDecide.about(difference: difference, interval: interval, laps: laps, tolerance: tolerance)
  }
}

extension ComparedFigure {
  /// Compares figures of the same laps, and leaves out those without a value on both sides.
  ///
  /// B is worse in a figure if the whole 95 % interval of the difference lies beyond the tolerance and the p value of
  /// ``ExchangeTest``, adjusted for all figures compared, is below 5 %. Half of that is on the side where B is worse, so that of 100
  /// comparisons of equal settings at most 2.5 fail in any figure, however many there are.
  package static func all(
    _ pairs: [(a: LapFigure, b: LapFigure)], tolerance: ComparisonTolerance
  ) -> [ComparedFigure] {
    let pairs = pairs.filter { $0.a.value != nil || $0.b.value != nil }
    let differences = pairs.map { FigureDifference(from: $0.a, to: $0.b) }
    let judged = differences.indices.filter { differences[$0].map { !$0.isNone } ?? false }
    let adjusted = ExchangeTest(judged.map { pairs[$0] }).adjusted
    let tested = Dictionary(uniqueKeysWithValues: zip(judged, adjusted))
    return pairs.indices.map { index in
      let ((a, b), difference) = (pairs[index], differences[index])
      let p = difference?.isConstant ?? false ? 0 : tested[index] ?? 1
      let pAdjusted = difference?.standardError.map { _ in p }
      return ComparedFigure(
        nil, a.name, b.name.subject, a.unit, a.better, (a.value, b.value, difference?.value),
        difference?.interval, difference?.laps, tolerance, pAdjusted: pAdjusted,
        isShown: pAdjusted.map { $0 < level } ?? false)
    }
  }
}

extension ComparedFigure {
  /// Compares a metric of errors, in whatever form it has; nil where a side has no value, and for metrics of more than errors.
  ///
  /// What follows from the lengths of errors is that of the paired ones. Other metrics are those of all errors of the laps in which
  /// both were asked.
  public init?(
    _ metric: Metric, of pairs: PairedErrors, in a: [[PositionError]], _ b: [[PositionError]],
    tolerance: ComparisonTolerance
  ) {
    switch metric.form {
    case .share, .ratio, .positiveRatio(power: 1, _):
      let sides = [a, b].map { $0.map(metric.totals) }
      guard let difference = LapMean(fromTotals: sides[0], to: sides[1]),
        let own = LapMean(ofTotals: sides[0])
      else { return nil }
      self.init(
        metric, a: own.value, b: own.value + difference.value, interval: difference.interval,
        laps: difference.laps, tolerance: tolerance)
    case .mean, .deviation, .quantile, .rootMeanSquare, .positiveRatio:
      let sides = metric.isOfLengths ? pairs.metresByLap : nil
      let own = metric.lapFigure(of: sides?.a, or: a)
      let other = metric.lapFigure(of: sides?.b, or: b)
      guard let own, let other, let from = own.value, let to = other.value else { return nil }
      self.init(
        metric, a: from, b: to, interval: FigureDifference(from: own, to: other)?.interval,
        laps: own.laps.count, tolerance: tolerance)
    case .largest:
      guard let own = pairs.pairs.lazy.map(\.a).max(), let other = pairs.pairs.lazy.map(\.b).max() else {
        return nil
      }
      self.init(metric, a: own, b: other, interval: nil, laps: nil, tolerance: tolerance)
    case .figure(let figure):
      guard let own = figure(a), let other = figure(b) else { return nil }
      self.init(metric, a: own, b: other, interval: nil, laps: nil, tolerance: tolerance)
    case .other: return nil
    }
  }

  /// Compares the shares of fixes on a wrong floor; nil without a pair.
  ///
  /// - Parameter errors: 0 for a fix on the right floor, 1 for one on another.
  public init?(floorsOf errors: PairedErrors, tolerance: ComparisonTolerance) {
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
  public init?(missedOf errors: PairedErrors, tolerance: ComparisonTolerance) {
    guard errors.due > 0 else { return nil }
    self.init(
      .missed, a: Double(errors.missedA) / Double(errors.due), b: Double(errors.missedB) / Double(errors.due),
      interval: errors.moreMissedOverLaps?.interval, laps: errors.laps.count, tolerance: tolerance)
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
      tolerance: tolerance)
  }
}

extension Metric {
  /// What one lap adds to a share or a ratio: two sums.
  fileprivate func totals(of lap: [PositionError]) -> SIMD2<Double> {
    switch form {
    case .share(let answer): lap.lazy.compactMap(answer).reduce(into: .zero) { $0 += SIMD2($1 ? 1 : 0, 1) }
    case .ratio(let parts), .positiveRatio(_, let parts):
      lap.lazy.compactMap(\.offset).compactMap(parts).reduce(.zero, +)
    default: .zero
    }
  }

  /// What each lap adds to it; nil for a metric that does not follow from sums or values.
  fileprivate func lapFigure(of metres: [[Double]]?, or laps: [[PositionError]]) -> LapFigure? {
    func figure(_ statistic: LapFigure.Statistic, _ parts: [[LapFigure.Part]]) -> LapFigure {
      LapFigure(.init("", figure: rawValue), unit: unit.rawValue, better: better, statistic, laps: parts)
    }
    let parts = metres?.map { $0.map { LapFigure.Part($0, $0 * $0, 1) } } ?? []
    return switch form {
    case .mean: figure(.mean, parts)
    case .deviation: figure(.deviation, parts)
    case .rootMeanSquare: figure(.rootMeanSquare, parts)
    case .quantile(let fraction): figure(.quantile(fraction), parts)
    case .positiveRatio(let power, _):
      figure(
        .power(power), laps.map { [totals(of: $0)].map { LapFigure.Part($0[0], 0, $0[1]) } })
    default: nil
    }
  }
}
