import Documents
import NumericalMethods
import Testing
import World

@testable import Propagation

/// The field's covariance against its closed form, over anchors, whose shadows are independent draws.
@Suite struct ShadowFieldTests {
  /// A ring of 8 × 6 m with a blind alley of 4 m from one corner; 3 m decorrelation. Edges 0 to 3 are the ring,
  /// edge 3 closes it, edge 4 is the alley; three of them meet in node 1.
  static let path = PathGraph(
    nodes: [(0.0, 0.0), (8, 0), (8, 6), (0, 6), (12, 0)].enumerated().map {
      PathGraph.Node(name: "n\($0.offset)", position: Point(x: $0.element.0, y: $0.element.1))
    },
    edges: [(0, 1), (1, 2), (2, 3), (3, 0), (1, 4)].map { PathGraph.Edge(from: $0.0, to: $0.1) })
  static let decorrelation = 3.0

  /// n = 4000 anchors.
  static let anchors = (0..<4000).map { Fixtures.anchor("a\($0)", .zero) }
  static let field = ShadowField(path: path, decorrelation: decorrelation, anchors: anchors, seed: Seed(1))

  private var path: PathGraph { ShadowFieldTests.path }
  private var field: ShadowField { ShadowFieldTests.field }

  private func values(at point: Point) -> [Double] {
    let place = path.snap(point)
    return ShadowFieldTests.anchors.indices.map { field.value(ofAnchor: $0, at: place) }
  }

  private func covariance(_ a: Point, _ b: Point) -> Double {
    zip(values(at: a), values(at: b)).reduce(0) { $0 + $1.0 * $1.1 } / Double(ShadowFieldTests.anchors.count)
  }

  /// The exact covariance of two places: on one edge by their distance; on two by way of the nodes, of which
  /// each place takes the parts sinh(rest) / sinh(length), as the bridge between them says, and the nodes'
  /// covariance by the straight distance between them.
  private func expected(_ a: Point, _ b: Point) -> Double {
    let (first, second) = (path.snap(a), path.snap(b))
    if first.edge == second.edge {
      return Elementary.exp(-abs(first.along - second.along) / ShadowFieldTests.decorrelation)
    }
    func parts(_ place: PathGraph.Place) -> [(node: Int, part: Double)] {
      let length = path.lengths[place.edge]
      func sinh(_ x: Double) -> Double { Elementary.exp(x / 3) - Elementary.exp(-x / 3) }
      return [
        (path.edges[place.edge].from, sinh(length - place.along) / sinh(length)),
        (path.edges[place.edge].to, sinh(place.along) / sinh(length)),
      ]
    }
    var sum = 0.0
    for one in parts(first) {
      for other in parts(second) {
        let distance = path.nodes[one.node].position.distance(to: path.nodes[other.node].position)
        sum += one.part * other.part * Elementary.exp(-distance / ShadowFieldTests.decorrelation)
      }
    }
    return sum
  }

  // Bounds: n = 4000; the standard error of a covariance is sqrt((1 + rho²) / n), 0.0158 at rho 0 and 0.0224 at
  // rho 1; 5.5 of them, 20 comparisons in this suite: 8e-7 in all.
  private func bound(_ rho: Double) -> Double { 5.5 * ((1 + rho * rho) / 4000).squareRoot() }

  @Test(arguments: [(0.0, 0.0), (8, 0), (8, 6), (4, 0), (3.1, 0), (8, 2.2), (0, 0.5), (11.9, 0)])
  func `has unit variance at nodes, at the plan's points and between them`(x: Double, y: Double) {
    let place = Point(x: x, y: y)
    #expect(abs(covariance(place, place) - 1) < bound(1))
    let mean = values(at: place).reduce(0, +) / 4000
    #expect(abs(mean) < 5.5 / 4000.0.squareRoot())
  }

  @Test(arguments: [
    // Along one edge; round a corner; across the closing edge's two ends; round the whole ring's short side.
    ((2.0, 0.0), (5.0, 0.0)), ((7, 0), (8, 1)), ((0, 1), (1, 0)), ((0, 5), (2, 6)), ((0, 1.5), (8, 1.5)),
    // At the branching node: ring to alley, and both arms of the ring.
    ((7, 0), (9, 0)), ((8, 1), (9, 0)), ((4, 0), (12, 0)),
  ])
  func `is correlated as its closed form says, round corners, rings and branches`(
    a: (Double, Double), b: (Double, Double)
  ) {
    let (first, second) = (Point(x: a.0, y: a.1), Point(x: b.0, y: b.1))
    let rho = expected(first, second)
    // Interpolation between points 3 / 16 m apart at most changes a correlation by less than 0.016.
    #expect(abs(covariance(first, second) - rho) < bound(rho) + 0.016)
  }

  @Test func `the closed form is the distance along the path where that is short`() {
    let around = expected(Point(x: 7, y: 0), Point(x: 8, y: 1))
    #expect(abs(around - Elementary.exp(-2.0 / 3)) < 0.01)
    let across = expected(Point(x: 0, y: 1), Point(x: 1, y: 0))
    #expect(abs(across - Elementary.exp(-2.0 / 3)) < 0.01)
  }

  @Test func `is one value at a node whichever edge it is reached by`() {
    for anchor in 0..<50 {
      let atNode = field.value(ofAnchor: anchor, at: path.snap(Point(x: 8, y: 0)))
      for point in [Point(x: 8 - 1e-9, y: 0), Point(x: 8, y: 1e-9), Point(x: 8 + 1e-9, y: 0)] {
        #expect(abs(field.value(ofAnchor: anchor, at: path.snap(point)) - atNode) < 1e-6)
      }
    }
  }

  @Test func `each anchor's shadows depend on its own name alone`() {
    let few = ShadowField(
      path: path, decorrelation: ShadowFieldTests.decorrelation,
      anchors: [ShadowFieldTests.anchors[2717], ShadowFieldTests.anchors[13]], seed: Seed(1))
    for x in stride(from: 0.0, through: 8, by: 0.7) {
      let place = path.snap(Point(x: x, y: 0))
      #expect(few.value(ofAnchor: 0, at: place) == field.value(ofAnchor: 2717, at: place))
      #expect(few.value(ofAnchor: 1, at: place) == field.value(ofAnchor: 13, at: place))
    }
  }

  @Test(arguments: [0.0, 0.7, 1])
  func `a share of the variance is the building's and the rest each lap's`(share: Double) throws {
    var channel = ChannelSettings()
    channel.shadowing = Shadowing { ($0.sigma, $0.decorrelation, $0.fixedShare) = (5, 3, share) }
    let anchors = Array(ShadowFieldTests.anchors[..<2000])
    let site = Site(name: "ring", path: path, anchors: anchors)
    let building = try Building(site: site, channel: channel, seed: Seed(4))
    let laps = try [Seed(1), Seed(2)].map { try #require(building.shadows(lap: $0)) }
    let place = path.snap(Point(x: 4, y: 0))
    var (product, square) = (0.0, 0.0)
    for anchor in anchors.indices {
      let (one, other) = (
        laps[0].value(ofAnchor: anchor, at: place), laps[1].value(ofAnchor: anchor, at: place)
      )
      product += one * other / 2000
      square += one * one / 2000
      if share == 1 { #expect(one == other) }
    }
    // n = 2000: standard errors as above; 5.5 of them.
    #expect(abs(product - share) < 5.5 * ((1 + share * share) / 2000).squareRoot())
    #expect(abs(square - 1) < 5.5 * (2.0 / 2000).squareRoot())
  }
}
