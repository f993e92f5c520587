import TestSupport
import Testing
import World

@Suite struct WalkTests {
  /// 4 m east in 2 s, a rest of 3 s, then 6 m north in 4 s and up a floor.
  private let walk = Walk(knots: [
    Walk.Knot(time: 10, position: Point(x: 0, y: 0, z: 1)),
    Walk.Knot(time: 12, position: Point(x: 4, y: 0, z: 1)),
    Walk.Knot(time: 15, position: Point(x: 4, y: 0, z: 1)),
    Walk.Knot(time: 19, position: Point(x: 4, y: 6, z: 5), floor: 1),
  ])

  @Test func `goes in straight lines between its knots`() {
    #expect(walk.position(at: 11) == Point(x: 2, y: 0, z: 1))
    #expect(walk.position(at: 12) == Point(x: 4, y: 0, z: 1))
    #expect(walk.position(at: 13.7) == Point(x: 4, y: 0, z: 1))
    #expect(walk.position(at: 16) == Point(x: 4, y: 1.5, z: 2))
  }

  @Test func `stands where it begins and where it ends`() {
    #expect(walk.span == 10...19)
    #expect(walk.position(at: 3) == Point(x: 0, y: 0, z: 1))
    #expect(walk.position(at: 99) == Point(x: 4, y: 6, z: 5))
    #expect(walk.velocity(at: 9.99) == .zero)
    #expect(walk.velocity(at: 19) == .zero)
    #expect(walk.velocity(at: 99) == .zero)
  }

  @Test func `goes as fast as the leg that has begun`() {
    #expect(walk.velocity(at: 10) == Point(x: 2, y: 0))
    #expect(walk.velocity(at: 11.9) == Point(x: 2, y: 0))
    #expect(walk.velocity(at: 12) == .zero)
    #expect(walk.velocity(at: 15) == Point(x: 0, y: 1.5, z: 1))
  }

  @Test func `is on the floor of the knot that is nearer in time`() {
    #expect(walk.floor(at: 3) == 0)
    #expect(walk.floor(at: 17) == 0)
    #expect(walk.floor(at: 17.01) == 1)
    #expect(walk.floor(at: 99) == 1)
  }

  @Test func `a single knot is somebody who stands`() {
    let standing = Walk(knots: [Walk.Knot(time: 5, position: Point(x: 1, y: 2), floor: 3)])
    for time in [0.0, 5, 9] {
      #expect(standing.position(at: time) == Point(x: 1, y: 2))
      #expect(standing.velocity(at: time) == .zero)
      #expect(standing.floor(at: time) == 3)
    }
  }

  struct Crossings: Decodable {
    let v: Double
    let perimeter: Double
    let testPoints: [Double]
    let ccw: [Double]
    let cw: [Double]

    enum CodingKeys: String, CodingKey {
      case v, perimeter, ccw, cw
      case testPoints = "test_s"
    }
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `is at the test points when the exact vectors say, in either direction`() throws {
    let vectors = try SharedData.vectors("crossing_time", as: Crossings.self)
    let loop = Route(
      vertices: [
        Point(x: 0, y: 0), Point(x: 36, y: 0), Point(x: 36, y: 16.5), Point(x: 0, y: 16.5),
      ], isClosed: true)
    #expect(loop.length == vectors.perimeter)
    let corners = zip(loop.arcs, loop.vertices + [loop.vertices[0]])
    let forward = Walk(
      knots: corners.map { Walk.Knot(time: $0 / vectors.v, position: $1) })
    let backward = Walk(
      knots: corners.reversed().map { Walk.Knot(time: (loop.length - $0) / vectors.v, position: $1) })
    for (index, s) in vectors.testPoints.enumerated() {
      let point = loop.position(at: s)
      #expect(forward.position(at: vectors.ccw[index]).distance(to: point) < 1e-12)
      #expect(backward.position(at: vectors.cw[index]).distance(to: point) < 1e-12)
    }
  }

  @Test func `marks are steps, stays and straight lines`() {
    func knot(_ time: Double, _ x: Double) -> Walk.Knot { Walk.Knot(time: time, position: Point(x: x, y: 0)) }
    var marks = WalkMarks()
    marks.add(knot(0, 1), staying: .next)
    marks.add(knot(2, 3), staying: .until(5))
    marks.add(knot(7, 5))
    marks.add(knot(8, 6), staying: .next)
    let walk = marks.walk(until: 20)
    // 1 until just before 2 s; 3 until 5 s, then 1 m/s to 5; on to 6, which lasts until the end.
    let times = [0, 1.999999, 2, 5, 6, 7, 7.5, 8, 20]
    #expect(times.map { walk.position(at: $0).x } == [1, 1, 3, 3, 4, 5, 5.5, 6, 6])
    #expect(walk.span == 0...20 && marks.walk().span == 0...8)
  }
}
