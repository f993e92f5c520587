import NumericalMethods
public import World

/// The error of one fix beside the covariance that its method states: where the truth lies in the normal distribution around
/// the fix.
///
/// **Lines and points.** A tracker on a path states no error across it. Where the standard deviation along a principal axis is
/// below ``resolution``, the ground truth is known no better, and the axis is no degree of freedom as long as the error along
/// it is within the resolution; a greater one counts, with the resolution as its standard deviation. So an error along a
/// straight path has one degree of freedom, and one that leaves the path has two and is far outside every region.
///
/// Source: Bar-Shalom, Li, Kirubarajan 2001, "Estimation with applications to tracking and navigation", section 5.4.2, for the
/// normalised estimation error squared; the rule for lines and points is ours.
public struct StatedError: Hashable, Sendable {
  /// Metres: no ground truth of a walk is known better.
  public static let resolution = 0.1

  /// The squared error, each part in standard deviations of its axis.
  public let normalisedSquare: Double
  /// How many axes count, 0 to 2: what the normalised square has on average where the covariance is right.
  public let degrees: Int
  private let along: Double
  private let across: Double
  private let axes: PlanCovariance.Axes

  /// - Parameters:
  ///   - error: from the truth to the fix on the plan, in metres.
  ///   - covariance: as the method states it.
  public init(_ error: Point, _ covariance: PlanCovariance) {
    axes = covariance.axes
    (along, across) = axes.parts(of: error)
    var (squares, degrees) = (0.0, 0)
    for (part, deviation) in [(along, axes.major), (across, axes.minor)]
    where deviation >= Self.resolution || abs(part) > Self.resolution {
      let scaled = part / max(deviation, Self.resolution)
      squares += scaled * scaled
      degrees += 1
    }
    (normalisedSquare, self.degrees) = (squares, degrees)
  }

  /// The probability of the smallest region around the fix that contains the truth, from 0 to 1: uniformly distributed where the
  /// covariance is right and errors are normal.
  ///
  /// It is the chi-square distribution function of the normalised square: `1 - exp(-d² / 2)` for two degrees of freedom, `erf(d / √2)`
  /// for one, and 0 for none.
  public var level: Double {
    switch degrees {
    case 0: 0
    case 1: 1 - Elementary.erfc((normalisedSquare / 2).squareRoot())
    default: 1 - Elementary.exp(-normalisedSquare / 2)
    }
  }

  /// Whether the truth lies in the smallest region of a probability.
  public func isInside(_ probability: Double) -> Bool { level <= probability }

  /// The energy score in metres, the form of the continuous ranked probability score for a place: `E|X - y| - E|X - X′| / 2` with X
  /// and X′ from the stated normal distribution and y the truth. Smaller is better; for a fix without any uncertainty it is the error.
  ///
  /// The length of a vector is half the integral of its projections over all directions of a half circle, so the score is half the
  /// integral of the scores of the projections, which have a closed form. It is summed over 128 directions: exact to 1e-6 m for axes of
  /// a ratio up to 10, and within 5e-5 of the larger standard deviation for a line.
  ///
  /// Source: Gneiting and Raftery 2007, "Strictly proper scoring rules, prediction, and estimation", doi:10.1198/016214506000001437,
  /// section 4.3 (with the opposite sign), and 4.2 for the closed form of a normal variable. The sum over projections is ours.
  public var energyScore: Double {
    guard axes.major > 0 else { return (along * along + across * across).squareRoot() }
    let (major, minor) = (axes.major * axes.major, axes.minor * axes.minor)
    let sum = Self.directions.reduce(0) { sum, direction in
      let (cosine, sine) = (direction.x, direction.y)
      let variance = major * cosine * cosine + minor * sine * sine
      return sum + Self.rankedProbability(abs(along * cosine + across * sine), variance.squareRoot())
    }
    return sum * .pi / Double(2 * Self.directions.count)
  }

  private static let directions = (0..<128).map { index in
    let (sine, cosine) = Elementary.sinCos((Double(index) + 0.5) * .pi / 128)
    return Point(x: cosine, y: sine)
  }

  /// The continuous ranked probability score of a normal variable at a distance from its mean.
  private static func rankedProbability(_ distance: Double, _ deviation: Double) -> Double {
    guard deviation > 1e-12 * distance else { return distance }
    let scaled = distance / deviation * 0.7071067811865476
    let bell = Elementary.exp(-scaled * scaled)
    // √(2/π) and 1/√π.
    return distance * errorFunction(scaled, bell)
      + deviation * (0.7978845608028654 * bell - 0.5641895835477563)
  }

  /// Within 1.5e-7 for x from 0 on. Source: Abramowitz and Stegun 1964, "Handbook of mathematical functions", 7.1.26.
  ///
  /// - Parameter bell: `exp(-x²)`, which is at hand.
  private static func errorFunction(_ x: Double, _ bell: Double) -> Double {
    let t = 1 / (1 + 0.3275911 * x)
    let sum =
      t
      * (0.254829592 + t
        * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return 1 - sum * bell
  }
}

extension PlanCovariance {
  /// The area of the region that contains the truth with a probability of 95 %, in m².
  public var area95: Double { .pi * 5.991464547107979 * axes.major * axes.minor }
}
