extension LevelRegression {
  /// A place on the likelihood.
  struct Parameters {
    var logScale: Double
    var logitLoss: Double
    var slope: Double
    var levels: [Double]

    /// The logarithm of 0.01 dB.
    static let leastLogScale = -4.605170185988091

    var loss: Double { 1 / (1 + Elementary.exp(-logitLoss)) }

    init(logScale: Double, logitLoss: Double, slope: Double, levels: [Double]) {
      self.logScale = logScale
      self.logitLoss = logitLoss
      self.slope = slope
      self.levels = levels
    }

    /// Of another law or other levels: a group without a level begins at the mean of the others.
    init(_ solution: Solution, groups: Int) {
      let loss = solution.loss ?? 0.5
      let known = solution.levels.compactMap { $0 }
      let middle = known.reduce(0, +) / Double(max(known.count, 1))
      self.init(
        logScale: Elementary.log(solution.scale), logitLoss: Elementary.log(loss / (1 - loss)),
        slope: solution.slope,
        levels: (0..<groups).map { (groups == 1 ? nil : solution.level(of: $0)) ?? middle }
      )
    }

    func moved(by step: Step) -> Parameters {
      Parameters(
        logScale: max(logScale + step.shared[0], Self.leastLogScale),
        logitLoss: min(max(logitLoss + step.shared[1], -30), 30),
        slope: slope + step.shared[2],
        levels: zip(levels, step.levels).map { $0 + $1 })
    }
  }

  struct Step {
    /// Of log S, logit p and slope.
    var shared: [Double]
    var levels: [Double]
  }

  /// A first guess: least squares over what was heard, and the silent share.
  func leastSquares() throws(FitError) -> Parameters {
    let heard = rows.compactMap { row in row.y.map { (x: row.x, y: $0 - row.offset) } }
    guard heard.count >= 3 else { throw .tooFewPoints(given: heard.count, needed: 3) }
    var (slope, level) = (0.0, 0.0)
    switch self.slope {
    case .free:
      let line = try LinearFit(x: heard.map(\.x), y: heard.map(\.y))
      (slope, level) = (line.slope, line.intercept)
    case .fixed(let value):
      slope = value
      level = heard.reduce(0) { $0 + $1.y - value * $1.x } / Double(heard.count)
    }
    let squares = heard.reduce(0.0) { sum, point in
      let left = point.y - level - slope * point.x
      return sum + left * left
    }
    let deviation = max((squares / Double(heard.count)).squareRoot(), 0.1)
    let sent = rows.reduce(0) { $0 + $1.weight }
    let silent = rows.reduce(0) { $1.y == nil ? $0 + $1.weight : $0 }
    let loss = (silent + 0.5) / (sent + 1)
    return Parameters(
      logScale: Elementary.log(deviation / law.deviationOverScale),
      logitLoss: Elementary.log(loss / (1 - loss)), slope: slope,
      levels: [Double](repeating: level, count: groupCount))
  }

  /// The sums of every cell, and the whole log-likelihood with the prior's share.
  func sums(at parameters: Parameters) -> ([LevelSums], Double) {
    var sums = [LevelSums](repeating: LevelSums(), count: cells.count)
    let (scale, loss) = (Elementary.exp(parameters.logScale), parameters.loss)
    for (index, row) in rows.enumerated() {
      let level = parameters.levels[levels == .common ? 0 : row.group]
      let term = LevelLikelihood(
        of: row.y, mean: level + parameters.slope * row.x + row.offset, scale: scale, loss: loss,
        limit: limit,
        law: law, silence: silence)
      sums[cellOfRow[index]].add(term, x: row.x, weight: row.weight, isHeard: row.y != nil)
    }
    return (sums, sums.reduce(prior(loss).value) { $0 + $1.value })
  }

  /// Half a packet lost and half a packet heard.
  func prior(_ loss: Double) -> LevelSums {
    var sums = LevelSums()
    guard silence == .counted else { return sums }
    sums.value = 0.5 * (Elementary.log(max(loss, 1e-300)) + Elementary.log(max(1 - loss, 1e-300)))
    sums.gradient[1] = 0.5 - loss
    sums.hessian[2] = -loss * (1 - loss)
    return sums
  }

  /// The damped step, and by how much it should raise the log-likelihood; nil where the damping is too small.
  func step(_ sums: [LevelSums], _ parameters: Parameters, damping: Double) -> (Step, gain: Double)? {
    var total = prior(parameters.loss)
    for sum in sums { total += sum }
    let free = free(total.gradient, at: parameters)
    guard levels == .perGroup else {
      guard let step = total.step(free: free, damping: damping) else { return nil }
      let gain = zip(step, total.gradient).reduce(0) { $0 + $1.0 * $1.1 }
      return (Step(shared: Array(step[..<3]), levels: [step[3]]), gain)
    }
    let byGroup = byGroup(sums)
    var reduced = prior(parameters.loss)
    for sum in byGroup {
      reduced += sum.withoutLevel(curvature: sum.levelCurvature(damping: damping)) ?? LevelSums()
    }
    guard let shared = reduced.step(free: free, damping: damping, undamped: total) else { return nil }
    var (steps, gain) = ([Double](repeating: 0, count: groups), 0.0)
    for index in 0..<3 { gain += shared[index] * total.gradient[index] }
    for (group, sum) in byGroup.enumerated() where sum.heard > 0 {
      let curvature = sum.levelCurvature(damping: damping)
      guard curvature < 0 else { return nil }
      var pull = sum.gradient[3]
      for index in 0..<3 { pull += sum.hessian[6 + index] * shared[index] }
      steps[group] = -pull / curvature
      gain += steps[group] * sum.gradient[3]
    }
    return (Step(shared: Array(shared[..<3]), levels: steps), gain)
  }

  func byGroup(_ sums: [LevelSums]) -> [LevelSums] {
    var groups = [LevelSums](repeating: LevelSums(), count: groups)
    for (cell, sum) in zip(cells, sums) { groups[cell.group] += sum }
    return groups
  }
}
