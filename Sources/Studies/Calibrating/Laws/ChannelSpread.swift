import NumericalMethods

/// By how much levels differ on the channels 37, 38 and 39.
package struct ChannelSpread: Hashable, Sendable {
  /// The mean residual of each channel over that of all three, in dB.
  package let means: [ChannelEstimate]
  /// The standard deviation over beacons, recordings and channels of a channel's mean about its beacon's, in dB, after
  /// subtracting the sampling variance of the means.
  package private(set) var deviation: ChannelEstimate
  /// By beacon and recording, the largest channel mean less the smallest: the median, in dB.
  package let medianSpread: Double
  /// How many beacons in how many recordings were heard on each channel at least five times.
  package let links: Int
  /// The offset of each link on each channel, to be subtracted; zero where it was received too rarely.
  let offsets: [SIMD3<Double>]

  /// Nil when no link was heard five times on each channel.
  init?(_ residuals: [Double?], of readings: ChannelReadings) {
    let links = LinkSums(residuals, of: readings)
    var offsets = [SIMD3<Double>](repeating: .zero, count: readings.links.count)
    var known: [SIMD3<Double>] = []
    var beacons: Set<Int> = []
    // Sums over links: the variance over channels, and what chance adds to it.
    var (spread, chance) = (0.0, 0.0)
    for link in readings.links.indices where links.counts[link].min() >= 5 {
      let means = links.sums[link] / links.counts[link]
      offsets[link] = means - means.sum() / 3
      known.append(offsets[link])
      let variances = links.squares[link] / links.pairs[link]
      spread += (offsets[link] * offsets[link]).sum() / 2
      chance += (variances / links.counts[link]).sum() / 3
      beacons.insert(readings.links[link].beacon)
    }
    guard !known.isEmpty else { return nil }
    let count = Double(known.count)
    (self.links, self.offsets) = (known.count, offsets)
    deviation = Self.deviation(spread / count, chance: chance / count, beacons: beacons.count)
    let spreads = known.map { $0.max() - $0.min() }.sorted()
    medianSpread = 0.5 * (spreads[(spreads.count - 1) / 2] + spreads[spreads.count / 2])
    let total = known.reduce(SIMD3<Double>.zero, +)
    means = (0..<3).map { channel in
      let mean = total[channel] / count
      // The change of the mean when a link is left out.
      let changes = count > 1 ? known.map { (mean - $0[channel]) / (count - 1) } : nil
      return ChannelEstimate(mean, changes: changes)
    }
  }

  /// Sums over the residuals of each link, by channel.
  private struct LinkSums {
    var sums: [SIMD3<Double>]
    var counts: [SIMD3<Double>]
    /// Half the squares of the differences of one residual to the next, which shadows share.
    var squares: [SIMD3<Double>]
    /// The number of these differences.
    var pairs: [SIMD3<Double>]

    init(_ residuals: [Double?], of readings: ChannelReadings) {
      sums = [SIMD3<Double>](repeating: .zero, count: readings.links.count)
      (counts, squares, pairs) = (sums, sums, sums)
      var last = [SIMD3<Double>](repeating: SIMD3(repeating: .nan), count: readings.links.count)
      for (reading, residual) in zip(readings.heard, residuals) {
        guard let residual, let channel = reading.channel, 37...39 ~= channel else { continue }
        let index = Int(channel) - 37
        sums[reading.link][index] += residual
        counts[reading.link][index] += 1
        let difference = residual - last[reading.link][index]
        if !difference.isNaN {
          squares[reading.link][index] += 0.5 * difference * difference
          pairs[reading.link][index] += 1
        }
        last[reading.link][index] = residual
      }
    }
  }

  /// The root of the variance over channels less what chance adds, with the interval of the first as a variance of two degrees
  /// of freedom a beacon, and none for one: a beacon's recordings may share its channels.
  private static func deviation(_ variance: Double, chance: Double, beacons: Int) -> ChannelEstimate {
    func root(_ variance: Double) -> Double { max(variance - chance, 0).squareRoot() }
    guard beacons > 1 else { return ChannelEstimate(value: root(variance)) }
    let degrees = 2 * Double(beacons)
    let (lower, upper) = (
      root(variance * degrees / ChiSquareQuantile.upper(0.025, degrees: degrees)),
      root(variance * degrees / ChiSquareQuantile.lower(0.025, degrees: degrees))
    )
    return ChannelEstimate(
      value: root(variance), standardError: (upper - lower) / 4, lower: lower, upper: upper)
  }

  /// The same without the interval of the deviation.
  var withoutDeviationInterval: ChannelSpread {
    var plain = self
    plain.deviation = deviation.withoutInterval
    return plain
  }

  /// Residuals without the offsets of their channels.
  func removed(from residuals: [Double?], of readings: ChannelReadings) -> [Double?] {
    zip(residuals, readings.heard).map { residual, reading in
      guard let residual, let channel = reading.channel, 37...39 ~= channel else { return residual }
      return residual - offsets[reading.link][Int(channel) - 37]
    }
  }
}
