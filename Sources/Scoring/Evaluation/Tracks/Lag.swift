import World

/// By how many seconds a track trails the walker: the shift of the truth that makes the root mean square error least.
///
/// `E(τ) = Σ |f(t) - p(t - τ)|²` over the callbacks t, with the fix f and the true place p in straight lines between its
/// knots; the least of all τ from -5 s to 20 s, exactly (`LagMinimum`). The interval is a jackknife over laps
/// (`LagJackknife`). Ours.
///
/// At a callback a reading is half a window old on average, which is part of the lag. The time for which a fix then stays
/// on the screen is not.
public struct Lag: Hashable, Sendable {
  /// Seconds, negative when the track runs ahead.
  public let seconds: Double
  /// The 95 % interval; nil with fewer than two laps.
  public let interval: ConfidenceInterval?
  /// The root mean square error over the same callbacks with the truth shifted by the lag, in metres.
  public let rootMeanSquare: Double
  /// The root mean square error of the track as it is, in metres.
  public let rootMeanSquareWithout: Double
  /// The number of callbacks from which the lag was estimated.
  public let count: Int

  /// Why there is no lag.
  public enum Absence: String, Error, Hashable, Sendable, CustomStringConvertible {
    case tooShort =
      "no callback is at least 20 s after the beginning of the ground truth and 5 s before its end"
    case unmoved = "the fixes or the walkers do not move"
    case outOfRange = "the best shift lies at an end of the range from -5 to 20 s"

    public var description: String { rawValue }
  }

  /// The shift with the least error.
  ///
  /// - Parameter laps: in their order.
  static func estimated(from laps: [LagLap]) throws(Absence) -> Lag {
    var squares = [Double](repeating: 0, count: LagShifts.range.count)
    var count = 0
    for lap in laps {
      for (shift, sum) in lap.squares.enumerated() { squares[shift] += sum }
      count += lap.moments.count
    }
    guard count > 0 else { throw .tooShort }
    guard LagSlopes.isMoving(laps) else { throw .unmoved }
    let least = LagMinimum(of: laps, curve: squares)
    guard Double(LagShifts.range.lowerBound) < least.shift, least.shift < Double(LagShifts.range.upperBound)
    else { throw .outOfRange }
    return Lag(
      seconds: least.shift, interval: LagJackknife(of: laps, whole: squares).interval(about: least.shift),
      rootMeanSquare: (squares[-LagShifts.range.lowerBound] / Double(count)).squareRoot(),
      rootMeanSquareWithout: (least.squares / Double(count)).squareRoot(), count: count)
  }
}

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
    let range = LagShifts.range
    return ConfidenceInterval(
      about: seconds, error: ((count - 1) / count * squares).squareRoot(), degrees: count - 1
    ).limited(to: Double(range.lowerBound)...Double(range.upperBound))
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

/// How the squared errors of tracks change with the shift of the truth.
struct LagSlopes {
  /// Half the derivative of the squared errors with respect to the shift.
  private(set) var slope = 0.0
  /// Half the second derivative, as far as the walker goes straight.
  private(set) var curvature = 0.0
  private(set) var squares = 0.0

  init(of laps: [LagLap], at shift: Double) {
    for lap in laps {
      var cursor = WalkCursor(lap.walk)
      for moment in lap.moments {
        let state = cursor.state(at: moment.time - shift)
        let (dx, dy) = (moment.x - state.x, moment.y - state.y)
        slope += dx * state.vx + dy * state.vy
        curvature += state.vx * state.vx + state.vy * state.vy
        squares += dx * dx + dy * dy
      }
    }
  }

  /// Whether both fixes and walkers move: otherwise no shift is better than another.
  static func isMoving(_ laps: [LagLap]) -> Bool {
    let isFixMoving = laps.contains { lap in
      lap.moments.contains { $0.x != lap.moments[0].x || $0.y != lap.moments[0].y }
    }
    return isFixMoving
      && laps.contains { lap in lap.walk.knots.contains { $0.position != lap.walk.knots[0].position } }
  }
}
