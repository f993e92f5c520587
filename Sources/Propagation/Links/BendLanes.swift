import NumericalMethods
import Radio

/// The part of a law of path loss beyond its bend, for eight packets at a time.
struct BendLanes: Sendable {
  /// The natural logarithm of the squared distance of the bend.
  private let start: Float
  /// Decibels for each unit of that logarithm beyond it.
  private let slope: Float
  private let sight: Sight?

  /// The chance of a line of sight, as an exponential with other constants near and far.
  private struct Sight: Sendable {
    let certainUpTo: Float, nearUpTo: Float
    /// One over the scales, negative.
    let nearRate: Float, farRate: Float
    let farShare: Float

    init(_ law: SightProbability) {
      (certainUpTo, nearUpTo) = (Float(law.certainUpTo), Float(law.nearUpTo))
      (nearRate, farRate) = (Float(-1 / law.nearScale), Float(-1 / law.farScale))
      farShare = Float(law.farShare)
    }

    @inline(__always)
    func chance(at horizontal: SIMD8<Float>) -> SIMD8<Float> {
      let isFar = horizontal .>= nearUpTo
      let near = (horizontal - certainUpTo) * nearRate
      var exponent = near.replacing(with: (horizontal - nearUpTo) * farRate, where: isFar)
      exponent.replace(with: SIMD8<Float>.zero, where: exponent .> SIMD8<Float>.zero)
      let share = SIMD8<Float>(repeating: 1).replacing(with: farShare, where: isFar)
      return Elementary.exp(exponent) * share
    }
  }

  init(_ bend: LossCurve.Bend) {
    start = Float(2 * Elementary.log(bend.distance))
    slope = Float(bend.perDecade / 2 * 0.4342944819032518)
    sight = bend.unlessInSight.map(Sight.init)
  }

  /// What is lost beyond the bend, by the logarithm of the squared distance and the distance on the plan.
  @inline(__always)
  func loss(_ logarithm: SIMD8<Float>, _ horizontal: SIMD8<Float>) -> SIMD8<Float> {
    var beyond = logarithm - start
    beyond.replace(with: SIMD8<Float>.zero, where: beyond .< SIMD8<Float>.zero)
    guard let sight else { return beyond * slope }
    return beyond * slope * (1 - sight.chance(at: horizontal))
  }
}
