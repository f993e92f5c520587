/// Errors of any shape as a table: mean 0 and standard deviation 1.
///
/// The logarithm of the density lies on a grid of 0.02 with its slope, and between the places of the grid on the cubic that has
/// both (Hermite's), so that value and slope agree everywhere. Beyond the grid it goes on straight.
public struct TabledErrors: Hashable, Sendable {
  private static let lowest = -16.0
  private static let step = 0.02
  private static let count = 1251

  private var values: [Double] = []
  private var slopes: [Double] = []
  /// The chance of an error below each place of the grid.
  private var chances: [Double] = []

  /// The sum of a normal error and an independent one that takes some values with some weights.
  ///
  /// - Parameters:
  ///   - points: in standard deviations of the sum; their mean is 0.
  ///   - width: the standard deviation of the normal error, above 0, in the same unit.
  public init(points: [(place: Double, weight: Double)], width: Double) {
    precondition(width > 0 && !points.isEmpty, "a normal error and points are needed")
    let weights = points.reduce(0) { $0 + $1.weight }
    let shared = Elementary.log(weights * width) + 0.9189385332046727
    for index in 0..<Self.count {
      let z = Self.lowest + Self.step * Double(index)
      // About the nearest point, so that not all terms underflow.
      let nearest = points.reduce(Double.infinity) { min($0, abs(z - $1.place)) } / width
      var (sum, pull) = (0.0, 0.0)
      for point in points {
        let apart = (z - point.place) / width
        let exponent = 0.5 * (nearest * nearest - apart * apart)
        guard exponent > -60 else { continue }
        let term = point.weight * Elementary.exp(exponent)
        sum += term
        pull -= term * apart / width
      }
      values.append(Elementary.log(max(sum, 1e-300)) - 0.5 * nearest * nearest - shared)
      slopes.append(sum > 0 ? pull / sum : 0)
    }
    accumulate()
  }

  /// The trapezoid rule with its first correction by Euler and Maclaurin, whose error is of the fourth order.
  private mutating func accumulate() {
    let densities = values.map(Elementary.exp)
    var total = 0.0
    chances = [0]
    for index in 1..<Self.count {
      total += Self.step / 2 * (densities[index - 1] + densities[index])
      total +=
        Self.step * Self.step / 12
        * (densities[index - 1] * slopes[index - 1] - densities[index] * slopes[index])
      chances.append(total)
    }
    chances = chances.map { min(max($0 / total, 0), 1) }
  }

  /// The logarithm of the density with its first and second derivative.
  func logDensity(_ z: Double) -> (value: Double, first: Double, second: Double) {
    let place = (z - Self.lowest) / Self.step
    guard place > 0 else { return (values[0] + place * Self.step * slopes[0], slopes[0], 0) }
    let last = Self.count - 1
    guard place < Double(last) else {
      return (values[last] + (place - Double(last)) * Self.step * slopes[last], slopes[last], 0)
    }
    let index = Int(place)
    let part = place - Double(index)
    let (rise, h) = (values[index + 1] - values[index], Self.step)
    let (a, b) = (h * slopes[index], h * slopes[index + 1])
    // a t + (3 rise - 2 a - b) t² + (a + b - 2 rise) t³.
    let (square, cube) = (3 * rise - 2 * a - b, a + b - 2 * rise)
    return (
      values[index] + part * (a + part * (square + part * cube)),
      (a + part * (2 * square + 3 * part * cube)) / h, (2 * square + 6 * part * cube) / (h * h)
    )
  }

  func chance(below u: Double) -> Double {
    let place = (u - Self.lowest) / Self.step
    guard place > 0 else { return 0 }
    guard place < Double(Self.count - 1) else { return 1 }
    let index = Int(place)
    let part = place - Double(index)
    let rise = chances[index + 1] - chances[index]
    let (a, b) = (
      Self.step * Elementary.exp(values[index]), Self.step * Elementary.exp(values[index + 1])
    )
    let (square, cube) = (3 * rise - 2 * a - b, a + b - 2 * rise)
    return min(max(chances[index] + part * (a + part * (square + part * cube)), 0), 1)
  }
}
