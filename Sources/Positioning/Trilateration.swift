import Filtering
import NumericalMethods
public import World

/// The place that best explains the estimated distances, in the least-squares sense.
///
/// Minimises `Σ wᵢ (‖p - bᵢ‖ - dᵢ)²` over the place p on the plan, from the weighted centroid of the same
/// anchors on. Anchors on one line leave two places that explain the distances equally well, one on each side,
/// and the search would never leave the line; so it starts 10 cm off the line through the two nearest, on the
/// side of the path, or to the left of the line from the nearer to the other where the path does not tell.
///
/// Marquardt's method leaves the second derivatives of the distances out, so it only creeps towards the minimum
/// where residuals are large; Newton's, which has them, ends the search from where it has come.
///
/// Source: Marquardt 1963, doi:10.1137/0111030, by ``LeastSquares``; the start off the line is ours.
public struct Trilateration: Positioner {
  public struct Settings: Hashable, Sendable {
    /// How the distance from the walker to an anchor is measured.
    public enum Distance: String, Hashable, Sendable, CaseIterable {
      /// Through the air, from the height at which the phone is carried.
      case threeD
      /// On the plan, against the estimated distance as it is.
      case plan
      /// On the plan, against `√(d² - rise²)`.
      case heightCorrected
    }

    /// How many of the nearest anchors, 3 or more; nil for all that are heard.
    public var anchors: Int?
    /// g of the weight `1 / d^g`, 0 to 10; 0 for alike.
    public var weightExponent: Double
    public var distance: Distance
    /// Steps of Marquardt's method before the search is given up, 1 to 10000. A dozen do mostly; where the sum of
    /// squares has a flat bottom it takes hundreds.
    public var maximumIterations: Int

    public init(
      anchors: Int? = 4, weightExponent: Double = 0, distance: Distance = .threeD,
      maximumIterations: Int = 1000
    ) {
      self.anchors = anchors
      self.weightExponent = weightExponent
      self.distance = distance
      self.maximumIterations = maximumIterations
    }

    /// What is out of range; nil when all is well.
    public var fault: SettingFault? {
      .first(
        of: ("k", anchors ?? 3 >= 3, "3 or more", anchors ?? 0),
        ("exponent", 0...10 ~= weightExponent, "0 to 10", weightExponent),
        ("maximumIterations", 1...10_000 ~= maximumIterations, "1 to 10000", maximumIterations))
    }
  }

  public let settings: Settings
  private let site: RangedSite
  private var nearest = NearestAnchors()

  /// - Precondition: the settings have no fault.
  public init(_ site: RangedSite, _ settings: Settings = Settings()) {
    precondition(settings.fault == nil, "\(settings.fault?.description ?? "")")
    self.site = site
    self.settings = settings
  }

  public mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    nearest.choose(settings.anchors ?? Int.max, from: epoch, in: site)
    let anchors = nearest.indices
    guard anchors.count >= 3 else { throw .tooFewBeacons(heard: anchors.count, needed: 3) }
    let ranges = anchors.compactMap { anchor in epoch.levels[anchor].map { range(of: anchor, at: $0) } }
    let start = try start(anchors, ranges, in: epoch)
    let weights = settings.weightExponent == 0 ? nil : weights(of: anchors, in: epoch)
    let solution = try solve(ranges, from: start, weights: weights)
    let floor = site.site.anchors[anchors[0]].floor
    let polished = RangeCircle.polished(
      Point(x: solution.parameters[0], y: solution.parameters[1]), ranges, weights: weights)
    guard solution.hasConverged || polished.isMinimum else {
      throw .didNotConverge(iterations: settings.maximumIterations)
    }
    let place = polished.place
    return Fix(
      position: site.place(x: place.x, y: place.y, floor: floor), floor: floor,
      uncertainty: solution.covariance.map { ($0[0] + $0[3]).squareRoot() })
  }

  private func range(of anchor: Int, at level: DBm) -> RangeCircle {
    let (place, rise) = (site.site.anchors[anchor].position, site.rises[anchor])
    let distance = site.model.distance(to: anchor, at: level)
    switch settings.distance {
    case .threeD: return RangeCircle(x: place.x, y: place.y, rise: rise, distance: distance)
    case .plan: return RangeCircle(x: place.x, y: place.y, rise: 0, distance: distance)
    case .heightCorrected:
      let flat = TwoCircle.radius(distance: distance, rise: rise, .heightCorrected, smallest: 0)
      return RangeCircle(x: place.x, y: place.y, rise: 0, distance: flat)
    }
  }

  private func weights(of anchors: [Int], in epoch: Epoch) -> [Double] {
    anchors.compactMap { anchor in
      epoch.levels[anchor].map { level in
        WeightedCentroid.weight(
          at: site.model.distance(to: anchor, at: level), exponent: settings.weightExponent)
      }
    }
  }

  private func start(_ anchors: [Int], _ ranges: [RangeCircle], in epoch: Epoch) throws(NoFix) -> Point {
    let centre = WeightedCentroid.centre(of: anchors, in: epoch, site, weightExponent: 1)
    let first = ranges[0]
    guard let other = ranges.first(where: { $0.x != first.x || $0.y != first.y }) else { throw .undetermined }
    let line = Point(x: other.x - first.x, y: other.y - first.y).horizontalDirection
    let left = Point(x: -line.y, y: line.x)
    let floor = site.site.anchors[anchors[0]].floor
    let towardsPath = site.site.path.map { ($0.snap(centre, floor: floor).position - centre).dot(left) } ?? 0
    return centre + left * (towardsPath < 0 ? -0.1 : 0.1)
  }

  private func solve(
    _ ranges: [RangeCircle], from start: Point, weights: [Double]?
  ) throws(NoFix) -> LeastSquares.Solution {
    let search = LeastSquares(
      maximumIterations: settings.maximumIterations, tolerance: 1e-6, rankTolerance: 1e-4,
      failsAtLimit: false,
      scaling: .alike)
    do throws(FitError) {
      return try search.minimise(from: [start.x, start.y], residuals: ranges.count, weights: weights) {
        parameters, residuals, derivatives in
        for (index, range) in ranges.enumerated() {
          let (dx, dy) = (parameters[0] - range.x, parameters[1] - range.y)
          let length = (dx * dx + dy * dy + range.rise * range.rise).squareRoot()
          residuals[index] = length - range.distance
          derivatives[2 * index] = length > 0 ? dx / length : 0
          derivatives[2 * index + 1] = length > 0 ? dy / length : 0
        }
      }
    } catch {
      guard case .didNotConverge(let iterations) = error else { throw .undetermined }
      throw .didNotConverge(iterations: iterations)
    }
  }
}
