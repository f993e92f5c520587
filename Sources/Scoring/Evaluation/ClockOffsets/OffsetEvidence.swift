/// Observations that a walker's true path explains the better, the better its clock is set.
///
/// The truth is shifted and never the observations: at the time t of an observation the walker is where the truth has them at
/// t - offset, so that the offset is what is added to the times of the truth.
protocol OffsetEvidence: Sendable {
  /// When each observation was made, on the clock of the observations.
  var times: [Double] { get }
  /// The lap of each observation, counted from 0.
  var laps: [Int] { get }
  /// When the truth of an observation's lap is known, on the clock of the truth.
  func span(of observation: Int) -> ClosedRange<Double>
  /// How far observations are from what the truth predicts, shifted by an offset.
  ///
  /// - Parameter observations: indices in rising order.
  func squares(_ observations: [Int], at offset: Double) -> OffsetSquares
  /// The derivatives by the offset, for the observations in the same order.
  func slopes(_ observations: [Int], at offset: Double) -> OffsetSlopes
}

/// Sums of squares of residuals.
struct OffsetSquares: Hashable, Sendable {
  /// About what explains the observations without the path.
  let without: Double
  /// About what the path predicts.
  let with: Double
}

/// What each observation says of the offset, to first order.
struct OffsetSlopes: Hashable, Sendable {
  /// Residual times slope: they add up to 0 at the best offset.
  let scores: [Double]
  /// Slope squared, once what the other unknowns can explain is taken out.
  let information: [Double]
  /// The variance of a residual.
  let variance: Double
}
