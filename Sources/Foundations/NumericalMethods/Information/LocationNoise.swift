/// What noise of any law leaves of a number that it is added to, by three moments of its score.
///
/// For a density f: J = E[(f'/f)²] is Fisher's information of location; the noise counts as much as normal noise of
/// the variance 1 / J, which is never above its own. κ = E[(f''/f)²] / (2 J²) and γ = E[(f'/f) (f''/f)] / J^(3/2) are 1 and
/// 0 for normal noise, and say by how much more it may tell of a correlation.
///
/// Source: J and Stam's inequality, by which those of independent parts add up as variances or more, Stam 1959, "Some
/// inequalities satisfied by the quantities of information of Fisher and Shannon", doi:10.1016/S0019-9958(59)90348-1. κ and γ
/// are ours: docs/bounds.md.
public struct LocationNoise: Hashable, Sendable {
  /// 1 / J.
  public let variance: Double
  /// κ.
  public let second: Double
  /// γ.
  public let third: Double

  /// - Precondition: the variance is above 0 and all are finite.
  public init(variance: Double, second: Double = 1, third: Double = 0) {
    precondition(variance > 0 && variance.isFinite, "variance must be above 0, was \(variance)")
    precondition(second.isFinite && third.isFinite, "κ and γ must be finite, were \(second) and \(third)")
    (self.variance, self.second, self.third) = (variance, second, third)
  }

  /// This noise with independent normal noise on top, at its least harm: by Stam's inequality, and for κ and γ by the same
  /// weights α = 1 / J over the sum, which leave `κ - 1` its α²-th and γ its α^(3/2)-th part.
  ///
  /// - Precondition: `normal`, a variance, is not negative.
  public func adding(normal: Double) -> LocationNoise {
    let share = variance / (variance + normal)
    return LocationNoise(
      variance: variance + normal, second: 1 + (second - 1) * share * share,
      third: third * share * share.squareRoot())
  }
}
