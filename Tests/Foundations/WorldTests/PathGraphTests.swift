import Testing
import World

func path(_ places: [(Double, Double)], _ edges: [(Int, Int)]) -> PathGraph {
  PathGraph(
    nodes: places.enumerated().map { index, place in
      PathGraph.Node(name: "n\(index)", position: Point(x: place.0, y: place.1))
    },
    edges: edges.map { PathGraph.Edge(from: $0.0, to: $0.1) })
}

/// A corridor of 10 m with a branch of 4 m to the north at 6 m.
let branching = path([(0, 0), (6, 0), (10, 0), (6, 4)], [(0, 1), (1, 2), (1, 3)])

@Suite struct PathGraphTests {
  @Test func `snaps to the nearest edge of a branching path`() {
    let onBranch = branching.snap(Point(x: 7, y: 3))
    #expect(onBranch.edge == 2)
    #expect(onBranch.along == 3)
    #expect(onBranch.position == Point(x: 6, y: 3))
    let onCorridor = branching.snap(Point(x: 2.5, y: -8))
    #expect(onCorridor.edge == 0)
    #expect(onCorridor.along == 2.5)
    #expect(onCorridor.position == Point(x: 2.5, y: 0))
  }

  @Test func `tells how far a point may move with the nearest place on the same edge`() {
    // 1 m above the corridor and 5 m from the branch: after 2 m towards the branch it may be as near.
    let (place, clearance) = branching.nearest(to: Point(x: 1, y: 1))
    #expect(place.edge == 0 && place.along == 1)
    #expect(clearance == 2)
    // At a node there are two edges at one distance.
    #expect(branching.nearest(to: Point(x: 6, y: -1)).clearance == 0)
    #expect(path([(0, 0), (6, 0)], [(0, 1)]).nearest(to: Point(x: 6, y: -1)).clearance == .infinity)
  }

  @Test func `past the end of an open path is its end`() {
    let beyond = branching.snap(Point(x: 12, y: 1))
    #expect(beyond.edge == 1)
    #expect(beyond.along == 4)
    #expect(beyond.position == Point(x: 10, y: 0))
    #expect(branching.snap(Point(x: -3, y: 2)).position == Point(x: 0, y: 0))
  }

  @Test func `equally near edges are told apart by their order`() {
    // (5, 1) is 1 m from the corridor and from the branch; (6, 0) lies on all three edges.
    let between = branching.snap(Point(x: 5, y: 1))
    #expect(between.edge == 0)
    #expect(between.position == Point(x: 5, y: 0))
    #expect(branching.snap(Point(x: 6, y: 0)).edge == 0)
    #expect(branching.snap(Point(x: 6, y: 0)).along == 6)
  }

  @Test func `heights of the point do not move its place on the plan`() {
    #expect(branching.snap(Point(x: 7, y: 3, z: 25)) == branching.snap(Point(x: 7, y: 3)))
  }

  /// Two corridors above each other, joined by a lift at x = 10.
  private let storeys = PathGraph(
    nodes: [
      PathGraph.Node(name: "a", position: Point(x: 0, y: 0, z: 0), floor: 0),
      PathGraph.Node(name: "b", position: Point(x: 10, y: 0, z: 0), floor: 0),
      PathGraph.Node(name: "c", position: Point(x: 10, y: 0, z: 4), floor: 1),
      PathGraph.Node(name: "d", position: Point(x: 0, y: 2, z: 4), floor: 1),
    ], edges: (0..<3).map { PathGraph.Edge(from: $0, to: $0 + 1) })

  private var lift: PathGraph {
    PathGraph(nodes: Array(storeys.nodes[1...2]), edges: [PathGraph.Edge(from: 0, to: 1)])
  }

  @Test func `stays on the floor it is told, and takes any without`() {
    let point = Point(x: 5, y: 0.25)
    #expect(storeys.snap(point).floor == 0)
    #expect(storeys.snap(point, floor: 0).position == Point(x: 5, y: 0))
    let above = storeys.snap(point, floor: 1)
    #expect(above.edge == 2)
    #expect(above.floor == 1)
    #expect(above.position.z == 4)
    #expect(storeys.snap(point, floor: 7) == storeys.snap(point))
  }

  @Test func `of an edge between floors only the half at a floor's end is on that floor`() {
    let stairs = PathGraph(
      nodes: [
        PathGraph.Node(name: "foot", position: Point(x: 0, y: 0, z: 0), floor: 0),
        PathGraph.Node(name: "head", position: Point(x: 8, y: 0, z: 4), floor: 1),
      ], edges: [PathGraph.Edge(from: 0, to: 1)])
    let below = stairs.snap(Point(x: 1, y: 1), floor: 1)
    #expect(below.position == Point(x: 4, y: 0, z: 2))
    #expect(below.floor == 1)
    let above = stairs.snap(Point(x: 7, y: 1), floor: 0)
    #expect(above.position == Point(x: 4, y: 0, z: 2))
    #expect(above.floor == 0)
    #expect(stairs.snap(Point(x: 7, y: 1), floor: 1).position == Point(x: 7, y: 0, z: 3.5))
    // A lift stands at one place of the plan: its door on the floor.
    #expect(lift.snap(Point(x: 3, y: 3), floor: 1).position.z == 4)
  }

  @Test func `a plumb edge is snapped to at its lower named end`() {
    let place = lift.snap(Point(x: 3, y: 3))
    #expect(place.along == 0)
    #expect(place.floor == 0)
    #expect(lift.length == 4)
  }

  @Test func `a single line is walked from its first end, whichever way the edges point`() throws {
    let line = path([(5, 0), (0, 0), (9, 0), (2, 0)], [(0, 2), (3, 1), (3, 0)])
    let found = try #require(line.singleLine)
    #expect(found.nodes == [1, 3, 0, 2])
    #expect(!found.isClosed)
  }

  @Test func `a closed line starts at the first edge and goes along it`() throws {
    let loop = path([(0, 0), (4, 0), (4, 3)], [(1, 2), (0, 1), (2, 0)])
    let found = try #require(loop.singleLine)
    #expect(found.nodes == [1, 2, 0])
    #expect(found.isClosed)
    #expect(loop.lengths == [3, 4, 5])
    #expect(loop.length == 12)
  }

  @Test func `a path that branches or falls into parts is no single line`() {
    #expect(branching.singleLine == nil)
    #expect(path([(0, 0), (1, 0), (2, 0), (3, 0)], [(0, 1), (2, 3)]).singleLine == nil)
    #expect(
      path(
        [(0, 0), (1, 0), (0, 1), (5, 5), (6, 5), (5, 6)], [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]
      )
      .singleLine == nil)
  }
}
