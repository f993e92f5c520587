import NumericalMethods
import Radio
import World

/// Position and velocity on the plan as a normal distribution: x, y and their rates.
struct PlaneMotion: Hashable, Sendable {
  /// What one anchor measures: by how much it is weaker than at 1 m, `slope log10 d` at the distance d in space.
  struct Reading: Hashable, Sendable {
    var x: Double
    var y: Double
    /// Metres of the anchor above the phone.
    var rise: Double
    /// 10 n, in decibels.
    var slope: Double
    var loss: Double

    /// The expected loss at a place, and its derivatives with respect to x and y.
    func expected(x px: Double, y py: Double) -> (loss: Double, dx: Double, dy: Double) {
      let (dx, dy) = (px - x, py - y)
      let squared = max(dx * dx + dy * dy + rise * rise, LogDistance.nearest * LogDistance.nearest)
      let slopeOfLog = slope / (squared * Elementary.log(10))
      return (slope / 2 * Elementary.log10(squared), slopeOfLog * dx, slopeOfLog * dy)
    }
  }

  static let size = 4

  /// x, y, and their rates.
  private(set) var state: [Double]
  /// Row by row.
  private(set) var covariance: [Double]
  /// Seconds since the stream began.
  private(set) var time: Double

  /// - Parameters:
  ///   - place: the standard deviation of the position, in metres.
  ///   - speed: the standard deviation of each component of the velocity, in metres per second.
  init(at point: Point, place: Double, speed: Double, time: Double) {
    state = [point.x, point.y, 0, 0]
    covariance = [Double](repeating: 0, count: Self.size * Self.size)
    for index in 0..<Self.size {
      let deviation = index < 2 ? place : speed
      covariance[index * Self.size + index] = deviation * deviation
    }
    self.time = time
  }

  var isFinite: Bool { state.allSatisfy(\.isFinite) && covariance.allSatisfy(\.isFinite) }

  var covarianceOfPlace: PlanCovariance {
    PlanCovariance(xx: max(covariance[0], 0), xy: covariance[1], yy: max(covariance[5], 0))
  }

  /// Predicts the state at a later time, with white acceleration of some standard deviation in m/s².
  mutating func move(to later: Double, acceleration: Double) {
    let seconds = later - time
    guard seconds > 0 else { return }
    time = later
    state[0] += seconds * state[2]
    state[1] += seconds * state[3]
    // F P Fᵀ, for F that adds the rates of the last two to the first two.
    for column in 0..<Self.size {
      covariance[column] += seconds * covariance[8 + column]
      covariance[4 + column] += seconds * covariance[12 + column]
    }
    for row in 0..<Self.size {
      covariance[row * 4] += seconds * covariance[row * 4 + 2]
      covariance[row * 4 + 1] += seconds * covariance[row * 4 + 3]
    }
    let gains = [seconds * seconds / 2, seconds * seconds / 2, seconds, seconds]
    for (row, column) in [(0, 0), (0, 2), (2, 0), (2, 2), (1, 1), (1, 3), (3, 1), (3, 3)] {
      covariance[row * 4 + column] += gains[row] * gains[column] * acceleration * acceleration
    }
  }

  /// The extended filter: the path-loss law is linearised at the predicted position.
  ///
  /// Readings are independent, so updating with one after the other at the same linearisation equals updating with all at
  /// once.
  mutating func update(_ readings: [Reading], deviation: Double) {
    let (x, y) = (state[0], state[1])
    for reading in readings {
      let expected = reading.expected(x: x, y: y)
      let slopes = [expected.dx, expected.dy]
      let cross = (0..<Self.size).map { covariance[$0 * 4] * slopes[0] + covariance[$0 * 4 + 1] * slopes[1] }
      let variance = slopes[0] * cross[0] + slopes[1] * cross[1] + deviation * deviation
      let planned = expected.loss + slopes[0] * (state[0] - x) + slopes[1] * (state[1] - y)
      for row in 0..<Self.size {
        state[row] += cross[row] / variance * (reading.loss - planned)
        for column in 0..<Self.size { covariance[row * 4 + column] -= cross[row] * cross[column] / variance }
      }
    }
  }

  /// The unscented filter: the path-loss law at the predicted state and eight points half a standard deviation from it.
  ///
  /// If the covariance of the state or of the predicted readings has no factor, the state is not updated.
  mutating func updateUnscented(_ readings: [Reading], deviation: Double) {
    let (size, count) = (Self.size, readings.count)
    let covariance = self.covariance
    let factor = CholeskyFactor(size: size) { covariance[$0 * size + $1] }
    var points = [[Double](repeating: 0, count: size)]
    for column in 0..<size {
      // n + lambda is 1/4.
      let step = (0..<size).map { $0 >= column ? factor[$0, column] / 2 : 0 }
      points += [step, step.map { -$0 }]
    }
    let expected = points.map { point in
      readings.map { $0.expected(x: state[0] + point[0], y: state[1] + point[1]).loss }
    }
    // The middle counts -15 for a mean, and 1 - alpha² + beta, which is 2.9375, more for a covariance.
    let weights = points.indices.map { $0 == 0 ? -12.0625 : 2.0 }
    let mean = (0..<count).map { reading in
      expected.dropFirst().reduce(-15 * expected[0][reading]) { $0 + 2 * $1[reading] }
    }
    func sum(_ value: (Int) -> Double) -> Double {
      points.indices.reduce(0) { $0 + weights[$1] * value($1) }
    }
    let innovation = PositiveDefinite(size: count) { row, column in
      sum { (expected[$0][row] - mean[row]) * (expected[$0][column] - mean[column]) }
        + (row == column ? deviation * deviation : 0)
    }
    guard let innovation else { return }
    let cross = (0..<size).map { row in
      (0..<count).map { reading in sum { points[$0][row] * (expected[$0][reading] - mean[reading]) } }
    }
    let solved = innovation.solving(readings.indices.map { readings[$0].loss - mean[$0] })
    let gains = cross.map { innovation.solving($0) }
    for row in 0..<size {
      state[row] += zip(cross[row], solved).reduce(0) { $0 + $1.0 * $1.1 }
      for column in 0..<size {
        self.covariance[row * size + column] -= zip(cross[row], gains[column]).reduce(0) { $0 + $1.0 * $1.1 }
      }
    }
  }
}
