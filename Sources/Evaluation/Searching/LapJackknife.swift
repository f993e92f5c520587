import NumericalMethods

/// How sure the mean and the standard deviation of few laps' errors are, found by leaving out one lap at a time.
///
/// The errors of one lap hang together, so whole laps are left out. Both figures are taken as their logarithms, which
/// are spread more evenly than they themselves: errors are never negative, and some are very large.
///
/// Source: Tukey 1958 and Miller 1974, "The jackknife: a review", doi:10.1093/biomet/61.1.1; whole groups and the
/// logarithm of a variance are in its sections 2 and 3.
public struct LapJackknife: Hashable, Sendable {
  /// A figure's natural logarithm, and its standard error.
  public struct Logarithm: Hashable, Sendable {
    public let value: Double
    public let error: Double

    /// Whether the figure is surely larger than a bound above 0: even so many standard errors smaller it would be.
    public func exceeds(_ bound: Double, byErrors quantile: Double) -> Bool {
      value - quantile * error > Elementary.log(bound)
    }

    /// Whether it is surely smaller than a bound above 0.
    public func fallsBelow(_ bound: Double, byErrors quantile: Double) -> Bool {
      value + quantile * error < Elementary.log(bound)
    }
  }

  /// Laps in which an error was due.
  public let laps: Int
  /// Nil where a figure is 0 with a lap left out, or does not exist.
  public let mean: Logarithm?
  public let deviation: Logarithm?

  /// - Returns: nil for fewer than two laps, or without errors.
  public init?(_ errors: ErrorsByLap, spread: ErrorStatistics.Spread = .population) {
    guard errors.laps.count >= 2, !errors.values.isEmpty else { return nil }
    laps = errors.laps.count
    // About the mean of all, so that sums of squares lose no digits.
    let centre = errors.values.reduce(0, +) / Double(errors.values.count)
    let sums = errors.laps.indices.map { LapSums(errors[$0], about: centre) }
    let all = sums.reduce(LapSums(), +)
    let without = sums.map { all - $0 }
    func logarithm(_ figure: (LapSums) -> Double?) -> Logarithm? {
      Self.logarithm(of: figure(all), without: without.map(figure))
    }
    mean = logarithm { $0.mean(about: centre) }
    deviation = logarithm { $0.deviation(spread) }
  }

  private static func logarithm(of whole: Double?, without: [Double?]) -> Logarithm? {
    guard let whole, whole > 0 else { return nil }
    var logarithms: [Double] = []
    for figure in without {
      guard let figure, figure > 0 else { return nil }
      logarithms.append(Elementary.log(figure))
    }
    let count = Double(logarithms.count)
    let middle = logarithms.reduce(0, +) / count
    let squares = logarithms.reduce(0) { $0 + ($1 - middle) * ($1 - middle) }
    return Logarithm(value: Elementary.log(whole), error: ((count - 1) / count * squares).squareRoot())
  }
}

/// What errors about some centre sum up to.
private struct LapSums {
  var count = 0.0
  var sum = 0.0
  var squares = 0.0

  init() {}

  init(_ errors: ArraySlice<Double>, about centre: Double) {
    for error in errors {
      count += 1
      sum += error - centre
      squares += (error - centre) * (error - centre)
    }
  }

  func mean(about centre: Double) -> Double? { count > 0 ? centre + sum / count : nil }

  func deviation(_ spread: ErrorStatistics.Spread) -> Double? {
    let divisor = spread == .population ? count : count - 1
    return divisor > 0 ? (max(squares - sum * sum / count, 0) / divisor).squareRoot() : nil
  }

  static func + (a: LapSums, b: LapSums) -> LapSums {
    var total = a
    total.count += b.count
    total.sum += b.sum
    total.squares += b.squares
    return total
  }

  static func - (a: LapSums, b: LapSums) -> LapSums {
    var rest = a
    rest.count -= b.count
    rest.sum -= b.sum
    rest.squares -= b.squares
    return rest
  }
}
