/// Where the error of resampled laps is least, as a function of the shift of the truth.
///
/// The curve of a resample is the sum of the drawn laps' squared errors at whole seconds, and its least that of the
/// parabola through the smallest and its neighbours, moved by what the parabola misses for all laps together. A resample
/// never leaves the range of shifts.
struct LagResampling {
  /// More would hardly move the interval, and the other scores draw the same laps.
  private static let resamples = 1000

  private let laps: Int
  /// A stretch for each lap with its squared errors by shift.
  private let squares: [Double]
  /// The same of all laps.
  private let whole: [Double]

  init(of laps: [LagLap], whole: [Double]) {
    self.laps = laps.count
    self.whole = whole
    squares = laps.flatMap(\.squares)
  }

  func interval(about seconds: Double, bootstrap: inout Bootstrap) -> BootstrapInterval? {
    let missed = seconds - least(of: whole)
    var done = 0
    return bootstrap.interval(ofLaps: laps) { draws in
      let count = min(draws.count, Self.resamples - done)
      done += count
      return (0..<count).map { least(of: curve(draws.times(in: $0))) + missed }
    }
  }

  private func curve(_ times: ArraySlice<UInt8>) -> [Double] {
    var curve = [Double](repeating: 0, count: whole.count)
    var start = 0
    for time in times {
      if time > 0 {
        let weight = Double(time)
        for shift in curve.indices { curve[shift] += weight * squares[start + shift] }
      }
      start += curve.count
    }
    return curve
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
