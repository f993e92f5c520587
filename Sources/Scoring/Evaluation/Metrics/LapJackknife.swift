import NumericalMethods

/// Intervals of the standard deviation and the root mean square of the errors of few laps, by leaving out one lap at a time.
///
/// The errors of one lap are correlated, so whole laps are left out. The jackknife uses the logarithms of the figures,
/// whose distribution is more symmetric: errors are never negative, and some are very large.
///
/// Source: Tukey 1958 and Miller 1974, "The jackknife: a review", doi:10.1093/biomet/61.1.1; whole groups and the
/// logarithm of a variance are in its sections 2 and 3.
public struct LapJackknife: Hashable, Sendable {
  /// A figure's natural logarithm, and its standard error.
  public struct Logarithm: Hashable, Sendable {
    /// The natural logarithm of the figure.
    public let value: Double
    /// Its standard error over laps.
    public let error: Double
    /// Of the logarithms without one lap each, about their mean.
    let squares: [Double]
    /// The logarithms with the errors of one lap each counted twice, the largest first.
    let raised: [Double]

    /// The 95 % interval of the figure itself; nil where an end overflows.
    ///
    /// Where one lap dominates the standard error, Student's t has few degrees of freedom: those of Satterthwaite, from
    /// the fourth powers of the laps' influences. A bad lap that occurs once in L laps on average is absent from a third of
    /// all experiments of L laps, whose intervals would then be too narrow. The upper end is therefore computed with the
    /// lap that raises the figure most counted twice.
    ///
    /// Source: Satterthwaite 1946, "An approximate distribution of estimates of variance components",
    /// doi:10.2307/3002019. Counting a lap twice is ours; `make coverage` measures its effect.
    public var interval: ConfidenceInterval? {
      let reach =
        error
        * StudentQuantile.twoSided(
          ConfidenceInterval.confidence, degrees: Jackknife.degrees(ofSquares: squares))
      return ConfidenceInterval(logarithms: value - reach, max(value, raised.first ?? value) + reach)
    }
  }

  /// The root mean square of the errors; nil where it is 0, or is undefined with some lap left out.
  public let rootMeanSquare: Logarithm?

  /// - Returns: nil for fewer than two laps with errors.
  public init?(_ errors: ErrorsByLap) {
    guard let sums = SumsByLap(errors) else { return nil }
    rootMeanSquare = sums.logarithm { $0.rootMeanSquare(about: sums.centre) }
  }

  static func logarithm(of whole: Double?, without: [Double?], twice: [Double?]) -> Logarithm? {
    guard let whole, whole > 0 else { return nil }
    var logarithms: [Double] = []
    for figure in without {
      guard let figure, figure > 0 else { return nil }
      logarithms.append(Elementary.log(figure))
    }
    let count = Double(logarithms.count)
    let middle = logarithms.reduce(0, +) / count
    let squares = logarithms.map { ($0 - middle) * ($0 - middle) }
    let sum = squares.reduce(0, +)
    return Logarithm(
      value: Elementary.log(whole), error: ((count - 1) / count * sum).squareRoot(), squares: squares,
      raised: twice.compactMap(\.self).sorted(by: >).map(Elementary.log))
  }
}

extension LapJackknife {
  /// The 95 % interval of a power of the ratio of two sums over laps, of positive numbers.
  ///
  /// Nil with fewer than two laps that have a denominator, and where a single lap has all of the numerator.
  static func interval(ofRatio totals: [SIMD2<Double>], power: Double) -> ConfidenceInterval? {
    let laps = totals.filter { $0[1] > 0 }
    guard laps.count >= 2 else { return nil }
    let whole = laps.reduce(.zero, +)
    func ratio(_ sums: SIMD2<Double>) -> Double? {
      sums[1] > 0 ? Elementary.pow(max(sums[0], 0) / sums[1], power) : nil
    }
    return logarithm(
      of: ratio(whole), without: laps.map { ratio(whole - $0) }, twice: laps.map { ratio(whole + $0) })?
      .interval
  }
}

extension ErrorsByLap {
  /// Fewer laps have no interval of a standard deviation, unless all are alike: where a bad lap in ten or so has most of it, none
  /// holds as often as it should. `make coverage` measures it.
  public static let leastLapsOfDeviation = 20

  /// The 95 % interval of their standard deviation, as ``ErrorStatistics`` has it.
  ///
  /// Too few bad laps make such an interval miss the truth above it, too many below it seldom. The lower end is therefore the
  /// jackknife's with Student's t. The upper end counts laps twice, as ``LapJackknife/Logarithm/interval`` does, but takes the mean
  /// over the twentieth of the laps that raise it most, since the worst of very many laps says nothing of what is missing. Its
  /// standard error is the larger one of the laps as they are and with the worst one twice.
  ///
  /// Nil with fewer than ``leastLapsOfDeviation`` laps that have errors, and where a single lap has all the spread. The form of
  /// the upper end is ours.
  public func deviationInterval(spread: ErrorStatistics.Spread = .population) -> ConfidenceInterval? {
    guard let sums = SumsByLap(self) else { return nil }
    // Equal errors have no logarithm, and no spread.
    if values.allSatisfy({ $0 == values[0] }) { return ConfidenceInterval(lower: 0, upper: 0) }
    let count = sums.laps.count
    guard let once = sums.logarithm({ $0.deviation(spread) }) else { return nil }
    // Laps that are all alike are computed, not drawn.
    if once.error < 1e-9 { return ConfidenceInterval(logarithms: once.value, once.value) }
    guard count >= Self.leastLapsOfDeviation else { return nil }
    let again = sums.withWorstTwice(spread).logarithm { $0.deviation(spread) }
    func quantile(_ degrees: Double) -> Double {
      StudentQuantile.twoSided(ConfidenceInterval.confidence, degrees: degrees)
    }
    let worst = once.raised.prefix(count / 20)
    return ConfidenceInterval(
      logarithms: once.value - quantile(Double(count - 1)) * once.error,
      max(once.value, worst.reduce(0, +) / Double(worst.count))
        + quantile(Jackknife.degrees(ofSampledSquares: once.squares)) * max(once.error, again?.error ?? 0))
  }
}

extension ConfidenceInterval {
  /// Of a figure by its logarithms; nil where the upper end overflows.
  fileprivate init?(logarithms lower: Double, _ upper: Double) {
    let upper = Elementary.exp(upper)
    guard upper.isFinite else { return nil }
    self.init(lower: Elementary.exp(lower), upper: upper)
  }
}

/// The sums of each lap with errors about the mean of all, so that sums of squares lose no digits.
private struct SumsByLap {
  let centre: Double
  let laps: [LapSums]
  let all: LapSums

  /// Nil for fewer than two laps with errors.
  init?(_ errors: ErrorsByLap) {
    let centre = errors.values.reduce(0, +) / Double(max(errors.values.count, 1))
    let laps = errors.laps.indices.map { LapSums(errors[$0], about: centre) }.filter { $0.x > 0 }
    guard laps.count >= 2 else { return nil }
    self.init(laps, about: centre)
  }

  private init(_ laps: [LapSums], about centre: Double) {
    (self.laps, self.centre) = (laps, centre)
    all = laps.reduce(.zero, +)
  }

  /// With the lap that raises the standard deviation most counted twice.
  func withWorstTwice(_ spread: ErrorStatistics.Spread) -> SumsByLap {
    func raised(_ lap: LapSums) -> Double { (all + lap).deviation(spread) ?? 0 }
    let worst = laps.max { raised($0) < raised($1) }
    return SumsByLap(laps + [worst].compactMap(\.self), about: centre)
  }

  /// Of a figure of the sums.
  func logarithm(_ figure: (LapSums) -> Double?) -> LapJackknife.Logarithm? {
    LapJackknife.logarithm(
      of: figure(all), without: laps.map { figure(all - $0) }, twice: laps.map { figure(all + $0) })
  }
}

/// Of errors about some centre their number, their sum and that of their squares.
private typealias LapSums = SIMD3<Double>

extension LapSums {
  fileprivate init(_ errors: ArraySlice<Double>, about centre: Double) {
    self = errors.reduce(into: .zero) { $0 += LapSums(1, $1 - centre, ($1 - centre) * ($1 - centre)) }
  }

  fileprivate func deviation(_ spread: ErrorStatistics.Spread) -> Double? {
    let divisor = spread == .population ? x : x - 1
    return divisor > 0 ? (Swift.max(z - y * y / x, 0) / divisor).squareRoot() : nil
  }

  fileprivate func rootMeanSquare(about centre: Double) -> Double? {
    x > 0 ? Swift.max((z + 2 * centre * y) / x + centre * centre, 0).squareRoot() : nil
  }
}
