import World

/// How far apart in time the errors without a partner are on the two sides, for the same lap, walker and point. It explains
/// why errors do not pair when two programs write the same times with different digits.
public struct TimeDifferences: Hashable, Sendable {
  /// The number of errors of A without a partner that have one of B near them.
  public let count: Int
  /// Seconds.
  public let median: Double
  /// Seconds between the two errors that lie furthest apart.
  public let largest: Double
  /// Seconds: the tolerance within which errors had to lie to be paired.
  public let tolerance: Double
  /// A tolerance in seconds that pairs them all; nil where an error could then have two partners, or where it would be too
  /// large to propose.
  public let sufficient: Double?

  /// Seconds; the largest tolerance that may be asked for.
  public static let largestTolerance = 10.0
  /// Seconds. No larger tolerance is proposed: clocks that differ by more do not differ by rounding alone.
  private static let largestProposal = 0.5

  /// Nil where every error has a partner, or no error without one has another near it.
  public init?(_ errors: [PairedErrors]) {
    let differences = errors.flatMap(\.timeDifferences).sorted()
    guard let largest = differences.last, let tolerance = errors.first?.timeTolerance else { return nil }
    (count, self.largest, self.tolerance) = (differences.count, largest, tolerance)
    median = (differences[(count - 1) / 2] + differences[count / 2]) / 2
    let spacing = errors.reduce(Double.infinity) { min($0, $1.shortestSpacing) }
    let rounded = Self.roundedUp(largest)
    sufficient = rounded < spacing / 2 && rounded <= Self.largestProposal ? rounded : nil
  }

  /// Advice to follow a semicolon or to stand in brackets.
  public var advice: String {
    let differences =
      "times must agree to \(Self.text(tolerance)): \(count) \(count == 1 ? "error" : "errors") of A without a partner "
      + "\(count == 1 ? "is" : "are") \(Self.text(median)) from the nearest of B in the median, \(Self.text(largest)) at most"
    if let sufficient { return "\(differences); --time-tolerance \(sufficient) pairs them" }
    return differences
      + (median > Self.largestProposal
        ? "; do both sides count their times from the same moment?"
        : "; no tolerance pairs them without ambiguity")
  }

  /// The next 1, 2 or 5 times a power of ten, from a microsecond on, to whole microseconds: round-off must not leave the largest
  /// difference just outside.
  public static func roundedUp(_ seconds: Double) -> Double {
    let least = max(seconds.microseconds, 1)
    var power: Int64 = 1
    while 5 * power < least { power *= 10 }
    let steps = [power, 2 * power, 5 * power]
    return (steps.first { $0 >= least } ?? least).seconds
  }

  /// `2.4 ms`, and seconds from one on.
  public static func text(_ seconds: Double) -> String {
    seconds < 1 ? "\((seconds * 1e5).rounded() / 100) ms" : "\((seconds * 1000).rounded() / 1000) s"
  }
}
