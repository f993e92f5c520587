public import NumericalMethods

/// One log-distance law with its errors and its losses, and how sure each number is.
public struct ChannelLaw: Hashable, Sendable {
  /// How the levels are spread about the law.
  public let errors: ErrorLaw
  /// n; nil where all readings are from one distance.
  public let exponent: ChannelEstimate?
  /// C in dBm: one, or one for each beacon with nil for those with too few readings.
  public let levels: [ChannelEstimate?]
  /// Sigma in dB: the standard deviation of single levels about the law.
  public let deviation: ChannelEstimate
  /// The share lost whatever the level; nil where it is not known what was sent.
  public let loss: ChannelEstimate?
  public let logLikelihood: Double
  /// The numbers without their intervals, for reckoning with.
  let solution: LevelRegression.Solution

  /// Fits the law and finds the intervals of what all readings share.
  ///
  /// - Parameter levels: gives each group's interval, by the solution and the standard error of n; nil takes the
  ///   common level's from the jackknife.
  init(
    _ regression: LevelRegression, solution: LevelRegression.Solution,
    levels: ((LevelRegression.Solution, ChannelEstimate?) -> [ChannelEstimate?])? = nil
  ) {
    let left = regression.clusters >= 2 ? try? regression.leavingOut(at: solution) : nil
    self.solution = solution
    errors = solution.law
    let slope = ChannelEstimate(solution.slope, changes: left?.slope)
    let isFree = if case .free = regression.slope { true } else { false }
    exponent = isFree ? slope : nil
    deviation = ChannelEstimate(Elementary.log(solution.deviation), changes: left?.logScale)
      .mapped(Elementary.exp)
    loss = solution.loss.map { Self.loss($0, changes: left?.logitLoss, rows: regression.rows) }
    logLikelihood = solution.logLikelihood
    self.levels =
      levels?(solution, isFree ? slope : nil)
      ?? solution.levels.map { level in level.map { ChannelEstimate($0, changes: left?.level) } }
  }

  /// Fewer lost than these have Wilson's interval: the jackknife of the logit does not hold for so few.
  private static let fewLost = 10.0

  private static func loss(_ loss: Double, changes: [Double]?, rows: [LevelRow]) -> ChannelEstimate {
    let estimate = ChannelEstimate(Elementary.log(loss / (1 - loss)), changes: changes)
      .mapped { 1 / (1 + Elementary.exp(-$0)) }
    let sent = rows.reduce(0) { $0 + $1.weight }
    guard loss * sent < fewLost else { return estimate }
    // Nothing missed is a share of 0, and no half packet.
    let share = rows.allSatisfy { $0.y != nil } ? 0 : loss
    let binomial = (loss * (1 - loss) / sent).squareRoot()
    let error = max(estimate.standardError ?? 0, binomial)
    let interval = WilsonInterval(share: share, of: loss * (1 - loss) / (error * error))
    return ChannelEstimate(value: share, standardError: error, lower: interval.lower, upper: interval.upper)
  }

  /// The degrees of freedom of Student's t; nil for normal errors.
  public var errorDegrees: Int? {
    if case .studentT(let degrees) = errors { degrees } else { nil }
  }

  /// The expected level at a distance for a beacon.
  func mean(atX x: Double, beacon: Int) -> Double? {
    solution.level(of: beacon).map { $0 + solution.slope * x }
  }
}
