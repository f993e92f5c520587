import Radio
import World

/// The gradient of a beacon's mean level with respect to the phone's position, at each bin of a walk.
///
/// Computed from the simulator's laws by central differences of a millimetre along each axis. The heading and the
/// losses through walls, people and floors are held constant, since they are taken as known; steps in them have no
/// slope.
struct MeanSlopes {
  private let pathLoss: PathLossLaw
  private let body: BodyPattern?
  private let bins: WalkedBins
  private let hand: Hand

  /// Metres to either side.
  static let step = 1e-3

  init(_ channel: ChannelSettings, bins: WalkedBins, hand: Hand) {
    (pathLoss, body, self.bins, self.hand) = (channel.pathLoss, channel.body, bins, hand)
  }

  /// Decibels a metre along x, y and z, by bin.
  ///
  /// - Parameter place: where the beacon is at a time.
  func slopes(of place: (Double) -> Point) -> [SIMD3<Double>] {
    bins.times.indices.map { bin in
      let offset = place(bins.times[bin]) - bins.positions[bin]
      return SIMD3(
        slope(offset, bin, along: Point(x: Self.step, y: 0)),
        slope(offset, bin, along: Point(x: 0, y: Self.step)),
        slope(offset, bin, along: Point(x: 0, y: 0, z: Self.step)))
    }
  }

  /// The gradient of the chance p of losing a packet, over √(p (1 - p)): its square is the information in whether a packet
  /// is lost. Zero where every packet is lost.
  func lossSlopes(_ beacons: BeaconSettings, of place: (Double) -> Point) -> [SIMD3<Double>] {
    bins.times.indices.map { bin in
      let offset = bins.positions[bin] - place(bins.times[bin])
      let distance = offset.length
      let lost = beacons.loss + beacons.lossPerMetre * distance
      guard distance > 0, lost > 0, lost < 1 else { return .zero }
      let rate = beacons.lossPerMetre / (lost * (1 - lost)).squareRoot() / distance
      return SIMD3(offset.x, offset.y, offset.z) * rate
    }
  }

  private func slope(_ offset: Point, _ bin: Int, along step: Point) -> Double {
    (level(offset - step, bin) - level(offset + step, bin)) / (2 * Self.step)
  }

  private func level(_ offset: Point, _ bin: Int) -> Double {
    let lost = body?.loss(towards: offset, heading: bins.headings[bin], hand: hand).value ?? 0
    return pathLoss.level(over: offset).value - lost
  }
}
