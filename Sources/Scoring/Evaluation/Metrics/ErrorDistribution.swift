/// The distribution of one pipeline's errors: both standard deviations, and the share of errors up to given distances.
public struct ErrorDistribution: Hashable, Sendable {
  /// A point of the cumulative distribution.
  public struct Share: Hashable, Sendable {
    /// The distance, in metres.
    public let metres: Double
    /// The share of the measured errors up to that distance, 0 to 1.
    public let share: Double
  }

  /// Divided by n.
  public let populationDeviation: Double
  /// Divided by n - 1; nil for a single error.
  public let sampleDeviation: Double?
  /// In the order of the thresholds.
  public let shares: [Share]

  /// Nil when there are no errors.
  ///
  /// - Parameters:
  ///   - errors: metres, in any order.
  ///   - thresholds: metres.
  public init?(of errors: [Double], within thresholds: [Double]) {
    guard let population = ErrorStatistics(of: errors, spread: .population)?.standardDeviation else {
      return nil
    }
    let count = Double(errors.count)
    populationDeviation = population
    sampleDeviation = errors.count > 1 ? population * (count / (count - 1)).squareRoot() : nil
    shares = thresholds.map { metres in
      Share(metres: metres, share: Double(errors.count { $0 <= metres }) / count)
    }
  }
}
