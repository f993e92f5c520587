import World

/// By how many seconds a track trails the walker: the shift of the truth that makes the root mean square error least.
///
/// `E(τ) = Σ |f(t) - p(t - τ)|²` over the callbacks t, with the fix f and the true place p in straight lines between its
/// knots. The least of whole seconds from -5 to 20 is found first, then the least within a second of it, where the slope
/// `Σ (f(t) - p(t - τ)) · v(t - τ)` vanishes, by Newton's method held in a bracket. The interval comes from drawing laps
/// anew: see ``LagResampling``. Ours.
///
/// At a callback a reading is half a window old on average, which is part of the lag; that a fix then stands on the screen
/// until the next callback is not.
public struct Lag: Hashable, Sendable {
  /// Seconds, negative when the track runs ahead.
  public let seconds: Double
  /// The 95 % interval; nil with fewer than two laps.
  public let interval: BootstrapInterval?
  /// The root mean square error over the same callbacks as it is, and with the lag taken away; metres.
  public let rootMeanSquare: Double
  public let rootMeanSquareWithout: Double
  /// How many callbacks it was found from.
  public let count: Int

  /// Why there is no lag.
  public enum Absence: Error, Hashable, Sendable {
    /// No callback has the truth on both sides for as long as the range of shifts.
    case tooShort
    /// The fixes, or the walkers, stay where they are.
    case unmoved
    /// The least error is at an end of the range of shifts, or beyond.
    case outOfRange
  }

  /// - Parameter laps: in their order.
  init(of laps: [LagLap], bootstrap: inout Bootstrap) throws(Absence) {
    var squares = [Double](repeating: 0, count: LagShifts.range.count)
    var count = 0
    for lap in laps {
      for (shift, sum) in lap.squares.enumerated() { squares[shift] += sum }
      count += lap.moments.count
    }
    guard count > 0 else { throw .tooShort }
    guard LagSlopes.isMoving(laps) else { throw .unmoved }
    let best = squares.indices.min { (squares[$0], $0) < (squares[$1], $1) } ?? 0
    guard 0 < best, best < squares.count - 1 else { throw .outOfRange }
    let coarse = Double(LagShifts.range.lowerBound + best)
    let seconds = LagSlopes.root(of: laps, near: coarse)
    self.seconds = seconds
    self.count = count
    let zero = -LagShifts.range.lowerBound
    rootMeanSquare = (squares[zero] / Double(count)).squareRoot()
    rootMeanSquareWithout =
      (LagSlopes(of: laps, at: seconds).squares / Double(count)).squareRoot()
    interval = LagResampling(of: laps, whole: squares).interval(about: seconds, bootstrap: &bootstrap)
  }
}

extension Lag.Absence: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooShort: "no callback lies 20 s after the beginning of the truth and 5 s before its end"
    case .unmoved: "the fixes or the walkers stay where they are"
    case .outOfRange: "no shift from -5 to 20 s is better than the ends of that range"
    }
  }
}
