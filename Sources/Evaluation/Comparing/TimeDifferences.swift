import World

/// How far in time errors without a partner are from those of the other side that lack one too, of the same lap and point:
/// what to say where two programs write the same moments with other digits.
public struct TimeDifferences: Hashable, Sendable {
  public let count: Int
  /// Seconds.
  public let median: Double
  public let largest: Double
  /// Within which they would have to lie, in seconds.
  public let tolerance: Double
  /// A tolerance that pairs them all; nil where an error could then belong to two others.
  public let sufficient: Double?

  /// Seconds; the largest tolerance that may be asked for.
  public static let largestTolerance = 10.0
  /// Clocks that differ by more seconds are not a matter of digits, and no tolerance is proposed.
  private static let largestProposal = 0.5

  /// Nil where every error has a partner, or none that lacks one has another near it.
  public init?(_ errors: [PairedErrors]) {
    let differences = errors.flatMap(\.timeDifferences).sorted()
    guard let largest = differences.last, let tolerance = errors.first?.timeTolerance else { return nil }
    (count, self.largest, self.tolerance) = (differences.count, largest, tolerance)
    median = (differences[(count - 1) / 2] + differences[count / 2]) / 2
    let spacing = errors.reduce(Double.infinity) { min($0, $1.shortestSpacing) }
    let rounded = Self.roundedUp(largest)
    sufficient = rounded < spacing / 2 && rounded <= Self.largestProposal ? rounded : nil
  }

  /// What to do about them, to stand behind a semicolon or in brackets.
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
