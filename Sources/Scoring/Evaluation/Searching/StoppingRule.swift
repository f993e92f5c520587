import NumericalMethods

/// When a simulation can be stopped because some figure certainly lies outside its limits.
///
/// After given numbers of laps (looks) the interval of each figure is compared with its limits; a figure is outside when
/// its whole interval is. A figure whose true value is inside is then called outside only if the interval misses the true
/// value. The chance of that is divided equally among all figures and all looks (Bonferroni), so that it is at most
/// `falseStops` in total, as far as Student's t describes the distribution of ``LapJackknife``'s logarithms;
/// `docs/reproduce.md` says how far.
///
/// A standard deviation is never called too small. It is dominated by few large errors, and laps without one of these
/// make both the deviation and its interval small; such errors may still come with more laps.
///
/// Ours; looks at growing data are those of Armitage, McPherson and Rowe 1969, "Repeated significance tests on
/// accumulating data", doi:10.2307/2343787, with Bonferroni's bound in place of their tables.
public struct StoppingRule: Hashable, Sendable {
  /// Which figure of the errors is looked at.
  public enum Figure: Hashable, Sendable {
    case mean
    case deviation
  }

  /// The laps after which a simulation is looked at, ascending, each 2 or more.
  public let looks: [Int]
  /// How many figures are looked at each time.
  public let figures: Int
  /// The chance that a simulation is stopped although all its figures lie inside.
  public let falseStops: Double
  /// By look: the half-width of an interval in standard errors.
  private let quantiles: [Double]

  /// - Precondition: `figures` at least 1, `falseStops` above 0 and below 1, looks as above.
  public init(looks: [Int], figures: Int, falseStops: Double) {
    precondition(figures >= 1, "figures must be at least 1, were \(figures)")
    precondition(0 < falseStops && falseStops < 1, "falseStops must be between 0 and 1, was \(falseStops)")
    precondition(
      looks.allSatisfy { $0 >= 2 } && zip(looks, looks.dropFirst()).allSatisfy { $0 < $1 },
      "looks must be ascending numbers from 2 on, were \(looks)")
    (self.looks, self.figures, self.falseStops) = (looks, figures, falseStops)
    let confidence = 1 - falseStops / Double(figures * max(looks.count, 1))
    quantiles = looks.map { StudentQuantile.twoSided(confidence, degrees: Double($0 - 1)) }
  }

  /// Whether a figure certainly lies outside its limits after one of the looks.
  ///
  /// - Parameters:
  ///   - figure: which of the two is compared with the limits.
  ///   - limits: above 0 at the upper end.
  ///   - errors: of the laps up to that look; nil, or those of fewer laps, say nothing.
  ///   - look: an index into ``looks``.
  public func excludes(
    _ figure: Figure, within limits: ClosedRange<Double>, by errors: LapJackknife?, at look: Int
  ) -> Bool {
    guard let errors, errors.laps == looks[look] else { return false }
    switch figure {
    case .mean:
      guard let mean = errors.mean else { return false }
      return mean.exceeds(limits.upperBound, byErrors: quantiles[look])
        || limits.lowerBound > 0 && mean.fallsBelow(limits.lowerBound, byErrors: quantiles[look])
    case .deviation:
      return errors.deviation?.exceeds(limits.upperBound, byErrors: quantiles[look]) ?? false
    }
  }
}
