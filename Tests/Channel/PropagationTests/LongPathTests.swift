import Documents
import NumericalMethods
import Radio
import Testing
import World

@testable import Propagation

/// Shadows on a path that is too long to be drawn whole.
@Suite struct LongPathTests {
  /// A street of 1 km, and a yard of 4 m at its end; with 3 m decorrelation 5,334 points on the street, in pieces of 48 m.
  private static let path = PathGraph(
    nodes: [Point(x: 0, y: 0), Point(x: 1000, y: 0), Point(x: 1000, y: 4)].enumerated().map {
      PathGraph.Node(name: "n\($0.offset)", position: $0.element)
    }, edges: [PathGraph.Edge(from: 0, to: 1), PathGraph.Edge(from: 1, to: 2)])
  private static let plan = ShadowPlan.path(PathShadows(path: path, decorrelation: 3))
  private static let anchors = (0..<1000).map { Fixtures.anchor("a\($0)", .zero) }
  private static let field = ShadowField(plan: plan, anchors: anchors, seed: Seed(4))

  private func values(at along: Double, edge: Int = 0) -> [Double] {
    Self.anchors.indices.map {
      Self.field.value(
        ofAnchor: $0, at: Self.path.snap(Point(x: edge == 0 ? along : 1000, y: edge == 0 ? 0 : along)))
    }
  }

  // n = 1000 anchors: the standard error of a covariance is sqrt((1 + rho²) / n); 5 of them, 10 comparisons: 6e-6 in all.
  @Test(arguments: [
    (10.0, 10.0), (10, 12), (48, 48), (47.9, 48.1), (40, 47), (40, 60), (95.95, 96.3), (400, 800),
    (997, 1000), (500.03, 500.1),
  ])
  func `have unit variance and are correlated by the distance, across the ends of pieces too`(
    a: Double, b: Double
  ) {
    let rho = Elementary.exp(-abs(a - b) / 3)
    let found = zip(values(at: a), values(at: b)).reduce(0) { $0 + $1.0 * $1.1 } / 1000
    #expect(abs(found - rho) < 5 * ((1 + rho * rho) / 1000).squareRoot())
  }

  @Test func `edges share the value of their node`() {
    #expect(values(at: 1000) == values(at: 0, edge: 1))
  }

  @Test func `a walk draws the pieces that it touches, with the same values`() throws {
    let walk = Walk(knots: [
      Walk.Knot(time: 0, position: Point(x: 500, y: 0)), Walk.Knot(time: 40, position: Point(x: 560, y: 0)),
    ])
    let narrowed = Self.plan.covering(Track(of: walk, on: Self.path, duration: 40))
    // From 480 to 576 m: two pieces of 256 spaces.
    #expect(narrowed.points == 2 * 256 + 1)
    let part = ShadowField(plan: narrowed, anchors: Array(Self.anchors[..<20]), seed: Seed(4))
    for along in stride(from: 500.0, through: 560, by: 0.37) {
      guard case .path(let drawn) = narrowed else { return }
      let edge = drawn.edges[0]
      let point = Int(along / edge.spacing) - edge.before
      for anchor in [0, 7, 19] {
        #expect(
          part.groups[anchor / 8][edge.first + point][anchor % 8]
            == Self.field.groups[anchor / 8][point + edge.before][anchor % 8])
      }
    }
  }

  @Test func `a stream along the street is that of the whole field`() throws {
    var channel = Fixtures.bare
    channel.shadowing = Shadowing { ($0.sigma, $0.decorrelation) = (5, 3) }
    let site = Site(
      name: "street", path: Self.path,
      anchors: (0..<9).map {
        Fixtures.anchor("a\($0)", Point(x: 495 + 8 * Double($0), y: 3, z: 2), minor: $0)
      })
    let walk = Walk(knots: [
      Walk.Knot(time: 0, position: Point(x: 500, y: 0, z: 1)),
      Walk.Knot(time: 40, position: Point(x: 560, y: 0, z: 1)),
    ])
    let building = try Building(site: site, channel: channel, seed: Seed(1))
    let whole = try #require(building.shadows(lap: Seed(2)))
    let stream = try Fixtures.stream(site, channel: channel, walk: walk, duration: 40)
    var worst = 0.0
    for packet in stream {
      let place = walk.position(at: packet.time)
      let mean = channel.pathLoss.level(at: site.anchors[packet.anchor].position.distance(to: place))
      let shadow = whole.value(ofAnchor: packet.anchor, at: Self.path.snap(place))
      worst = max(worst, abs((packet.level - (mean + Decibels(5 * shadow))).value))
    }
    #expect(stream.count > 1000 && worst < 2e-3)
  }
}
