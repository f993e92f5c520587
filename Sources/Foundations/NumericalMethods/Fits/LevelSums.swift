/// Sums over rows of the log-likelihood and its derivatives in (log S, logit p, slope, level).
struct LevelSums {
  var value = 0.0
  /// How many rows that were heard.
  var heard = 0
  var gradient = [0.0, 0.0, 0.0, 0.0]
  /// The lower triangle, row by row.
  var hessian = [Double](repeating: 0, count: 10)

  static func index(_ row: Int, _ column: Int) -> Int {
    row >= column ? row * (row + 1) / 2 + column : column * (column + 1) / 2 + row
  }

  mutating func add(_ term: LevelLikelihood, x: Double, weight: Double, isHeard: Bool) {
    if isHeard { heard += 1 }
    value += weight * term.value
    gradient[0] += weight * term.scale
    gradient[1] += weight * term.loss
    gradient[2] += weight * x * term.mean
    gradient[3] += weight * term.mean
    hessian[0] += weight * term.scaleScale
    hessian[1] += weight * term.scaleLoss
    hessian[2] += weight * term.lossLoss
    hessian[3] += weight * x * term.meanScale
    hessian[4] += weight * x * term.meanLoss
    hessian[5] += weight * x * x * term.meanMean
    hessian[6] += weight * term.meanScale
    hessian[7] += weight * term.meanLoss
    hessian[8] += weight * x * term.meanMean
    hessian[9] += weight * term.meanMean
  }

  static func += (a: inout LevelSums, b: LevelSums) { a.add(b, sign: 1) }
  static func -= (a: inout LevelSums, b: LevelSums) { a.add(b, sign: -1) }

  private mutating func add(_ other: LevelSums, sign: Double) {
    value += sign * other.value
    heard += sign > 0 ? other.heard : -other.heard
    for index in 0..<4 { gradient[index] += sign * other.gradient[index] }
    for index in 0..<10 { hessian[index] += sign * other.hessian[index] }
  }

  /// The same with the level taken out at its best for whatever the others are: its row and column are zero.
  ///
  /// The Schur complement of the level's curvature; nil when the rows do not hold the level.
  ///
  /// - Parameter curvature: the level's, as it is or damped.
  func withoutLevel(curvature: Double) -> LevelSums? {
    guard heard > 0, curvature < 0 else { return nil }
    var reduced = self
    for row in 0..<3 {
      let share = hessian[6 + row] / curvature
      reduced.gradient[row] -= share * gradient[3]
      for column in 0...row {
        reduced.hessian[Self.index(row, column)] -= share * hessian[6 + column]
      }
      reduced.hessian[6 + row] = 0
    }
    reduced.gradient[3] = 0
    reduced.hessian[9] = 0
    return reduced
  }

  /// The level's curvature, damped by a share of its size, and turned over where it is above 0: about a level far too high, the
  /// tails of Student's t and silences that chance explains bend upwards, and damping that outweighs this would hold back all
  /// parameters, and leave too small a step. What is turned over still climbs (Gill and Murray 1974, "Newton-type methods for
  /// unconstrained and linearly constrained optimization", doi:10.1007/BF01585529).
  func levelCurvature(damping: Double) -> Double { -hessian[9].magnitude - damping * hessian[9].magnitude }

  /// The step to the top of the parabola that these derivatives describe, damped; nil where it has no top.
  ///
  /// - Parameters:
  ///   - free: which of the four may move.
  ///   - damping: is added to every curvature as a share of itself.
  ///   - undamped: curvatures to take the share of; nil for these sums' own.
  func step(free: [Bool], damping: Double = 0, undamped: LevelSums? = nil) -> [Double]? {
    let active = (0..<4).filter { free[$0] }
    let source = undamped ?? self
    guard
      let factor = PositiveDefinite(
        size: active.count,
        matrix: { row, column in
          let index = Self.index(active[row], active[column])
          // Rows that lie on the line leave no curvature at all in the scale.
          let extra = row == column ? damping * max(source.hessian[index].magnitude, 1e-9) : 0
          return extra - hessian[index]
        })
    else { return nil }
    let solved = factor.solving(active.map { gradient[$0] })
    var step = [0.0, 0.0, 0.0, 0.0]
    for (index, value) in zip(active, solved) { step[index] = value }
    return step
  }
}
