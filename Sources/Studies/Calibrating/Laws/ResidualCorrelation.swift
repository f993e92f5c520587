import NumericalMethods
import World

/// The correlation of the residuals along the walk.
package struct ResidualCorrelation: Hashable, Sendable {
  /// Pairs of readings of one beacon in one recording, grouped by the distance between their places.
  package struct Bin: Hashable, Sendable {
    /// Where the bin begins, in metres in a straight line, itself included.
    package let from: Double
    /// Where the bin ends, in metres, itself excluded.
    package let to: Double
    /// The mean distance of the bin's pairs, in metres.
    package let meanDistance: Double
    /// The number of pairs.
    package let pairs: Int
    /// The mean product of the pairs' residuals about their beacons' means, divided by the variance of all residuals.
    package let correlation: Double
  }

  /// By rising distance.
  package let bins: [Bin]
  /// The variance in dB² that neighbouring readings do not share; nil, as the others are, when the pairs do not
  /// determine it.
  package private(set) var nugget: ChannelEstimate?
  /// The standard deviation in dB of what they share; nil, as ``decorrelation`` is, also when they share nothing.
  package private(set) var shadowing: ChannelEstimate?
  /// Metres over which the correlation of what they share falls to 1/e.
  package private(set) var decorrelation: ChannelEstimate?
  /// Whether the distances between pairs are too short to determine the shared variance: nugget and shadowing are then
  /// fitted so that they add up to the variance of all residuals.
  package let isHeldToVariance: Bool
  let variogram: ExponentialVariogram?
  /// By how much leaving out each cluster moves the nugget; nil where it cannot be estimated.
  let nuggetChanges: [Double]?

  /// What shadows that are correlated not quite by an exponential of the straight distance, such as round corners, add to the
  /// standard errors of the logarithms: the same for all beacons of a walk, so that leaving out beacons does not show it. By
  /// simulation.
  private static let shapeErrors = (shadowing: 0.025, decorrelation: 0.075)

  static let edges = [0, 0.05, 0.15, 0.35, 0.7, 1.1, 2, 3, 4.5, 6, 8, 11, 15, 20, 30]

  /// - Parameters:
  ///   - residuals: of heard readings, by link in order of time; nil for one that is left out.
  ///   - clusters: of each reading, from 0.
  init(_ residuals: [Double?], of readings: ChannelReadings, clusters: [Int]) {
    let centred = Self.centred(residuals, readings)
    let sums = PairSums(centred, readings, clusters: clusters)
    let kept = centred.compactMap { $0 }
    let variance = kept.reduce(0) { $0 + $1 * $1 } / Double(max(kept.count, 1))
    bins = Self.bins(of: sums, variance: variance)
    let nearby = sums.total.prefix(sums.reach).map(\.bin)
    let free = ExponentialVariogram.fitted(to: nearby)
    isHeldToVariance = free == nil
    variogram = free ?? ExponentialVariogram.fitted(to: nearby, total: variance)
    guard let fit = variogram else {
      (nugget, shadowing, decorrelation, nuggetChanges) = (nil, nil, nil, nil)
      return
    }
    var rests = Self.rests(of: sums, variance: variance, isFree: free != nil, fit)
    func estimate(_ number: (ExponentialVariogram) -> Double) -> ChannelEstimate {
      ChannelEstimate(number(fit), changes: rests?.map { number($0) - number(fit) })
    }
    nuggetChanges = rests?.map { $0.nugget - fit.nugget }
    nugget = estimate(\.nugget).atLeast(0)
    (shadowing, decorrelation) = (nil, nil)
    guard fit.sill > 0 else { return }
    // Without one part, the rest may show no shared variance: there is then no interval.
    if let all = rests, all.contains(where: { $0.sill <= 0 }) { rests = nil }
    // Logarithms, which are more nearly normal, and keep intervals above 0.
    shadowing = estimate { 0.5 * Elementary.log(max($0.sill, 1e-6)) }
      .widened(adding: Self.shapeErrors.shadowing).mapped(Elementary.exp)
    decorrelation = estimate { Elementary.log($0.range) }
      .widened(adding: Self.shapeErrors.decorrelation).mapped(Elementary.exp)
  }

  /// The bins with thirty pairs and more.
  private static func bins(of sums: PairSums, variance: Double) -> [Bin] {
    let total = sums.total
    return total.indices.compactMap { bin in
      guard total[bin].pairs >= 30, variance > 0 else { return nil }
      return Bin(
        from: edges[bin], to: edges[bin + 1], meanDistance: total[bin].distance / total[bin].pairs,
        pairs: Int(total[bin].pairs), correlation: total[bin].product / total[bin].pairs / variance)
    }
  }

  /// The variogram without each cluster; nil where one of them cannot be fitted.
  ///
  /// - Parameter isFree: whether the fit to all clusters was not held to the variance.
  private static func rests(
    of sums: PairSums, variance: Double, isFree: Bool, _ fit: ExponentialVariogram
  ) -> [ExponentialVariogram]? {
    var rests: [ExponentialVariogram]? = []
    for cluster in sums.clusters.indices {
      let bins = sums.bins(without: cluster).prefix(sums.reach).map { $0 }
      let rest =
        (isFree ? ExponentialVariogram.fitted(to: bins) : nil) ?? ExponentialVariogram.fitted(
          to: bins, total: variance)
        ?? (fit.sill > 0 ? nil : ExponentialVariogram(flat: bins))
      rests = rest.flatMap { rest in rests.map { $0 + [rest] } }
    }
    return rests
  }

  /// The same with the nugget and the shadowing of all that was sent, where these are known.
  func uncut(by spread: UncutSpread?, isFading: Bool) -> ResidualCorrelation {
    guard let spread else { return self }
    var uncut = self
    (uncut.nugget, uncut.shadowing) = spread.uncut(isFading: isFading)
    return uncut
  }

  /// The same numbers without their intervals.
  var withoutIntervals: ResidualCorrelation {
    var plain = self
    plain.nugget = nugget?.withoutInterval
    plain.shadowing = shadowing?.withoutInterval
    plain.decorrelation = decorrelation?.withoutInterval
    return plain
  }

  /// Residuals about the mean of their beacon.
  private static func centred(_ residuals: [Double?], _ readings: ChannelReadings) -> [Double?] {
    var sums = [Double](repeating: 0, count: readings.beacons.count)
    var counts = sums
    for (reading, residual) in zip(readings.heard, residuals) {
      guard let residual else { continue }
      sums[readings.links[reading.link].beacon] += residual
      counts[readings.links[reading.link].beacon] += 1
    }
    return zip(readings.heard, residuals).map { reading, residual in
      let beacon = readings.links[reading.link].beacon
      return residual.map { $0 - sums[beacon] / counts[beacon] }
    }
  }
}

/// Sums over pairs of readings by distance, for each cluster.
private struct PairSums {
  struct Sum {
    var pairs = 0.0
    var distance = 0.0
    var product = 0.0
    var halfSquare = 0.0

    var bin: ExponentialVariogram.Bin {
      let pairs = max(pairs, 1)
      return .init(distance: distance / pairs, value: halfSquare / pairs, pairs: self.pairs)
    }
  }

  private(set) var clusters: [[Sum]]
  private(set) var total: [Sum]
  /// How many bins lie within half of the greatest distance, beyond which pairs are few and similar.
  private(set) var reach = 0

  /// About how many pairs are looked at; of more, every so many first ones.
  static let budget = 4_000_000

  init(_ residuals: [Double?], _ readings: ChannelReadings, clusters: [Int]) {
    let bins = ResidualCorrelation.edges.count - 1
    total = [Sum](repeating: Sum(), count: bins)
    self.clusters = [[Sum]](repeating: total, count: (clusters.max() ?? -1) + 1)
    let parts = Self.parts(residuals, readings)
    let pairs = parts.reduce(0) { $0 + $1.count * $1.count / 2 }
    let step = max((pairs + Self.budget - 1) / Self.budget, 1)
    var farthest = 0.0
    for part in parts {
      for first in stride(from: 0, to: part.count, by: step) {
        let (a, place, value) = part[first]
        for second in (first + 1)..<max(part.count, first + 1) {
          let distance = place.distance(to: part[second].place)
          farthest = max(farthest, distance)
          guard let bin = ResidualCorrelation.edges.lastIndex(where: { $0 <= distance }), bin < bins else {
            continue
          }
          let difference = value - part[second].value
          self.clusters[clusters[a]][bin].pairs += 1
          self.clusters[clusters[a]][bin].distance += distance
          self.clusters[clusters[a]][bin].product += value * part[second].value
          self.clusters[clusters[a]][bin].halfSquare += 0.5 * difference * difference
        }
      }
    }
    for sums in self.clusters {
      for bin in 0..<bins { total[bin] = Self.sum(total[bin], sums[bin], sign: 1) }
    }
    reach = ResidualCorrelation.edges.dropFirst().count { $0 <= max(farthest / 2, 2) }
  }

  func bins(without cluster: Int) -> [ExponentialVariogram.Bin] {
    total.indices.map { Self.sum(total[$0], clusters[cluster][$0], sign: -1).bin }
  }

  private static func sum(_ a: Sum, _ b: Sum, sign: Double) -> Sum {
    Sum(
      pairs: a.pairs + sign * b.pairs, distance: a.distance + sign * b.distance,
      product: a.product + sign * b.product, halfSquare: a.halfSquare + sign * b.halfSquare)
  }

  /// The readings of each link that have a place and a residual.
  private static func parts(
    _ residuals: [Double?], _ readings: ChannelReadings
  ) -> [[(index: Int, place: Point, value: Double)]] {
    var parts = [[(index: Int, place: Point, value: Double)]](repeating: [], count: readings.links.count)
    for (index, reading) in readings.heard.enumerated() {
      guard let place = reading.place, let residual = residuals[index] else { continue }
      parts[reading.link].append((index, place, residual))
    }
    return parts
  }
}
