/// By how much a mean error may grow before it counts: a share of the baseline's mean, but never less than a
/// floor, since a share of a small error is smaller than what anybody cares about.
public struct ComparisonTolerance: Hashable, Sendable {
  public static let defaultRelative = 0.05
  /// Metres.
  public static let defaultAbsolute = 0.05

  public static let defaultMissed = 0.02

  /// Of the baseline's mean.
  public let relative: Double
  /// Metres.
  public let absolute: Double
  /// By how much the share of moments without an answer may grow.
  public let missed: Double

  /// - Precondition: both finite, 0 or more.
  public init(
    relative: Double = defaultRelative, absolute: Double = defaultAbsolute, missed: Double = defaultMissed
  ) {
    precondition(missed >= 0 && missed.isFinite, "missed must be 0 or more, was \(missed)")
    precondition(relative >= 0 && relative.isFinite, "relative must be 0 or more, was \(relative)")
    precondition(absolute >= 0 && absolute.isFinite, "absolute must be 0 or more, was \(absolute)")
    self.relative = relative
    self.absolute = absolute
    self.missed = missed
  }

  /// The tolerance in metres for a baseline of this mean error in metres.
  public func metres(forBaselineMean mean: Double) -> Double { max(relative * mean, absolute) }
}
