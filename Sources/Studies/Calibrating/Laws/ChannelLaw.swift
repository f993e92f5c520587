package import NumericalMethods

/// One log-distance law with its errors and its losses, and an interval for each number.
package struct ChannelLaw: Hashable, Sendable {
  /// The distribution of levels about the law.
  package let errors: ErrorLaw
  /// n; nil where all readings are from one distance.
  package private(set) var exponent: ChannelEstimate?
  /// C in dBm: one, or one for each beacon with nil for those with too few readings.
  package private(set) var levels: [ChannelEstimate?]
  /// Sigma in dB: the standard deviation of single levels about the law.
  package private(set) var deviation: ChannelEstimate
  /// The share lost whatever the level; nil where it is not known what was sent.
  package private(set) var loss: ChannelEstimate?
  /// The natural logarithm of the likelihood at the estimates.
  package let logLikelihood: Double
  /// The share of each part that is left out in turn; nil where that is not known.
  let likelihoodOfParts: [Double]?
  /// Whether sigma and loss have intervals, and whether n and the common C have: not where they depend on the shape of the
  /// errors, and that of this law is or may be wrong.
  package private(set) var (tellsSpread, tellsLine) = (true, true)
  /// The numbers without their intervals.
  package let solution: LevelRegression.Solution

  /// Fits the law and finds the intervals of what all readings share.
  ///
  /// - Parameter levels: gives each group's interval, by the solution and the standard error of n; nil takes the
  ///   common level's from the jackknife.
  init(
    _ regression: LevelRegression, solution: LevelRegression.Solution,
    levels: ((LevelRegression.Solution, ChannelEstimate?) -> [ChannelEstimate?])? = nil
  ) {
    let left = regression.clusters >= 2 ? try? regression.leavingOut(at: solution) : nil
    self.init(regression, solution: solution, left: left, levels: levels)
  }

  /// - Parameter left: the changes when each part is left out; nil where unknown.
  init(
    _ regression: LevelRegression, solution: LevelRegression.Solution, left: LevelRegression.LeftOut?,
    levels: ((LevelRegression.Solution, ChannelEstimate?) -> [ChannelEstimate?])? = nil
  ) {
    self.solution = solution
    errors = solution.law
    // A jackknife of identical readings would give intervals of width 0.
    let moving = solution.isSteady ? nil : left
    let slope = ChannelEstimate(solution.slope, changes: moving?.slope)
    let isFree = if case .free = regression.slope { true } else { false }
    exponent = isFree ? slope : nil
    deviation = ChannelEstimate(Elementary.log(solution.deviation), changes: moving?.logScale)
      .mapped(Elementary.exp)
    loss = solution.loss.map { Self.loss($0, changes: left?.logitLoss, rows: regression.rows) }
    logLikelihood = solution.logLikelihood
    likelihoodOfParts = left?.logLikelihood
    self.levels =
      levels?(solution, isFree ? slope : nil)
      ?? solution.levels.map { level in level.map { ChannelEstimate($0, changes: moving?.level) } }
  }

  /// The same without the intervals of sigma and loss.
  var withoutSpreadIntervals: ChannelLaw {
    var plain = self
    plain.tellsSpread = false
    plain.deviation = deviation.withoutInterval
    plain.loss = loss?.withoutInterval
    return plain
  }

  /// The same without the intervals of n and the common C.
  var withoutLineIntervals: ChannelLaw {
    var plain = self
    plain.tellsLine = false
    plain.exponent = exponent?.withoutInterval
    if levels.count == 1 { plain.levels = [levels[0]?.withoutInterval] }
    return plain
  }

  /// The same with intervals that reach further by what other solutions are away, as the root of the sum of squares.
  func widened(to others: [LevelRegression.Solution]) -> ChannelLaw {
    var wide = self
    wide.exponent = exponent?.widened(to: others.map(\.slope))
    wide.levels = levels.map { $0?.widened(to: others.compactMap { $0.level(of: 0) }) }
    wide.deviation = deviation.widened(to: others.map(\.deviation))
    wide.loss = loss?.widened(to: others.compactMap(\.loss))
    return wide
  }

  /// The same with intervals of n and the common C that reach as far as those of any of some laws.
  func takingIn(_ laws: [ChannelLaw]) -> ChannelLaw {
    var wide = self
    for law in laws {
      wide.exponent = wide.exponent.map { own in law.exponent.map { own.takingIn($0) } ?? own }
      if let own = wide.levels[0], let other = law.levels[0] { wide.levels[0] = own.takingIn(other) }
    }
    return wide
  }

  /// The same without the interval of sigma: about a level fitted to each beacon, readings are spread less than sigma by what
  /// those levels take up.
  var withoutSigmaInterval: ChannelLaw {
    var plain = self
    plain.deviation = deviation.withoutInterval
    return plain
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

  /// Whether the readings lie exactly on the law, so that their variance about it is unknown.
  package var isSteady: Bool { solution.isSteady }

  /// The degrees of freedom of Student's t; nil for normal errors.
  package var errorDegrees: Int? {
    if case .studentT(let degrees) = errors { degrees } else { nil }
  }

  /// The expected level of a row.
  func mean(of row: LevelRow) -> Double? {
    solution.level(of: row.group).map { $0 + solution.slope * row.x + row.offset }
  }
}

/// Fits the normal and the robust law to one set of rows.
struct ChannelLawFitter {
  struct Pair<Value> {
    let normal: Value
    let robust: Value
  }

  /// The degrees of freedom that are tried, most outliers first.
  static let degrees = [4, 8, 16, 30]

  let rows: CalibrationRows
  let slope: LevelRegression.Slope
  let limit: Double
  let silence: SilenceKnowledge

  func regression(_ law: ErrorLaw, _ levels: LevelRegression.Levels) -> LevelRegression {
    LevelRegression(rows.rows, law: law, limit: limit, silence: silence, slope: slope, levels: levels)
  }

  /// The laws with one C.
  func common() throws(FitError) -> Pair<ChannelLaw> {
    let normal = regression(.normal, .common)
    let first = try normal.solve()
    var best: (regression: LevelRegression, solution: LevelRegression.Solution)?
    for degrees in Self.degrees {
      let next = regression(.studentT(degrees: degrees), .common)
      let solution = try next.solve(from: best?.solution ?? first)
      // The likelihood has a single maximum in the degrees, so the search ends behind it.
      if let best, solution.logLikelihood <= best.solution.logLikelihood { break }
      best = (next, solution)
    }
    guard let best else { throw .undetermined }
    return Pair(
      normal: ChannelLaw(normal, solution: first),
      robust: ChannelLaw(best.regression, solution: best.solution))
  }

  /// The solutions with a C for each beacon, with the degrees of freedom of the common law; nil with one beacon.
  func solutionsByBeacon(
    from common: Pair<ChannelLaw>
  ) throws(FitError) -> Pair<LevelRegression.Solution>? {
    guard Set(rows.rows.lazy.filter { $0.y != nil }.map(\.group)).count >= 2 else { return nil }
    return Pair(
      normal: try regression(.normal, .perGroup).solve(from: common.normal.solution),
      robust: try regression(common.robust.errors, .perGroup).solve(from: common.robust.solution))
  }

  /// The laws with a C for each beacon.
  func laws(_ solutions: Pair<LevelRegression.Solution>, errors: BeaconLevelErrors) -> Pair<ChannelLaw> {
    func law(_ solution: LevelRegression.Solution) -> ChannelLaw {
      ChannelLaw(regression(solution.law, .perGroup), solution: solution, levels: errors.estimates)
    }
    return Pair(normal: law(solutions.normal), robust: law(solutions.robust))
  }
}
