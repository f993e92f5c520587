import Documents
import Positioning
import Testing
import World

@Suite struct BoxAndRingTests {
  // Squares of 5, 4 and 6 m about (0, 0), (8, 2) and (4, 9): x from max(-5, 4, -2) to min(5, 12, 10), y from
  // max(-5, -2, 3) to min(5, 6, 15).
  @Test func `min-max is the centre of the box that all squares share`() throws {
    let site = Sites.ranged(Sites.site([(0.0, 0.0), (8, 2), (4, 9)].map { Point(x: $0.0, y: $0.1, z: 1.2) }))
    var method = MinMax(site)
    let fix = try method.fix(from: Sites.epoch(site, distances: [5, 4, 6]))
    #expect(fix.position.distance(to: Point(x: 4.5, y: 4)) < 1e-9)
  }

  // A beacon 1.5 m above the phone at 2.5 m is 2 m away on the plan.
  @Test func `min-max uses distances on the plan, or in space`() throws {
    let site = Sites.ranged(Sites.site([(0.0, 0.0), (10, 0)].map { Point(x: $0.0, y: $0.1, z: 2.7) }))
    let epoch = Sites.epoch(site, distances: [2.5, 8.5])
    var method = MinMax(site)
    let across = (8.5 * 8.5 - 1.5 * 1.5).squareRoot()
    #expect(
      try method.fix(from: epoch).position.distance(to: Point(x: (10 - across + 2) / 2, y: 0)) < 1e-9)
    method = MinMax(site, .init { $0.radius = .threeD })
    #expect(try method.fix(from: epoch).position.distance(to: Point(x: 2, y: 0)) < 1e-9)
  }

  // Beacons at x = 0, 4 and 10 on a path along them. About the first, 3 m is within 4; about the second, 3 m is within 4 and
  // 6; about the third, 8 m is between 6 and 10. All three rings hold for x from 0 up to 4, less 4 itself: cells 0.5 … 3.5.
  @Test func `ring overlap is the middle of the places in the most rings`() throws {
    let path = Sites.path([Point(x: 0, y: 0), Point(x: 12, y: 0)], edges: [(0, 1)])
    let places = [0.0, 4, 10].map { Point(x: $0, y: 0, z: 1.2) }
    let site = Sites.ranged(Sites.site(places, path: path))
    var method = RingOverlap(site, .init { $0.ground = .path })
    let fix = try method.fix(from: Sites.epoch(site, distances: [3, 3, 8]))
    #expect(fix.position.distance(to: Point(x: 2, y: 0)) < 1e-9)
  }

  // Rings of four corners about the middle of a square with a side of 8 m: all reach from 0 to 8 m, as 5.66 m is less. On the
  // plan the cells within all four are symmetrical about the middle.
  @Test func `ring overlap on the plan keeps to the symmetry of the beacons`() throws {
    let corners = [(0.0, 0.0), (8, 0), (8, 8), (0, 8)].map { Point(x: $0.0, y: $0.1, z: 1.2) }
    let site = Sites.ranged(Sites.site(corners))
    var method = RingOverlap(site)
    let fix = try method.fix(from: Sites.epoch(site, distances: [5.66, 5.66, 5.66, 5.66]))
    #expect(fix.position.distance(to: Point(x: 4, y: 4)) < 1e-9)
  }
}
