import NumericalMethods
public import World

/// Two log-distance laws that meet at a breakpoint.
///
/// `level = C - 10 n₁ log10 d` up to the breakpoint b, and `C - 10 n₁ log10 b - 10 n₂ log10(d / b)` beyond.
///
/// Source: Goldsmith, "Wireless Communications" (2005), section 2.5.4, the dual-slope model, with a reference
/// distance of one metre.
public struct BreakpointLoss: Hashable, Sendable {
  /// C, the mean level that the first law has at one metre; where b is below 1 m, the second holds there.
  public let levelAtOneMetre: DBm
  /// n₁ and n₂.
  public let near: Double
  public let far: Double
  /// b, in metres.
  public let distance: Double

  /// - Precondition: all are finite, the exponents and the distance above 0.
  public init(levelAtOneMetre: DBm, near: Double, far: Double, distance: Double) {
    precondition(levelAtOneMetre.value.isFinite, "levelAtOneMetre must be finite, was \(levelAtOneMetre)")
    precondition(near > 0 && near.isFinite, "near must be above 0, was \(near)")
    precondition(far > 0 && far.isFinite, "far must be above 0, was \(far)")
    precondition(distance > 0 && distance.isFinite, "distance must be above 0, was \(distance)")
    self.levelAtOneMetre = levelAtOneMetre
    self.near = near
    self.far = far
    self.distance = distance
  }

  var curve: LossCurve {
    LossCurve(
      perDecade: 10 * near,
      bend: LossCurve.Bend(distance: distance, perDecade: 10 * (far - near), unlessInSight: nil))
  }
}
