import TestSupport
import Testing
import World

@Suite struct RouteTests {
  struct Snaps: Decodable {
    let loop: [[Double]]
    let perimeter: Double
    let xy: [[Double]]
    let s: [Double]
    let snapped: [[Double]]
  }

  struct Places: Decodable {
    let loop: [[Double]]
    let s: [Double]
    let xy: [[Double]]
    let tangent: [[Double]]
  }

  private func closed(_ places: [[Double]]) -> Route {
    Route(vertices: places.map { Point(x: $0[0], y: $0[1]) }, isClosed: true)
  }

  /// East 3 m, then north 4 m.
  private let corner = Route(
    vertices: [Point(x: 0, y: 0), Point(x: 3, y: 0), Point(x: 3, y: 4)], floors: [0, 0, 1], isClosed: false)

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `snaps to the places of the exact vectors, ties to the earliest leg`() throws {
    let vectors = try SharedData.vectors("snap_to_path", as: Snaps.self)
    let route = closed(vectors.loop)
    #expect(route.length == vectors.perimeter)
    for (index, xy) in vectors.xy.enumerated() {
      let arc = route.arc(nearestTo: Point(x: xy[0], y: xy[1]))
      #expect(arc == vectors.s[index])
      let place = route.position(at: arc)
      #expect([place.x, place.y] == vectors.snapped[index])
    }
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `places and directions are those of the exact vectors, round the loop and beyond`() throws {
    let vectors = try SharedData.vectors("arc_to_point", as: Places.self)
    let route = closed(vectors.loop)
    for (index, s) in vectors.s.enumerated() {
      let (place, direction) = (route.position(at: s), route.direction(at: s))
      #expect(abs(place.x - vectors.xy[index][0]) <= 1e-12)
      #expect(abs(place.y - vectors.xy[index][1]) <= 1e-12)
      #expect([direction.x, direction.y] == vectors.tangent[index])
    }
  }

  @Test func `the foot of stairs is not a place of the floor that they lead to`() {
    let route = Route(
      vertices: [
        Point(x: 0, y: 0), Point(x: 30, y: 0), Point(x: 33, y: 0, z: 4), Point(x: 0, y: 0, z: 4),
      ], floors: [0, 0, 1, 1], isClosed: false)
    let foot = Point(x: 30, y: 0)
    #expect(route.arc(nearestTo: foot, floor: 0) == 30)
    // 30 m of corridor, 5 m of stairs, and 3 m back on the floor above.
    #expect(route.arc(nearestTo: foot, floor: 1) == 38)
    // The upper half of the stairs begins 1.5 m before their head.
    #expect(route.arc(nearestTo: Point(x: 31.5, y: 0), floor: 1) == 32.5)
    #expect(route.arc(nearestTo: foot, floor: 5) == 30)
  }

  @Test func `an open route is held between its ends`() {
    #expect(corner.length == 7)
    #expect(corner.position(at: -2) == Point(x: 0, y: 0))
    #expect(corner.position(at: 9) == Point(x: 3, y: 4))
    #expect(corner.position(at: 5) == Point(x: 3, y: 2))
    #expect(corner.direction(at: 3) == Point(x: 0, y: 1))
    #expect(corner.arc(nearestTo: Point(x: -4, y: 1)) == 0)
    #expect(corner.arc(nearestTo: Point(x: 5, y: 9)) == 7)
  }

  @Test func `a closed route goes round in both directions`() {
    let square = closed([[0, 0], [10, 0], [10, 10], [0, 10]])
    #expect(square.wrapped(45) == 5)
    #expect(square.wrapped(-5) == 35)
    #expect(square.wrapped(40) == 0)
    #expect(square.wrapped(-1e-20) == 0)
    #expect(square.position(at: -5) == Point(x: 0, y: 5))
    #expect(square.arc(nearestTo: Point(x: -1, y: -1)) == 0)
  }

  @Test func `an anticlockwise loop is one that turns left`() {
    #expect(closed([[0, 0], [10, 0], [10, 10]]).isAnticlockwise == true)
    #expect(closed([[0, 0], [10, 10], [10, 0]]).isAnticlockwise == false)
    #expect(corner.isAnticlockwise == nil)
  }

  @Test func `follows the single line of a path, with its floors`() throws {
    let nodes = [(3.0, 0), (0.0, 0), (3.0, 1)].enumerated().map { index, node in
      PathGraph.Node(
        name: "\(index)", position: Point(x: node.0, y: index == 2 ? 4 : 0), floor: node.1)
    }
    let path = PathGraph(
      nodes: nodes, edges: [PathGraph.Edge(from: 0, to: 1), PathGraph.Edge(from: 2, to: 0)])
    #expect(try #require(Route(along: path)) == corner)
    let branching = PathGraph(
      nodes: nodes + [PathGraph.Node(name: "3", position: Point(x: 9, y: 0))],
      edges: path.edges + [PathGraph.Edge(from: 0, to: 3)])
    #expect(Route(along: branching) == nil)
  }
}
