import Testing
import World

@testable import Comparisons

/// A navigator's state from fix to fix, on a crossing of four ways of 20 m.
@Suite struct NavigatorTests {
  private static let path = PathGraph(
    nodes: [("west", -20.0, 0.0), ("cross", 0, 0), ("east", 20, 0), ("north", 0, 20), ("south", 0, -20)].map {
      PathGraph.Node(name: $0.0, position: Point(x: $0.1, y: $0.2))
    },
    edges: [(0, 1), (1, 2), (1, 3), (1, 4)].map { PathGraph.Edge(from: $0.0, to: $0.1) })

  private func navigator() throws -> Navigator {
    Navigator(try #require(RouteLine(Self.path, through: [0, 3])))
  }

  private func fix(_ x: Double, _ y: Double, floor: Int = 0) -> Fix {
    Fix(position: Point(x: x, y: y), floor: floor)
  }

  @Test func `before the first fix nothing is known, and without a fix what was shown stays`() throws {
    var navigator = try navigator()
    #expect(navigator.advise(nil, at: 0) == Guidance())
    let first = navigator.advise(fix(-15, 1), at: 1)
    #expect(first.remaining == 35 && first.instruction == .init(node: 1, edge: 2) && first.direction == nil)
    #expect(navigator.advise(nil, at: 2) == first)
  }

  @Test func `the instruction goes one metre behind its node`() throws {
    var navigator = try navigator()
    for (time, x) in [-10.0, -5, -1].enumerated() { _ = navigator.advise(fix(x, 0), at: Double(time)) }
    #expect(navigator.advise(fix(0, 0.5), at: 4).instruction == .init(node: 1, edge: 2))
    #expect(navigator.advise(fix(0, 1.5), at: 5).instruction == nil)
  }

  /// Progress of 1 m a second without a residual: the slope has the least deviation of 0.5 m, and over three fixes Σ t² = 2, so
  /// that it is √2 / 0.5 = 2.83 standard errors above 0: a probability of 0.99766.
  @Test func `the direction is the sign of the slope, with the probability of that sign`() throws {
    var navigator = try navigator()
    var shown = Guidance()
    for time in 0..<3 { shown = navigator.advise(fix(-15 + Double(time), 0), at: Double(time)) }
    let ahead = try #require(shown.direction)
    #expect(ahead.forward && abs(ahead.confidence - 0.99766) < 1e-4)
    for time in 3..<8 { shown = navigator.advise(fix(-10 - Double(time), 0), at: Double(time)) }
    #expect(try #require(shown.direction).forward == false)
    // Who stands still goes neither way.
    for time in 8..<13 { shown = navigator.advise(fix(-17, 0), at: Double(time)) }
    #expect(abs(try #require(shown.direction).confidence - 0.5) < 1e-12)
  }

  @Test func `two fixes off the route are forgiven, and the third one begins another`() throws {
    var navigator = try navigator()
    _ = navigator.advise(fix(-1, 0), at: 0)
    #expect(!navigator.advise(fix(6, 0), at: 1).leaves && !navigator.advise(fix(7, 0), at: 2).leaves)
    #expect(!navigator.advise(fix(0, 2), at: 3).leaves)
    #expect(!navigator.advise(fix(6, 0), at: 4).leaves && !navigator.advise(fix(8, 0), at: 5).leaves)
    let left = navigator.advise(fix(9, 0), at: 6)
    // Back 9 m to the crossing and 20 m to the north.
    #expect(left.leaves && left.remaining == 29 && left.instruction == .init(node: 1, edge: 2))
    #expect(!navigator.advise(fix(8, 0), at: 7).leaves)
  }

  @Test func `fixes on another floor are off the route`() throws {
    var navigator = try navigator()
    _ = navigator.advise(fix(-15, 0), at: 0)
    let upstairs = (1...3).map { navigator.advise(fix(-15, 0, floor: 1), at: Double($0)).leaves }
    #expect(upstairs == [false, false, true])
  }

  @Test func `progress is looked for near the last one, and arrival stays`() throws {
    var navigator = try navigator()
    _ = navigator.advise(fix(-19, 0), at: 0)
    // 38 m along is more than 12 m ahead.
    #expect(!navigator.advise(fix(0, 18.5), at: 1).hasArrived)
    var other = try self.navigator()
    var shown = Guidance()
    for (time, y) in [0.0, 10, 17, 18.1].enumerated() { shown = other.advise(fix(0, y), at: Double(time)) }
    #expect(shown.hasArrived && abs((shown.remaining ?? 0) - 1.9) < 1e-9)
    #expect(other.advise(fix(-19, 0), at: 9) == shown)
  }

  @Test func `tallies of several walks add up`() {
    let none = NavigationTally()
    #expect(none + none == none && none.late == 0)
  }
}

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
