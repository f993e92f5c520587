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
  public enum Absence: Error, Hashable, Sendable {
    /// No callback has the truth on both sides for as long as the range of shifts.
    case tooShort
    /// The fixes, or the walkers, stay where they are.
    case unmoved
    /// The error is least at an end of the range of shifts.
    case outOfRange
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

extension Lag.Absence: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooShort:
      "no callback is at least 20 s after the beginning of the ground truth and 5 s before its end"
    case .unmoved: "the fixes or the walkers do not move"
    case .outOfRange: "the best shift lies at an end of the range from -5 to 20 s"
    }
  }
}
