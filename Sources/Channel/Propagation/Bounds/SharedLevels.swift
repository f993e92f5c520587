import NumericalMethods
import World

/// The covariance of the terms that all packets of one beacon share at the bins of a walk: its shadowing, its power, and
/// the mean of its offsets on the three channels.
///
/// Terms that are fixed in the building are treated like those drawn for each lap; the mean is then over buildings.
struct SharedLevels {
  private let count: Int
  private let bins: WalkedBins
  private let shadowing: Shadowing?
  /// The variances of power and of the mean channel offset, in dB².
  private let power: Double
  private let offsets: Double
  /// For a fixed beacon and unit variance; nil without shadowing.
  private let still: SeriesCovariance?

  init(_ building: Building, _ beacons: BeaconSettings, bins: WalkedBins, walk: Walk, duration: Double) {
    self.bins = bins
    count = bins.times.count
    power = beacons.powerDeviation.value * beacons.powerDeviation.value
    let offset = building.channel.channelOffsets.sigma.value
    offsets = offset * offset / 3
    shadowing = building.channel.shadowing.flatMap { $0.sigma > 0 ? $0 : nil }
    guard let plan = building.shadowPlan, let shadowing else {
      still = nil
      return
    }
    let shadows = ShadowCovariance(
      plan, decorrelation: shadowing.decorrelation, bins: bins, walk: walk, duration: duration,
      site: building.site)
    still = SeriesCovariance(count: count, element: shadows.element)
  }

  /// The covariance of the terms that the packets of one series share.
  struct Shared {
    let covariance: SeriesCovariance?
    var weight = 1.0
    var constant = 0.0
  }

  /// - Parameters:
  ///   - transmitters: how many of them make one series; each has its own power and offsets.
  ///   - track: of a beacon that walks.
  func shared(by transmitters: Int, track: Walk?) -> Shared {
    let constant = (power + offsets) / Double(transmitters)
    guard let shadowing, let still else {
      guard constant > 0 else { return Shared(covariance: nil) }
      return Shared(covariance: SeriesCovariance(count: count) { _, _ in (constant, 0) })
    }
    let variance = shadowing.sigma.value * shadowing.sigma.value
    guard let track else { return Shared(covariance: still, weight: variance, constant: constant) }
    return Shared(
      covariance: SeriesCovariance(count: count) { moving($0, $1, track, shadowing) }, weight: variance,
      constant: constant)
  }

  /// The law of ``LinkShadow``.
  private func moving(
    _ i: Int, _ j: Int, _ track: Walk, _ shadowing: Shadowing
  ) -> (covariance: Double, forward: Double) {
    let apart = bins.positions[i] - bins.positions[j]
    let distance = apart.horizontalLength
    let beacons = track.position(at: bins.times[i]).horizontalDistance(to: track.position(at: bins.times[j]))
    let other = shadowing.anchorDecorrelation ?? shadowing.decorrelation
    let covariance = Elementary.exp(-distance / shadowing.decorrelation - beacons / other)
    guard distance > 0 else { return (covariance, 0) }
    let growth = (apart.x * bins.ahead[i].x + apart.y * bins.ahead[i].y) / distance
    return (covariance, -growth * covariance / shadowing.decorrelation)
  }
}
