import Testing
import World

@testable import Comparisons

/// Routes on a T: from west to east 10 m, and from the crossing in its middle 10 m to the north, where stairs lead to floor 1.
@Suite struct RouteLineTests {
  private static let path = PathGraph(
    nodes: [
      PathGraph.Node(name: "west", position: Point(x: -5, y: 0)),
      PathGraph.Node(name: "cross", position: Point(x: 0, y: 0)),
      PathGraph.Node(name: "east", position: Point(x: 5, y: 0)),
      PathGraph.Node(name: "north", position: Point(x: 0, y: 10)),
      PathGraph.Node(name: "above", position: Point(x: 0, y: 14, z: 3), floor: 1),
    ],
    edges: [
      PathGraph.Edge(from: 0, to: 1), PathGraph.Edge(from: 2, to: 1), PathGraph.Edge(from: 1, to: 3),
      PathGraph.Edge(from: 3, to: 4, kind: .stairs(speed: 0.5)),
    ])

  @Test func `the shortest way passes the stops in their order, there and back`() throws {
    let route = try #require(RouteLine(Self.path, through: [0, 3, 2]))
    #expect(route.nodes == [0, 1, 3, 1, 2] && route.edges == [0, 2, 2, 1])
    #expect(route.starts == [0, 5, 15, 25, 30] && route.length == 30)
    // The stairs are the hypotenuse of 4 m and 3 m.
    #expect(try #require(RouteLine(Self.path, through: [3, 4])).length == 5)
  }

  @Test func `no stop, one stop and the same stop twice are no route`() {
    #expect(RouteLine(Self.path, through: []) == nil && RouteLine(Self.path, through: [1]) == nil)
    #expect(RouteLine(Self.path, through: [1, 1]) == nil)
  }

  /// The edge to the north is walked twice: 8 m up it lies 13 m and 17 m from the beginning.
  @Test func `the nearest place is sought within a part of the route, along its direction`() throws {
    let route = try #require(RouteLine(Self.path, through: [0, 3, 2]))
    let point = Point(x: 1, y: 8)
    let first = try #require(route.nearest(to: point, floor: 0, within: 0...15))
    let second = try #require(route.nearest(to: point, floor: 0, within: 15...30))
    #expect(abs(first.along - 13) < 1e-9 && abs(second.along - 17) < 1e-9)
    #expect(abs(first.distance - 1) < 1e-9 && abs(second.distance - 1) < 1e-9)
    // Within a part that ends before it, the end of the part is nearest.
    let end = try #require(route.nearest(to: point, floor: 0, within: 0...10))
    #expect(abs(end.along - 10) < 1e-9 && abs(end.distance - 10.0.squareRoot()) < 1e-9)
  }

  @Test func `on a floor that the part does not reach, nothing is near`() throws {
    let route = try #require(RouteLine(Self.path, through: [0, 3]))
    #expect(route.nearest(to: Point(x: 0, y: 10), floor: 1, within: 0...15) == nil)
  }

  @Test func `there is a choice where three edges meet`() {
    #expect(Self.path.nodes.indices.filter { RouteLine.branches($0, of: Self.path) } == [1])
  }
}
