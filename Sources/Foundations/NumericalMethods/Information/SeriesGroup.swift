/// The covariance of one number at several moments, and how it changes with the places at which they are taken.
public struct SeriesCovariance: Sendable {
  /// The number of moments.
  public let count: Int
  /// The lower triangle, row by row: row i begins at i (i + 1) / 2.
  public let values: [Double]
  /// The change of element (i, j) when the place of moment i alone goes on by one metre, row by row.
  public let forward: [Double]

  /// - Parameters:
  ///   - count: how many moments there are.
  ///   - element: the covariance of moments i and j, and what it changes by when i goes on by a metre.
  public init(count: Int, element: (_ i: Int, _ j: Int) -> (covariance: Double, forward: Double)) {
    self.count = count
    var (values, forward) = ([Double](), [Double]())
    values.reserveCapacity(count * (count + 1) / 2)
    forward.reserveCapacity(count * count)
    for i in 0..<count {
      for j in 0..<count {
        let (covariance, change) = element(i, j)
        if j <= i { values.append(covariance) }
        forward.append(change)
      }
    }
    (self.values, self.forward) = (values, forward)
  }
}

/// Several series of readings of one law, independent of each other: at each of some moments every series has some packets,
/// each of which reads a mean that depends on the place, plus a normal number that all packets of the series at that
/// moment share, plus noise of its own.
public struct SeriesGroup: Sendable {
  /// By series and moment: the change of the mean with the place, for each metre along x, y and z.
  public let gradients: [[SIMD3<Double>]]
  /// Of the shared numbers of one series, `weight` times what it says, and `constant` more for each two moments; nil for
  /// none.
  public let covariance: SeriesCovariance?
  public let weight: Double
  public let constant: Double
  /// How many packets a series sends at one moment, in the mean; above 0.
  public let packets: Double
  /// The share of them that is heard, each by its own luck; above 0.
  public let heard: Double
  /// Of each packet; nil for none.
  public let noise: LocationNoise?

  public init(
    gradients: [[SIMD3<Double>]], covariance: SeriesCovariance?, weight: Double = 1, constant: Double = 0,
    packets: Double, heard: Double = 1, noise: LocationNoise?
  ) {
    precondition(packets > 0 && heard > 0 && heard <= 1, "there must be packets, and some of them heard")
    self.gradients = gradients
    self.covariance = covariance
    (self.weight, self.constant) = (weight, constant)
    self.packets = packets
    self.heard = heard
    self.noise = noise
  }

  /// The variance that the packets' own noise at one moment counts as.
  var variance: Double { noise.map { $0.variance / (packets * heard) } ?? 0 }

  /// κ - 1 of the packets of one moment together.
  ///
  /// Their score is the sum of theirs; its second moment follows from the mean number of packets and of pairs. The number
  /// sent is the mean rounded down or up, which has the fewest pairs; those heard of them are binomial.
  var excess: Double {
    guard let noise else { return 0 }
    let whole = packets.rounded(.down)
    let pairs = whole * (whole - 1) + 2 * whole * (packets - whole)
    return noise.second / (packets * heard) + pairs / (packets * packets) - 1
  }

  /// E[u U] of the packets of one moment times the cube of their variance: u and U are their first and second score.
  var skewness: Double {
    guard let noise else { return 0 }
    let heard = packets * heard
    return noise.third * noise.variance * noise.variance.squareRoot() / (heard * heard)
  }
}
