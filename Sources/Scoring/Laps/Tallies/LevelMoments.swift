/// Means and centred sums of products of a beacon's levels, of the logarithms of the distances behind them, and of
/// as many random draws.
///
/// Source: Chan, Golub, LeVeque 1983, "Algorithms for computing the sample variance", equations 1.3 and 2.1, whose
/// sums stay exactly zero where a value never changes.
struct LevelMoments: Hashable, Sendable {
  private(set) var count = 0.0
  /// Of distance, level and draw.
  private(set) var means = SIMD3<Double>.zero
  /// Of the squares of each.
  private(set) var squares = SIMD3<Double>.zero
  /// Of distance with level, level with draw, and draw with distance.
  private(set) var products = SIMD3<Double>.zero

  mutating func add(distance: Double, level: Double, draw: Double) {
    var one = LevelMoments()
    one.count = 1
    one.means = [distance, level, draw]
    self = self + one
  }

  static func + (a: LevelMoments, b: LevelMoments) -> LevelMoments {
    guard a.count > 0 else { return b }
    guard b.count > 0 else { return a }
    var sum = LevelMoments()
    sum.count = a.count + b.count
    let step = b.means - a.means
    let next = SIMD3(step.y, step.z, step.x)
    let weight = a.count * b.count / sum.count
    sum.means = a.means + step * (b.count / sum.count)
    sum.squares = a.squares + b.squares + step * step * weight
    sum.products = a.products + b.products + step * next * weight
    return sum
  }

  /// The slope of the level over the logarithm of the distance: decibels per decade, 0 where the distance never changes.
  var levelSlope: Double { squares.x > 0 ? products.x / squares.x : 0 }
  /// The slope of the draw over the same logarithm.
  var drawSlope: Double { squares.x > 0 ? products.z / squares.x : 0 }
  /// The residual sum of squares of the level after regression on the distance.
  var levelResidual: Double { max(squares.y - levelSlope * products.x, 0) }
  /// The residual sum of squares of the draw.
  var drawResidual: Double { max(squares.z - drawSlope * products.z, 0) }
}
