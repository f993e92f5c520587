import NumericalMethods

/// A mean level in dBm at a distance.
struct LevelPoint: Hashable, Sendable {
  let level: Double
  /// Above 0.
  let metres: Double

  fileprivate var x: Double { -10 * Elementary.log10(metres) }
}

/// n and C by plain least squares over mean levels, each with the same weight.
struct LevelLine: Hashable, Sendable {
  let n: Double
  /// In dBm.
  let c: Double

  init(_ points: [LevelPoint]) throws(FitError) {
    let fit = try LinearFit(x: points.map(\.x), y: points.map(\.level))
    (n, c) = (fit.slope, fit.intercept)
  }

  /// With a given n and the C that fits best.
  init(n: Double, _ points: [LevelPoint]) {
    self.n = n
    c = points.reduce(0) { $0 + $1.level - n * $1.x } / Double(max(points.count, 1))
  }

  /// The level less the one expected, in dB.
  func residual(_ point: LevelPoint) -> Double { point.level - n * point.x - c }

  /// Metres by which the distance that the level stands for differs from the true one; infinite where levels do not fall with
  /// distance.
  func distanceError(_ point: LevelPoint) -> Double {
    n > 0 ? (point.metres * (Elementary.exp10(-residual(point) / (10 * n)) - 1)).magnitude : .infinity
  }
}

/// How far levels and distances are off by a line that did not see them.
package struct LineErrors: Hashable, Sendable {
  /// The root mean square of the residuals in dB, and their mean.
  package let (level, offset): (Double, Double)
  /// The median magnitude of the error of a distance in metres; nil where levels do not fall with distance.
  package let distance: Double?

  /// - Precondition: at least one point.
  init(_ points: [(point: LevelPoint, line: LevelLine)]) {
    let residuals = points.map { $0.line.residual($0.point) }
    let count = Double(points.count)
    level = (residuals.reduce(0) { $0 + $1 * $1 } / count).squareRoot()
    offset = residuals.reduce(0, +) / count
    let errors = points.map { $0.line.distanceError($0.point) }.sorted()
    let median = 0.5 * (errors[(errors.count - 1) / 2] + errors[errors.count / 2])
    distance = median.isFinite ? median : nil
  }
}
