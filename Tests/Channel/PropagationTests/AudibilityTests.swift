import Documents
import NumericalMethods
import Radio
import Testing
import World

@testable import Propagation

/// Links that cannot be heard are left out, and what is heard stays the same.
@Suite struct AudibilityTests {
  /// A street of 2 km with a beacon every 25 m, on three floors in turn; the walk is at its beginning.
  private static let site: Site = {
    let street = PathGraph(
      nodes: [.init(name: "a", position: .zero), .init(name: "b", position: Point(x: 2000, y: 0))],
      edges: [.init(from: 0, to: 1)])
    let anchors = (0..<80).map { index in
      Anchor(
        id: "a\(index)", identity: nil, position: Point(x: 25 * Double(index), y: 2, z: 3), floor: index % 3)
    }
    return Site(
      name: "street", floors: (0..<3).map { Floor(level: $0, elevation: 3 * Double($0)) }, path: street,
      anchors: anchors)
  }()

  private static func source(
    _ shadowing: Shadowing, _ fading: Fading, sensitivity: DBm
  ) throws -> SimulatedSource {
    var channel = Fixtures.bare
    channel.pathLoss = .logDistance(LogDistance(exponent: 3, levelAtOneMetre: -59))
    (channel.shadowing, channel.fading) = (shadowing, fading)
    channel.channelOffsets.sigma = 1.5
    let walk = Walk(knots: [
      Walk.Knot(time: 0, position: Point(x: 0, y: 0, z: 1)),
      Walk.Knot(time: 20, position: Point(x: 26, y: 0, z: 1)),
    ])
    return try SimulatedSource(
      building: Building(site: site, channel: channel, seed: Seed(1)), walk: walk, hand: .left, duration: 20,
      beacons: BeaconSettings { $0.loss = 0.3 },
      receiver: ReceiverSettings { ($0.sensitivity, $0.noise, $0.wholeDBm) = (sensitivity, 2, false) },
      seed: Seed(2))
  }

  /// By a receiver that hears everything down to -127 dBm no link is left out, and every draw is the same: what it hears at -96 dBm or
  /// more is what a receiver of that sensitivity must hear.
  @Test(
    arguments: [
      Shadowing { ($0.sigma, $0.decorrelation) = (5, 3) },
      Shadowing { ($0.sigma, $0.decorrelation, $0.fixedShare) = (5, 3, 0.5) },
      Shadowing { ($0.sigma, $0.decorrelation, $0.extent) = (5, 30, .floor) },
      Shadowing { ($0.sigma, $0.decorrelation, $0.anchorDecorrelation) = (5, 3, 10) },
    ], [Fading.rician(k: 0), .rician(k: 2, correlation: .waves(delaySpread: 0, doppler: 0))])
  func `what is heard stays the same`(shadowing: Shadowing, fading: Fading) throws {
    var (all, some) = (
      try Self.source(shadowing, fading, sensitivity: -127),
      try Self.source(shadowing, fading, sensitivity: -96)
    )
    func told(_ stream: AdvertisementStream) -> [String] {
      stream.filter { $0.level >= -96 }.map {
        "\($0.microseconds) \($0.anchor) \($0.level) \($0.channel ?? 0)"
      }
    }
    let (heard, expected) = (told(try some.stream()), told(try all.stream()))
    #expect(heard == expected && heard.count > 100)
    #expect(some.counts.sent == all.counts.sent && some.counts.lost == all.counts.lost)
    #expect(
      some.counts.belowSensitivity == some.counts.sent - some.counts.lost - heard.count)
    // 37 dB from -59 dBm, and at most 20 of shadowing, 14 of fading and of noise each, and 4 of a channel: 89 dB, 930 m.
    #expect(some.links.count { !$0.isAudible } > 80 - 930 / 25 - 2)
    #expect(all.links.count(where: \.isAudible) == 80)
  }
}
