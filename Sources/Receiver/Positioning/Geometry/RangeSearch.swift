import Documents
import NumericalMethods
import World

/// The place on the plan at which `Σ wᵢ (‖p - bᵢ‖ - dᵢ)²` is least.
///
/// The sum has a local minimum on each side of a line of anchors, and often further ones. The search therefore starts from a given
/// place and from the intersections of the circles of five anchors in pairs: the three nearest, and two of the others. From each
/// start it descends by Newton's method with the exact second derivatives, damped as in Marquardt 1963, doi:10.1137/0111030, where
/// a full step would not decrease the sum. The starts are ours; a test compares them with a hundred.
struct RangeSearch {
  struct Minimum {
    let place: Point
    /// The weighted sum of squared residuals, or of their losses.
    let sum: Double
    /// False where the search was given up at the limit, or ended on a saddle.
    let hasConverged: Bool
  }

  /// Nearest first.
  let circles: [RangeCircle]
  let loss: Trilateration.Settings.Loss
  /// Steps from one start before it is given up.
  let maximumIterations: Int

  /// The least minimum; of those with equal sums, as anchors on one line have on either side, the one nearest to the
  /// start.
  func minimum(from start: Point) -> Minimum {
    let starts = starts(start)
    let promising = promising(starts)
    var descents = RangeDescents(from: starts, self)
    descents.descend(from: promising)
    let least = least(of: descents.minima, from: start)
    // The place is that of the first start that leads to the least minimum, to the last bit.
    let before = ~promising & (1 << least.number - 1)
    guard before != 0 else { return least.minimum }
    descents.descend(from: before)
    return self.least(of: descents.minima, from: start).minimum
  }

  /// And the number of the start that led there.
  private func least(of minima: [Minimum?], from start: Point) -> (minimum: Minimum, number: Int) {
    let total = circles.reduce(0) { $0 + $1.weight }
    var least: (minimum: Minimum, number: Int)?
    for (number, minimum) in minima.enumerated() {
      guard let minimum else { continue }
      guard let before = least?.minimum else {
        least = (minimum, number)
        continue
      }
      // Sums that are closer differ by rounding only.
      let margin = 1e-9 * before.sum + 1e-12 * total
      let isNearer =
        minimum.place.distance(to: start) < before.place.distance(to: start) - RangeDescents.apart
      if minimum.sum < before.sum + (isNearer ? margin : -margin) { least = (minimum, number) }
    }
    return least ?? (Minimum(place: start, sum: .infinity, hasConverged: false), 0)
  }

  /// A start and the intersections of circles, 21 places at most.
  private func starts(_ start: Point) -> [Point] {
    let corners = corners
    var starts = [start]
    starts.reserveCapacity(1 + corners.count * (corners.count - 1))
    for index in corners.indices {
      for other in 0..<index {
        guard let (left, right) = corners[index].crossings(corners[other]) else { continue }
        starts.append(left)
        starts.append(right)
      }
    }
    return starts
  }

  /// The starts from which the least minimum is reached, a bit each: all, or of the twelve intersections of four circles the seven with
  /// the least sums of squares.
  ///
  /// Ours. In 500,000 fixes with four beacons at random, on a grid and on a line, neither these nor all were beaten by a hundred random
  /// starts; in 2.5 million, all led lower than these five times. With a robust loss they do more often.
  private func promising(_ starts: [Point]) -> UInt64 {
    guard circles.count == 4, loss == .squares else { return 1 << starts.count - 1 }
    let sums = starts[1...].map { place in circles.reduce(0) { $0 + $1.square(at: place) } }
    var promising: UInt64 = 1
    for (number, sum) in sums.enumerated() where sums.count(where: { $0 < sum }) < 7 {
      promising |= 2 << number
    }
    return promising
  }

  /// The anchors whose circles give starts.
  private var corners: [RangeCircle] {
    guard circles.count > 5 else { return circles }
    return circles.prefix(3) + [circles[(circles.count + 2) / 2], circles[circles.count - 1]]
  }

  /// The standard error of a place at a minimum, in metres on the plan, and its covariance, from the residual variance and the
  /// first derivatives; nil where these are singular, and with a robust loss.
  ///
  /// With ν = n - 2 degrees of freedom in the residual variance the error has Student's distribution. The covariance is that of
  /// the normal distribution with the same 95 % region: wider by 2 F / χ², of which F is the 95 % quantile for 2 and ν degrees
  /// of freedom, `(ν / 2) (20^(2/ν) - 1)`, and χ² that of chi-square for 2.
  func standardError(at minimum: Minimum) -> (length: Double, covariance: PlanCovariance)? {
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for circle in circles {
      let (dx, dy) = (minimum.place.x - circle.x, minimum.place.y - circle.y)
      let squared = dx * dx + dy * dy + circle.rise * circle.rise
      guard squared > 0 else { continue }
      xx += circle.weight * dx * dx / squared
      xy += circle.weight * dx * dy / squared
      yy += circle.weight * dy * dy / squared
    }
    let (steepest, determinant) = (max(xx, yy), xx * yy - xy * xy)
    guard loss == .squares else { return nil }
    // A direction in which distances change by less than a ten thousandth of the steepest counts as open.
    guard circles.count > 2, determinant > 1e-8 * steepest * steepest else { return nil }
    let degrees = Double(circles.count - 2)
    let student = degrees * (Elementary.exp(2 / degrees * Elementary.log(20)) - 1)
    let variance = minimum.sum / degrees * student / (2 * Elementary.log(20))
    let scale = variance / determinant
    return (
      (variance * (xx + yy) / determinant).squareRoot(),
      PlanCovariance(xx: scale * yy, xy: -scale * xy, yy: scale * xx)
    )
  }
}

/// An anchor as trilateration sees it: its place on the plan, how much higher it is taken to be, and its
/// estimated distance, all in metres; and how much it counts.
struct RangeCircle {
  let x: Double
  let y: Double
  let rise: Double
  let distance: Double
  var weight = 1.0

  /// The radius of the circle on the plan; 0 where the distance is less than the rise.
  var radius: Double { max(distance * distance - rise * rise, 0).squareRoot() }

  /// The weighted square of the residual at a place.
  func square(at place: Point) -> Double {
    let (dx, dy) = (place.x - x, place.y - y)
    let residual = (dx * dx + dy * dy + rise * rise).squareRoot() - distance
    return weight * residual * residual
  }

  /// The two intersections of this circle and another. Where they do not intersect: two places between the circles, 10
  /// cm to either side of the line through the anchors, since a search that starts on the line may never leave it. Nil
  /// for anchors at one place.
  func crossings(_ other: RangeCircle) -> (Point, Point)? {
    let line = Point(x: other.x - x, y: other.y - y)
    let apart = line.horizontalLength
    guard apart > 0 else { return nil }
    let (own, its) = (radius, other.radius)
    let along =
      if apart > own + its {
        (own + apart - its) / 2
      } else if apart < abs(own - its) {
        own > its ? (own + apart + its) / 2 : (apart - own - its) / 2
      } else {
        (own * own - its * its + apart * apart) / (2 * apart)
      }
    let across = max(max(own * own - along * along, 0).squareRoot(), 0.1)
    let ahead = line.horizontalDirection
    let foot = Point(x: x, y: y) + ahead * along
    let left = Point(x: -ahead.y, y: ahead.x) * across
    return (foot + left, foot - left)
  }
}

/// The losses of squared weighted residuals, which ``RangeSlopes`` adds up.
///
/// Source: Huber 1964, "Robust estimation of a location parameter", doi:10.1214/aoms/1177703732; Holland & Welsch 1977, "Robust
/// regression using iteratively reweighted least-squares", doi:10.1080/03610927708827533, for Cauchy's. With the thresholds
/// 1.345 and 2.385 both are 95 % efficient for normal residuals of standard deviation 1.
extension Trilateration.Settings.Loss {
  static let form = SettingForm<Self>.union([
    SettingVariant("squares", is: .squares, "Its square."),
    SettingVariant(
      "huber", threshold(1.345), as: { .huber($0) },
      from: { if case .huber(let threshold) = $0 { threshold } else { nil } },
      "Its square up to the threshold, and linear beyond: Huber 1964."),
    SettingVariant(
      "cauchy", threshold(2.385), as: { .cauchy($0) },
      from: { if case .cauchy(let threshold) = $0 { threshold } else { nil } },
      "The logarithm of 1 plus the square over that of the threshold, so that a large one hardly counts."),
  ])

  private static func threshold(_ standard: Double) -> SettingForm<Double> {
    .one(
      "threshold", .number(.between(1e-6, 1e6)), default: standard,
      "The residual from which on it counts less: in m with `exponent` 0, as a share of the estimated distance with 2."
    )
  }

  var summary: String {
    switch self {
    case .squares: ""
    case .huber: ", Huber"
    case .cauchy: ", Cauchy"
    }
  }
}
