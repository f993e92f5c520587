import NumericalMethods

/// The uncertainty of a lag, by leaving out one lap at a time.
///
/// The error curve of the remaining laps is the sum of their squared errors at whole seconds. Its minimum is that of the
/// parabola through the smallest value and its neighbours. Student's t has one degree of freedom fewer than there are laps.
/// The interval never leaves the range of shifts.
///
/// Source: Tukey 1958 and Miller 1974, "The jackknife: a review", doi:10.1093/biomet/61.1.1.
struct LagJackknife {
  /// By lap the squared errors by shift; only laps with fixes.
  private let laps: [[Double]]
  /// The same of all laps.
  private let whole: [Double]

  init(of laps: [LagLap], whole: [Double]) {
    self.laps = laps.filter { !$0.moments.isEmpty }.map(\.squares)
    self.whole = whole
  }

  /// Nil with fewer than two laps.
  func interval(about seconds: Double) -> ConfidenceInterval? {
    guard laps.count >= 2 else { return nil }
    let count = Double(laps.count)
    let lags = laps.map { lap in least(of: zip(whole, lap).map { $0 - $1 }) }
    let middle = lags.reduce(0, +) / count
    let squares = lags.reduce(0) { $0 + ($1 - middle) * ($1 - middle) }
    let reach =
      ((count - 1) / count * squares).squareRoot()
      * StudentQuantile.twoSided(ConfidenceInterval.confidence, degrees: count - 1)
    return ConfidenceInterval(
      lower: max(seconds - reach, Double(LagShifts.range.lowerBound)),
      upper: min(seconds + reach, Double(LagShifts.range.upperBound)))
  }

  /// In seconds.
  private func least(of curve: [Double]) -> Double {
    let best = curve.indices.min { (curve[$0], $0) < (curve[$1], $1) } ?? 0
    let shift = Double(LagShifts.range.lowerBound + best)
    guard 0 < best, best < curve.count - 1 else { return shift }
    let (before, here, after) = (curve[best - 1], curve[best], curve[best + 1])
    let bend = before - 2 * here + after
    return bend > 0 ? shift + (before - after) / (2 * bend) : shift
  }
}
