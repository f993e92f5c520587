public import NumericalMethods

/// How far being inside a region depends on each of several parameters that were varied together: the distance between the
/// distributions of a parameter's values inside and outside.
///
/// For an ordered parameter it is the Kolmogorov-Smirnov distance, the largest difference of the cumulative shares (Smirnov 1948,
/// doi:10.1214/aoms/1177730256); for a few unordered values it is the total variation distance, the largest difference of the
/// shares of any set of values. Both are 0 for equal distributions and 1 for values that never occur on both sides.
///
/// The level that a parameter without any effect reaches is found by permutation: the labels are assigned to the points at
/// random many times, and each time the largest distance over all parameters is kept. 95 % of these lie below the level.
///
/// Source: Spear and Hornberger 1980, "Eutrophication in Peel Inlet II: identification of critical uncertainties via
/// generalized sensitivity analysis", doi:10.1016/0043-1354(80)90040-8; the largest over all parameters after
/// Westfall and Young 1993, "Resampling-based multiple testing", chapter 2.
public struct RegionalSensitivity: Hashable, Sendable {
  /// The values that one parameter has, by point.
  public struct Parameter: Sendable {
    private let values: [Double]
    private let isOrdered: Bool

    /// - Parameters:
    ///   - values: by point.
    ///   - isOrdered: whether the values have an order; two values always do.
    public init(_ values: [Double], isOrdered: Bool) { (self.values, self.isOrdered) = (values, isOrdered) }

    /// The points in ascending order of their values, in runs of equal ones.
    fileprivate var runs: [[Int]] {
      Dictionary(grouping: values.indices) { values[$0] }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// - Parameters:
    ///   - runs: at least one point on each side.
    ///   - sides: by point, whether it is inside.
    fileprivate func distance(_ runs: [[Int]], _ sides: [Bool]) -> Double {
      let inside = sides.count { $0 }
      let (one, other) = (1 / Double(inside), 1 / Double(sides.count - inside))
      var (inFirst, inSecond, largest, sum) = (0, 0, 0.0, 0.0)
      for run in runs {
        let here = run.count { sides[$0] }
        let there = run.count - here
        (inFirst, inSecond) = (inFirst + here, inSecond + there)
        largest = max(largest, (Double(inFirst) * one - Double(inSecond) * other).magnitude)
        sum += (Double(here) * one - Double(there) * other).magnitude
      }
      return isOrdered ? largest : sum / 2
    }
  }

  /// By parameter, 0 to 1; nil when one side has no points.
  public let distances: [Double?]
  /// The 95 % quantile of the largest distance over permutations; nil when one side has no points.
  public let level: Double?

  /// - Parameters:
  ///   - parameters: those that were varied together.
  ///   - inside: by point.
  ///   - seed: of the shuffling.
  ///   - shufflings: at least 20.
  public init(of parameters: [Parameter], inside: [Bool], seed: Seed, shufflings: Int = 1000) {
    precondition(shufflings >= 20, "shufflings must be at least 20, were \(shufflings)")
    var sides = inside
    guard sides.contains(true), sides.contains(false) else {
      (distances, level) = (parameters.map { _ in nil }, nil)
      return
    }
    let runs = parameters.map(\.runs)
    distances = zip(parameters, runs).map { $0.distance($1, sides) }
    var random = RandomStream(seed.derived("shuffling"))
    let largest = (0..<shufflings).map { _ in
      for place in stride(from: sides.count - 1, to: 0, by: -1) {
        sides.swapAt(place, random.uniform(below: place + 1))
      }
      return zip(parameters, runs).map { $0.distance($1, sides) }.max() ?? 0
    }
    level = Quantiles.of(largest, at: [0.95])?[0]
  }
}
