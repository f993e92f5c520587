import Documents
import NumericalMethods
import Propagation
import Radio
import Testing
import World

/// Levels among people against plain geometry, packet by packet.
@Suite struct CrowdTests {
  static let crowd = CrowdSettings { ($0.density, $0.loss, $0.radius, $0.height) = (0.05, 3, 0.3, 1.7) }
  let walk = Walk(knots: [
    Walk.Knot(time: 0, position: Point(x: 0, y: 0, z: 1.2)),
    Walk.Knot(time: 30, position: Point(x: 36, y: 2, z: 1.2)),
    Walk.Knot(time: 40, position: Point(x: 30, y: 16, z: 1.2)),
  ])

  private func losses(of beacons: Double, _ crowd: CrowdSettings?, lap: Seed = Seed(2)) throws -> [[Double]] {
    var channel = Fixtures.bare
    channel.crowd = crowd
    let site = Site(
      name: "hall", path: Fixtures.floor35.path,
      anchors: Fixtures.floor35.anchors.map {
        Fixtures.anchor($0.id, Point(x: $0.position.x, y: $0.position.y, z: beacons))
      })
    let stream = try Fixtures.stream(site, channel: channel, walk: walk, duration: 40, lap: lap)
    return stream.map { packet in
      let place = walk.position(at: packet.time)
      let distance = site.anchors[packet.anchor].position.distance(to: place)
      return [
        channel.pathLoss.level(at: distance).value - packet.level.value, packet.time, Double(packet.anchor),
      ]
    }
  }

  /// How many people hide the ways of some packets, and how many on average where a share of each way counts.
  private func people(_ lost: [[Double]], share: Double) -> (found: Double, expected: Double) {
    lost.reduce((0.0, 0.0)) { sum, row in
      let beacon = Fixtures.floor35.anchors[Int(row[2])].position
      let way = beacon.horizontalDistance(to: walk.position(at: row[1])) * share
      return (sum.0 + row[0] / 3, sum.1 + 0.05 * (0.6 * way + .pi * 0.09))
    }
  }

  @Test func `each signal loses a whole number of people, as many as chance has it, in spells`() throws {
    // Beacons at 1.2 m like the phone: all on the way count. A way of s metres meets people with centres in
    // s × 2r + π r² of area: on average 0.05 × (0.6 s + 0.28) of them.
    let lost = try (0..<12).flatMap { try losses(of: 1.2, Self.crowd, lap: Seed(UInt64($0))) }
    #expect(lost.allSatisfy { abs($0[0] / 3 - ($0[0] / 3).rounded()) < 1e-3 })
    let (people, expected) = people(lost, share: 1)
    // 12 laps of 41 people each, who hide what they hide together: the number met is Poisson in people, whose count on
    // 12 laps is fixed, and each hides a share of all ways. The share's relative spread over places is below 1, so
    // the relative standard error is below 1 / √492 = 0.045; 5.5 of them.
    #expect(abs(people / expected - 1) < 5.5 * 0.045)
    #expect(lost.contains { $0[0] > 8 } && lost.contains { abs($0[0]) < 1e-3 })
  }

  @Test
  func `beacons high up are hidden only by those near the phone, by the part of the way below their heads`()
    throws
  {
    // From 1.2 to 3.7 m, heads at 1.7: a fifth of the way counts.
    let lost = try (0..<12).flatMap { try losses(of: 3.7, Self.crowd, lap: Seed(UInt64($0))) }
    let (people, expected) = people(lost, share: 0.2)
    // Only people within a fifth of the way of the walk count, about a quarter of them: √4 times the error above.
    #expect(abs(people / expected - 1) < 5.5 * 0.09)
    // A phone held above their heads loses nothing.
    #expect(
      try losses(of: 3.7, CrowdSettings { ($0.density, $0.height) = (1, 1.1) }).allSatisfy {
        abs($0[0]) < 1e-3
      })
  }

  @Test func `people stand elsewhere on another lap, and nobody is nobody`() throws {
    let (one, again, other) = (
      try losses(of: 1.2, Self.crowd), try losses(of: 1.2, Self.crowd),
      try losses(of: 1.2, Self.crowd, lap: Seed(9))
    )
    #expect(one == again && one.map { $0[0].rounded() } != other.map { $0[0].rounded() })
    #expect(try losses(of: 1.2, CrowdSettings { $0.density = 0 }) == losses(of: 1.2, nil))
  }

  @Test func `too many people are refused`() throws {
    var channel = Fixtures.bare
    channel.crowd = CrowdSettings { $0.density = 7 }
    #expect(throws: SettingFault.self) { try channel.validate() }
    channel.crowd = CrowdSettings { $0.density = 6 }
    let far = Site(
      name: "far", path: Fixtures.ring([Point(x: 0, y: 0), Point(x: 500, y: 0), Point(x: 500, y: 500)]),
      anchors: [])
    #expect(throws: SettingFault.self) { try Building(site: far, channel: channel, seed: Seed(1)) }
  }
}
