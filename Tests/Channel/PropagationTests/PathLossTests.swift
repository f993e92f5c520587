import Documents
import Propagation
import Radio
import Testing
import World

/// The laws of path loss as the source applies them, eight packets at a time, against the laws themselves.
@Suite struct PathLossTests {
  static let laws: [PathLossLaw] = [
    .logDistance(LogDistance(exponent: 1.8, levelAtOneMetre: -59)),
    .breakpoint(BreakpointLoss { ($0.near, $0.far, $0.distance) = (1.7, 3.5, 6) }),
    .breakpoint(BreakpointLoss { ($0.near, $0.far, $0.distance) = (3.5, 1.7, 6) }),
    .indoorHotspot(IndoorHotspot { ($0.levelAtOneMetre, $0.sight) = (-60, .clear) }),
    .indoorHotspot(IndoorHotspot { ($0.levelAtOneMetre, $0.sight) = (-60, .blocked) }),
    .indoorHotspot(IndoorHotspot { $0.levelAtOneMetre = -60 }),
    .indoorHotspot(IndoorHotspot { ($0.levelAtOneMetre, $0.sight) = (-60, .mixed(.openOffice)) }),
    .siteGeneral(SiteGeneralLoss { ($0.levelAtOneMetre, $0.environment) = (-10, .office) }),
    .multiWall(MultiWallLoss { ($0.levelAtOneMetre, $0.constant) = (-10, 2) }),
  ]

  /// Three beacons: on the walker's floor, one above behind a wall of that floor, and two above.
  private let site = Site(
    name: "tower",
    floors: [0, 1, 2].map { Floor(level: $0, elevation: 4 * Double($0)) },
    obstacles: [
      Obstacle(
        shape: .wall(from: Point(x: -50, y: 1, z: 4), to: Point(x: 90, y: 1, z: 4)), floor: 1, loss: 6.9)
    ],
    anchors: [
      Anchor(id: "a", identity: nil, position: Point(x: 0.2, y: -0.4, z: 2.5)),
      Anchor(id: "b", identity: nil, position: Point(x: 3, y: 2, z: 6.5), floor: 1),
      Anchor(id: "c", identity: nil, position: Point(x: 3, y: -2, z: 10.5), floor: 2),
    ])

  @Test(arguments: laws)
  func `a stream has the law's levels on a walk from 1 m to 60 m, through walls and floors`(law: PathLossLaw)
    throws
  {
    var channel = Fixtures.bare
    channel.pathLoss = law
    let walk = Walk(knots: [
      Walk.Knot(time: 0, position: Point(x: 0, y: 0, z: 1.2)),
      Walk.Knot(time: 60, position: Point(x: 60, y: 0, z: 1.2)),
    ])
    let stream = try Fixtures.stream(site, channel: channel, walk: walk, duration: 60)
    #expect(stream.count > 1500)
    // The wall is on floor 1, which lies between the walker's and that of the third beacon too, but only the
    // second beacon stands behind it.
    let walls = [0.0, 6.9, 0]
    for packet in stream {
      let offset = site.anchors[packet.anchor].position - walk.position(at: packet.time)
      let level = law.level(over: offset, floors: packet.anchor).value - walls[packet.anchor]
      #expect(abs(packet.level.value - level) < 2e-4)
    }
  }
}
