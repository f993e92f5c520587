import NumericalMethods

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
