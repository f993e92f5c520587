/// Summary statistics of errors, in metres.
public struct ErrorStatistics: Hashable, Sendable {
  /// The divisor of the sum of squares about the mean.
  public enum Spread: String, Hashable, Sendable, CaseIterable {
    /// n: the standard deviation of these errors.
    case population
    /// n - 1: an estimate for the population that these errors are a sample of.
    case sample
  }

  /// The number of errors, 1 or more.
  public let count: Int
  /// Metres.
  public let mean: Double
  /// Nil for a single error with the divisor n - 1.
  public let standardDeviation: Double?
  /// Metres; of an even number the mean of the middle two.
  public let median: Double
  /// By fraction, in metres: the quantiles that ``Metric/all`` needs.
  public let quantiles: [Double: Double]
  /// Metres.
  public let rootMeanSquare: Double
  /// The largest error, in metres.
  public let largest: Double

  /// Sums run in the order of the errors; quantiles are as in ``Quantiles``.
  ///
  /// Nil when there are no errors. All must be finite.
  public init?(of errors: [Double], spread: Spread = .population) {
    let fractions = Metric.all.compactMap(\.fraction)
    guard let quantiles = Quantiles.of(errors, at: [0.5, 1] + fractions) else { return nil }
    count = errors.count
    var sum = 0.0
    var squares = 0.0
    for error in errors {
      sum += error
      squares += error * error
    }
    let mean = sum / Double(count)
    var aboutMean = 0.0
    for error in errors { aboutMean += (error - mean) * (error - mean) }
    self.mean = mean
    rootMeanSquare = (squares / Double(count)).squareRoot()
    let divisor = spread == .population ? count : count - 1
    standardDeviation = divisor > 0 ? (aboutMean / Double(divisor)).squareRoot() : nil
    (median, largest) = (quantiles[0], quantiles[1])
    self.quantiles = Dictionary(zip(fractions, quantiles.dropFirst(2))) { first, _ in first }
  }

  /// Nil for a metric that needs more than the lengths of the errors.
  public subscript(metric: Metric) -> Double? {
    switch metric.form {
    case .mean: mean
    case .deviation: standardDeviation
    case .quantile(let fraction): quantiles[fraction]
    case .rootMeanSquare: rootMeanSquare
    case .largest: largest
    case .share, .ratio, .positiveRatio, .figure, .other: nil
    }
  }
}

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
