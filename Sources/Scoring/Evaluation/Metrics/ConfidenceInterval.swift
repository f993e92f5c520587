import NumericalMethods

/// The interval that holds the true value of a figure in 95 of 100 studies, in the unit of the figure.
///
/// `make coverage` measures the actual coverage; the table is in docs/metrics.md.
public struct ConfidenceInterval: Hashable, Sendable {
  /// The nominal coverage of every interval in the program.
  public static let confidence = 0.95

  /// The 2.5 % end.
  public let lower: Double
  /// The 97.5 % end.
  public let upper: Double

  public init(lower: Double, upper: Double) {
    self.lower = lower
    self.upper = upper
  }

  /// The central 95 % of some values; nil without any.
  package init?(ofMiddle values: [Double]) {
    guard let ends = Quantiles.of(values, at: [0.025, 0.975]) else { return nil }
    self.init(lower: ends[0], upper: ends[1])
  }

  /// Of Student's t about an estimate.
  init(about value: Double, error: Double, degrees: Double) {
    let reach = error * StudentQuantile.twoSided(Self.confidence, degrees: degrees)
    self.init(lower: value - reach, upper: value + reach)
  }

  /// The same, cut where it leaves the range of its figure: no value outside can be the true one, so that it holds that as often.
  public func limited(to range: ClosedRange<Double>) -> ConfidenceInterval {
    ConfidenceInterval(lower: max(lower, range.lowerBound), upper: min(upper, range.upperBound))
  }

  /// For the interval of a difference between a new value and a given one: the interval of how much farther the new value is from an ideal. The
  /// given value counts as exact.
  package func farther(from ideal: Double, than value: Double) -> ConfidenceInterval {
    func farther(_ difference: Double) -> Double { abs(value + difference - ideal) - abs(value - ideal) }
    let nearest = min(max(ideal - value, lower), upper)
    return ConfidenceInterval(lower: farther(nearest), upper: max(farther(lower), farther(upper)))
  }
}

/// A figure with its 95 % interval.
public protocol IntervalEstimate: SendableMetatype {
  /// In the unit of the figure.
  var value: Double { get }
  /// Nil where there is too little to estimate it.
  var interval: ConfidenceInterval? { get }
}

/// The same figure, whose interval cannot lie outside some limits.
public struct BoundedEstimate: IntervalEstimate, Hashable, Sendable {
  public let value: Double
  public let interval: ConfidenceInterval?

  /// - Parameters:
  ///   - estimate: the figure with its interval as estimated.
  ///   - limits: such as 0 to 1 for a share.
  public init(_ estimate: some IntervalEstimate, within limits: ClosedRange<Double>) {
    value = estimate.value
    interval = estimate.interval?.limited(to: limits)
  }
}

extension IntervalEstimate {
  /// - Parameter limits: such as 0 to 1 for a share.
  public func within(_ limits: ClosedRange<Double>) -> BoundedEstimate {
    BoundedEstimate(self, within: limits)
  }
}
