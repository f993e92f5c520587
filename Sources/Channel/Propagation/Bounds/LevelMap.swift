import NumericalMethods
import Radio
public import World

/// The mean levels of a site's beacons at any place, and a lower bound of the position error from one window of
/// readings.
///
/// Levels follow the simulator's path loss, including walls and floors, but without the walker's body, people, shadowing
/// and random differences between beacons.
public struct LevelMap: Sendable {
  private let site: Site
  private let channel: ChannelSettings
  private let sensitivity: DBm
  /// By anchor: its power relative to the others, in decibels.
  private let powers: [Double]
  /// The variance of the mean of one window of one beacon, in dB².
  public let variance: Double

  /// - Parameters:
  ///   - building: its site and channel.
  ///   - beacons: their timing, loss and differences of power.
  ///   - receiver: its noise and sensitivity.
  ///   - window: seconds over which readings are averaged.
  public init(_ building: Building, beacons: BeaconSettings, receiver: ReceiverSettings, window: Double) {
    (site, channel, sensitivity) = (building.site, building.channel, receiver.sensitivity)
    powers = building.site.anchors.map { anchor in
      beacons.changes.filter { $0.beacon == anchor.id }.reduce(0) { $0 + $1.power.value }
    }
    func square(_ deviation: Decibels) -> Double { deviation.value * deviation.value }
    let packets = window / (beacons.interval + beacons.delay / 2) * (1 - beacons.loss)
    let shared =
      (channel.shadowing.map { square($0.sigma) } ?? 0) + square(beacons.powerDeviation)
      + square(channel.channelOffsets.sigma) / 3
    let own = LapSeries.packetNoise(channel, receiver)?.variance ?? 0
    variance = shared + (own > 0 ? own / max(packets, 1) : 0)
  }

  /// The mean level of an anchor at a place; of a pillar that of its strongest transmitter.
  ///
  /// - Parameters:
  ///   - anchor: an index of the site.
  ///   - place: of the phone, in metres.
  ///   - floor: the floor that the place is on.
  public func level(ofAnchor anchor: Int, at place: Point, floor: Int) -> DBm {
    let beacon = site.anchors[anchor]
    let (low, high) = (min(floor, beacon.floor), max(floor, beacon.floor))
    let between = site.floors.count { low < $0.level && $0.level <= high }
    let levels = beacon.transmitters.map { transmitter in
      let lost =
        channel.obstacles
        ? site.obstacleLoss(from: place, to: transmitter, floors: (floor, beacon.floor)).value : 0
      return channel.pathLoss.level(over: transmitter - place, floors: between).value - lost + powers[anchor]
    }
    return DBm(levels.max() ?? -.infinity)
  }

  /// The number of fixed beacons whose mean level is at least a given one.
  public func count(atLeast level: DBm, at place: Point, floor: Int) -> Int {
    site.anchors.indices.count {
      !site.anchors[$0].isMobile && self.level(ofAnchor: $0, at: place, floor: floor) >= level
    }
  }

  /// The Cramér-Rao bound on the root mean square error on the plan of an unbiased position from one window, in metres:
  /// the root of the trace of `J⁻¹` with `J = Σ g gᵀ / v` over the beacons whose mean level is received, the slope g of the
  /// level in dB/m and the variance v of a window's mean, independent from beacon to beacon.
  ///
  /// Nil where the beacons do not determine a position, or nothing disturbs the levels. Walls affect which beacons are
  /// received, but their steps add no slope. Source: Patwari, Hero, Perkins, Correal, O'Dea 2003, "Relative location
  /// estimation in wireless sensor networks", doi:10.1109/TSP.2003.814469, for received signal strength.
  public func bound(at place: Point, floor: Int) -> Double? {
    guard variance > 0 else { return nil }
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for (index, anchor) in site.anchors.enumerated() where !anchor.isMobile {
      guard level(ofAnchor: index, at: place, floor: floor) >= sensitivity else { continue }
      let slope = slope(anchor.position - place)
      xx += slope.x * slope.x
      xy += slope.x * slope.y
      yy += slope.y * slope.y
    }
    let determinant = xx * yy - xy * xy
    // With two beacons in line with the phone only rounding errors remain.
    guard determinant > 1e-9 * (xx + yy) * (xx + yy) else { return nil }
    return (variance * (xx + yy) / determinant).squareRoot()
  }

  /// Decibels a metre on the plan.
  private func slope(_ offset: Point) -> Point {
    func change(_ step: Point) -> Double {
      (channel.pathLoss.level(over: offset - step).value - channel.pathLoss.level(over: offset + step).value)
        / (2 * MeanSlopes.step)
    }
    return Point(x: change(Point(x: MeanSlopes.step, y: 0)), y: change(Point(x: 0, y: MeanSlopes.step)))
  }
}

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
