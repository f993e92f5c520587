import NumericalMethods
import Phone
import Propagation
import Radio
import Scenarios
import World

/// What a phone hears of a candidate in one window, by the scenario's channel: the mean RSSI, how much it varies, and how
/// often it is heard.
///
/// Half of the body loss is subtracted, which is its mean over headings. Shadowing, receiver noise, and the fading of as
/// many packets as a window has on average vary the reading; fading counts with its information about location, as in
/// docs/bounds.md.
struct PlacementLinks {
  private let site: Site
  private let channel: ChannelSettings
  private let receiver: ReceiverSettings
  private let beacons: BeaconSettings
  private let window: Double
  private let obstacles: [Obstacle]
  /// dB² of one packet.
  private let fading: Double

  init(_ scenario: Scenario, _ simulation: Simulation) {
    (site, channel, receiver, beacons) = (
      simulation.site, simulation.channel, simulation.receiver, simulation.beacons
    )
    window = scenario.phone.averageSeconds
    obstacles = channel.obstacles ? site.obstacles : []
    fading =
      if case .rician(let k, _) = channel.fading { RicianFading(k: k).noise?.variance ?? 0 } else { 0 }
  }

  struct Link {
    let mean: Double
    /// The variance of one reading, in dB².
    let variance: Double
    /// The probability that a window has a reading.
    let heard: Double
    /// dB/m along x and y.
    let slope: SIMD2<Double>
  }

  func link(
    from candidate: PlacementCandidate, to place: Point, floor: Int
  ) -> Link {
    let offset = candidate.position - place
    let floors = min(candidate.floor, floor)...max(candidate.floor, floor)
    let passed =
      candidate.floor == floor ? 0 : site.floors.count { $0.level > floors.lowerBound && floors ~= $0.level }
    let walls = obstacles.reduce(0.0) { lost, obstacle in
      floors ~= obstacle.floor && obstacle.blocks(place, candidate.position)
        ? lost + obstacle.loss.value : lost
    }
    let constant = -walls - (channel.body?.loss.value ?? 0) / 2
    let mean = channel.pathLoss.level(over: offset, floors: passed).value + constant
    let packets = max(window / beacons.interval * (1 - beacons.loss), 0)
    let noise = receiver.noise.value * receiver.noise.value + fading
    let shadow = channel.shadowing?.sigma.value ?? 0
    let variance = max(shadow * shadow + noise / max(packets, 1), 0.01)
    // Shadowing is common to the window, fading to each packet only; here the two are combined for one packet.
    let spread = (shadow * shadow + noise).squareRoot()
    let margin = mean - receiver.sensitivity.value
    let chance =
      spread > 0 ? Elementary.erfc(-margin / spread / 2.0.squareRoot()) / 2 : (margin >= 0 ? 1 : 0)
    return Link(
      mean: mean, variance: variance, heard: min(packets, 1) * chance,
      slope: slope(at: offset, floors: passed))
  }

  /// By differences over two millimetres.
  private func slope(at offset: Point, floors: Int) -> SIMD2<Double> {
    let step = 1e-3
    func level(_ x: Double, _ y: Double) -> Double {
      channel.pathLoss.level(over: offset - Point(x: x, y: y), floors: floors).value
    }
    return SIMD2(
      (level(step, 0) - level(-step, 0)) / (2 * step), (level(0, step) - level(0, -step)) / (2 * step))
  }
}
