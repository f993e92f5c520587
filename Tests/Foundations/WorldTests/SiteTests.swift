import Testing
import World

@Suite struct SiteTests {
  private let anchors = [
    Anchor(id: "a", identity: nil, position: Point(x: -1, y: -1, z: 3)),
    Anchor(id: "b", identity: nil, position: Point(x: 9, y: 3, z: 3)),
  ]

  @Test func `the centre is that of the box round the path and the test points`() {
    let path = PathGraph(
      nodes: [
        PathGraph.Node(name: "a", position: Point(x: 0, y: 0)),
        PathGraph.Node(name: "b", position: Point(x: 36, y: 0)),
        PathGraph.Node(name: "c", position: Point(x: 36, y: 16.5)),
      ],
      edges: [PathGraph.Edge(from: 0, to: 1), PathGraph.Edge(from: 1, to: 2)])
    #expect(Site(name: "loop", path: path, anchors: anchors).centre == Point(x: 18, y: 8.25))
    let point = TestPoint(id: 1, position: Point(x: 4, y: 20.5))
    #expect(
      Site(name: "loop", path: path, testPoints: [point], anchors: anchors).centre == Point(x: 18, y: 10.25))
  }

  @Test func `without a path and test points the anchors make the box`() {
    #expect(Site(name: "hall", anchors: anchors).centre == Point(x: 4, y: 1, z: 3))
    #expect(Site(name: "nothing", anchors: []).centre == .zero)
  }

  @Test func `a floor is as high as the site says`() {
    let site = Site(
      name: "tower", floors: [Floor(level: 0, elevation: 0), Floor(level: -1, elevation: -3.5)], anchors: [])
    #expect(site.elevation(ofFloor: -1) == -3.5)
    #expect(site.elevation(ofFloor: 0) == 0)
    #expect(site.elevation(ofFloor: 9) == 0)
  }

  @Test func `a height is on the highest floor that is not above it`() {
    let floors = [
      Floor(level: 1, elevation: 4), Floor(level: 0, elevation: 0), Floor(level: -1, elevation: -3),
    ]
    #expect([-9, -3, -0.1, 0, 3.9, 4, 99].map(floors.level(at:)) == [-1, -1, -1, 0, 0, 1, 1])
    #expect([Floor]().level(at: 1) == nil)
  }

  @Test func `an anchor sends from its own place unless it is a pillar`() {
    #expect(anchors[0].transmitters == [Point(x: -1, y: -1, z: 3)])
    let faces = [Point(x: 1, y: 0), Point(x: -1, y: 0)]
    #expect(Anchor(id: "p", identity: nil, position: .zero, transmitters: faces).transmitters == faces)
  }

  @Test func `a missing fix says what was lacking`() {
    #expect(NoFix.tooFewBeacons(heard: 1, needed: 2).description == "heard 1 beacons, needed 2")
    #expect(NoFix.didNotConverge(iterations: 50).description == "did not converge in 50 iterations")
  }
}
