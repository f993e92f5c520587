import Evaluation
import NumericalMethods
import Testing
import World

@Suite struct StatedErrorTests {
  private let ellipse = PlanCovariance(xx: 4, xy: 1, yy: 2)

  @Test func `axes and root mean square of a covariance`() {
    // By NumPy's eigh: deviations 2.10100299 and 1.25928013, the greater along (0.92387953, 0.38268343).
    let axes = ellipse.axes
    #expect(abs(axes.major - 2.101002989615459) < 1e-12 && abs(axes.minor - 1.2592801267497) < 1e-12)
    #expect(
      abs(axes.direction.x - 0.9238795325112867) < 1e-12
        && abs(axes.direction.y - 0.3826834323650898) < 1e-12)
    #expect(ellipse.rootMeanSquare == 6.0.squareRoot())
    let round = PlanCovariance(rootMeanSquare: 2)
    #expect(round == PlanCovariance(xx: 2, xy: 0, yy: 2) && round.rootMeanSquare == 2)
    // On the line x = y, and along y.
    let line = PlanCovariance(xx: 1, xy: 1, yy: 1).axes
    #expect(abs(line.major - 2.0.squareRoot()) < 1e-15 && line.minor == 0)
    #expect(PlanCovariance(xx: 0, xy: 0, yy: 9).axes.direction == Point(x: 0, y: 1))
    #expect(PlanCovariance(xx: 0, xy: 0, yy: 0).axes.major == 0)
  }

  @Test func `tells what is a covariance from what is none`() {
    for (xx, xy, yy, isOne) in [
      (4.0, 1.0, 2.0, true), (1, 1, 1, true), (0, 0, 0, true), (0, 0, 5, true), (-1, 0, 1, false),
      (1, 0, -1, false), (1, 2, 1, false), (0, 1, 5, false), (.nan, 0, 1, false), (.infinity, 0, 1, false),
      (1, .nan, 1, false),
    ] {
      #expect(PlanCovariance(xx: xx, xy: xy, yy: yy).isCovariance == isOne, "\(xx) \(xy) \(yy)")
    }
  }

  @Test func `the normalised square and the level of an ellipse`() {
    // (1, -1/2) with the inverse ((2, -1), (-1, 4)) / 7: (1 × 2.5 + 1/2 × 3) / 7 = 4/7. By scipy.stats.chi2.cdf(4 / 7, 2) 0.248522706924715.
    let error = StatedError(Point(x: 1, y: -0.5), ellipse)
    #expect(abs(error.normalisedSquare - 4.0 / 7) < 1e-12 && error.degrees == 2)
    #expect(abs(error.level - 0.24852270692471407) < 1e-12)
    #expect(error.isInside(0.25) && !error.isInside(0.24))
  }

  @Test func `on a line one degree of freedom counts, until the truth leaves it`() {
    let line = PlanCovariance(xx: 4, xy: 0, yy: 0)
    let along = StatedError(Point(x: 2.4, y: 0.05), line)
    // 1.2 standard deviations; scipy.stats.chi2.cdf(1.44, 1) = 0.769860659556583.
    #expect(abs(along.normalisedSquare - 1.44) < 1e-12 && along.degrees == 1)
    #expect(abs(along.level - 0.7698606595565836) < 1e-12)
    // 0.5 m off the line are five times the resolution.
    let off = StatedError(Point(x: 2.4, y: 0.5), line)
    #expect(abs(off.normalisedSquare - 26.44) < 1e-12 && off.degrees == 2 && !off.isInside(0.999))
    let point = PlanCovariance(xx: 0, xy: 0, yy: 0)
    #expect(StatedError(Point(x: 0.1, y: 0), point).degrees == 0)
    #expect(StatedError(Point(x: 0.1, y: 0), point).level == 0)
    #expect(StatedError(Point(x: 3, y: 4), point).normalisedSquare > 2000)
  }

  @Test(arguments: [
    // By scipy.integrate.dblquad over the density, of |X - y| and of |X - X'|.
    (PlanCovariance(xx: 4, xy: 1, yy: 2), Point(x: 1, y: -0.5), 0.860231935487243, 1e-6),
    // Isotropic: Rice's mean by scipy.special.ive, less half of s √π.
    (PlanCovariance(xx: 2.25, xy: 0, yy: 2.25), Point(x: 2, y: 0), 1.3053927555154297, 1e-6),
    // A line is one normal variable, whose closed form has the standard deviation 2 and the distance 1.
    (PlanCovariance(xx: 4, xy: 0, yy: 0), Point(x: 1, y: 0), 0.6628070625097114, 1e-4),
    // Axes of a ratio of 20, by scipy.integrate.quad over the projections.
    (PlanCovariance(xx: 4, xy: 0, yy: 0.01), Point(x: 1, y: 0.2), 0.6873138250095268, 1e-6),
    // Without any uncertainty it is the error.
    (PlanCovariance(xx: 0, xy: 0, yy: 0), Point(x: 3, y: 4), 5, 1e-12),
  ])
  func `the energy score`(covariance: PlanCovariance, error: Point, expected: Double, tolerance: Double) {
    let score = StatedError(error, covariance).energyScore
    #expect(abs(score - expected) < tolerance, "\(score)")
  }

  /// The score's definition by 400,000 draws: the standard error is below 2 m / √400,000 = 0.0032 for each of the two terms; 0.02 is 5.6
  /// times that of both together.
  @Test func `the energy score is the mean distance to draws less half of that between draws`() {
    var random = RandomStream(Seed(3))
    let error = Point(x: 1, y: -0.5)
    func draw() -> Point {
      let (u, v) = (random.normal(), random.normal())
      return Point(x: 2 * u, y: 0.5 * u + 1.75.squareRoot() * v)
    }
    let count = 400_000
    let sum = (0..<count).reduce(0.0) { sum, _ in
      let (one, other) = (draw(), draw())
      return sum + one.horizontalDistance(to: error) - one.horizontalDistance(to: other) / 2
    }
    #expect(abs(sum / Double(count) - StatedError(error, ellipse).energyScore) < 0.02)
  }
}
