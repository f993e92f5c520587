import Documents
import Positioning
import Testing
import World

@Suite struct DirectionOfTravelTests {
  static let site = Sites.ranged(Sites.floor, n: 1.8)
  private static let line = Sites.path([.zero, Point(x: 60, y: 0)], edges: [(0, 1)])

  private func directions(
    _ settings: DirectionOfTravel.Settings, along arcs: [Double], on path: PathGraph? = Sites.floor.path,
    site: RangedSite = site, levels change: (Int) -> Double = { _ in 0 }
  ) throws -> [WayAhead?] {
    let path = try #require(path)
    let route = try #require(Route(along: path))
    var travel = DirectionOfTravel(site, on: path, settings)
    return arcs.enumerated().map { second, s in
      let levels = Sites.levels(site, at: route.position(at: s)).map { level in
        level.map { DBm($0.value + change(second)) }
      }
      return travel.direction(from: Sites.epoch(levels, at: Double(second + 1)), at: nil)
    }
  }

  @Test(arguments: [(3, 1.0), (5, 1), (5, 2), (5, 3), (8, 3), (8, 5)])
  func `is found both ways all round the loop, past the start too`(beacons: Int, seconds: Double) throws {
    let settings = DirectionOfTravel.Settings {
      ($0.beacons, $0.seconds, $0.leastSlope) = (beacons, seconds, 0)
    }
    let forward = try directions(settings, along: (0..<100).map { 1.3 * Double($0) })
    let backward = try directions(settings, along: (0..<100).map { -1.3 * Double($0) })
    let known = Int(seconds)
    #expect(forward.prefix(known).allSatisfy { $0 == nil })
    #expect(forward.dropFirst(known).allSatisfy { $0 == .along(.forward) })
    #expect(backward.dropFirst(known).allSatisfy { $0 == .along(.backward) })
  }

  @Test func `is found on an open line and follows a turn`() throws {
    let beacons = (0..<20).map { Point(x: 3 * Double($0), y: 1, z: 3) }
    let site = Sites.ranged(Sites.site(beacons))
    let out = (0...20).map { 10 + 1.3 * Double($0) }
    let found = try directions(.init(), along: out + out.reversed(), on: Self.line, site: site)
    #expect(found[3...20].allSatisfy { $0 == .along(.forward) })
    #expect(found[25...].allSatisfy { $0 == .along(.backward) })
  }

  @Test func `is unknown for somebody who stands`() throws {
    let found = try directions(.init(), along: [Double](repeating: 20, count: 10))
    #expect(found.allSatisfy { $0 == nil })
    let still = try directions(.init { $0.leastSlope = 0 }, along: [Double](repeating: 20, count: 10))
    #expect(still.allSatisfy { $0 == nil })
  }

  @Test func `does not feel a change that all beacons share`() throws {
    let pocketed = try directions(.init(), along: [Double](repeating: 20, count: 10)) { -3 * Double($0) }
    #expect(pocketed.allSatisfy { $0 == nil })
    let walking = try directions(.init(), along: (0..<20).map { 1.3 * Double($0) }) { -3 * Double($0) }
    #expect(walking.dropFirst(3).allSatisfy { $0 == .along(.forward) })
  }

  @Test func `needs two beacons at different places`() throws {
    let site = Sites.ranged(Sites.site([Point(x: 5, y: 1, z: 3), Point(x: 5, y: 2, z: 3)]))
    let found = try directions(.init(), along: (0..<10).map(Double.init), on: Self.line, site: site)
    #expect(found.allSatisfy { $0 == nil })
  }

  @Test func `says which setting is out of range`() {
    #expect(DirectionOfTravel.Settings().fault == nil)
    #expect(DirectionOfTravel.Settings { $0.beacons = 1 }.fault?.key == "beacons")
    #expect(DirectionOfTravel.Settings { $0.seconds = 0 }.fault?.key == "seconds")
    #expect(DirectionOfTravel.Settings { $0.leastSlope = -1 }.fault?.key == "leastSlope")
  }

  @Test func `takes a change over as many callbacks at any time`() {
    let beacons = (0..<20).map { Point(x: 3 * Double($0), y: 1, z: 3) }
    let site = Sites.ranged(Sites.site(beacons))
    for first in 1...300 {
      var travel = DirectionOfTravel(site, on: Self.line, .init { ($0.seconds, $0.leastSlope) = (0.3, 0) })
      let found = (first..<first + 4).map { callback in
        let place = Point(x: 10 + 1.3 * Double(callback - first), y: 0)
        return travel.direction(
          from: Sites.epoch(Sites.levels(site, at: place), at: Double(callback) * 0.1), at: nil)
      }
      #expect(found == [nil, nil, nil, .along(.forward)], "\(first)")
    }
  }

  /// Arms of 10 m to the west (n0), east (n2) and north (n3) of a junction (n1), and a beacon 8 m along each.
  private static let fork = Sites.path(
    [Point(x: -10, y: 0), .zero, Point(x: 10, y: 0), Point(x: 0, y: 10)], edges: [(0, 1), (1, 2), (1, 3)])
  private static let arms = Sites.ranged(
    Sites.site([Point(x: -8, y: 0, z: 1.2), Point(x: 8, y: 0, z: 1.2), Point(x: 0, y: 8, z: 1.2)]))

  /// By hand: from 3 m west of the junction the beacons lie at -5, 11 and 11 m, so changes of -4, 2 and 2 dB have a slope of
  /// 64 / 170.67 = 0.375 dB/m; from 3 m north they lie at -11, -11 and 5 m, and -2, -2 and 4 dB have the same.
  @Test(
    arguments: [
      (Point(x: -3, y: 0.4), [-4.0, 2, 2], "n1"), (Point(x: -3, y: 0), [4, -2, -2], "n0"),
      (Point(x: 0, y: 3), [-2, -2, 4], "n3"), (Point(x: 0.4, y: 3), [2, 2, -4], "n1"),
      (Point(x: 3, y: 0), [-2, 4, -2], "n2"),
    ])
  func `on a path that branches is towards a node of the edge of the fix`(
    place: Point, changes: [Double], node: String
  ) {
    for (least, expected) in [(0.374, WayAhead?.some(.towards(node: node))), (0.376, nil)] {
      var travel = DirectionOfTravel(
        Self.arms, on: Self.fork, .init { ($0.seconds, $0.leastSlope) = (1, least) })
      let fix = Fix(position: place)
      #expect(travel.direction(from: Sites.epoch([-70, -70, -70]), at: fix) == nil)
      let after = Sites.epoch(changes.map { DBm(-70 + $0) }, at: 2)
      #expect(travel.direction(from: after, at: fix) == expected)
      #expect(travel.direction(from: Sites.epoch(changes.map { DBm(-70 + 2 * $0) }, at: 3), at: nil) == nil)
    }
  }
}
