/// The part of one beacon's levels that depends on the distance, and the white noise that replaces the rest.
///
/// The line over the logarithm of the true distance is fitted to the beacon's own readings, since beacons may be behind
/// different walls. Draws are adjusted so that mean, variance and correlation with the distance equal those of the
/// replaced levels to rounding error, not only on average, so that a few hundred readings suffice. Ours.
struct BeaconNoise: Hashable, Sendable {
  /// Over the logarithm of the distance: where the readings and the draws lie in the middle, and their slopes.
  private let moments: LevelMoments
  /// From a draw to decibels; nil where two readings or fewer leave no noise to replace.
  private let scale: Double?

  init(_ moments: LevelMoments) {
    self.moments = moments
    scale =
      moments.count > 2 && moments.drawResidual > 0
      ? (moments.levelResidual / moments.drawResidual).squareRoot() : nil
  }

  /// How far a level lies from the line, in decibels.
  func residual(of level: Double, distance: Double) -> Double {
    level - moments.means.y - moments.levelSlope * (distance - moments.means.x)
  }

  /// The line's level with a draw's noise; as measured where there is no noise to replace.
  func level(distance: Double, draw: Double, measured: Double) -> Double {
    guard let scale else { return measured }
    let step = distance - moments.means.x
    let noise = draw - moments.means.z - moments.drawSlope * step
    return moments.means.y + moments.levelSlope * step + scale * noise
  }
}
