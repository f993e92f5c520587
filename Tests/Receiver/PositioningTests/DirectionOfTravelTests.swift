import Documents
import Positioning
import Testing
import World

@Suite struct DirectionOfTravelTests {
  static let site = Sites.ranged(Sites.floor, n: 1.8)

  private func directions(
    _ settings: DirectionOfTravel.Settings, along arcs: [Double], on route: Route = Sites.floorRoute,
    site: RangedSite = site, levels change: (Int) -> Double = { _ in 0 }
  ) -> [TravelDirection?] {
    var travel = DirectionOfTravel(site, along: route, settings)
    return arcs.enumerated().map { second, s in
      let levels = Sites.levels(site, at: route.position(at: s)).map { level in
        level.map { DBm($0.value + change(second)) }
      }
      return travel.direction(from: Sites.epoch(levels, at: Double(second + 1)))
    }
  }

  @Test(arguments: [(3, 1.0), (5, 1), (5, 2), (5, 3), (8, 3), (8, 5)])
  func `is found both ways all round the loop, past the start too`(beacons: Int, seconds: Double) {
    let settings = DirectionOfTravel.Settings {
      ($0.beacons, $0.seconds, $0.leastSlope) = (beacons, seconds, 0)
    }
    let forward = directions(settings, along: (0..<100).map { 1.3 * Double($0) })
    let backward = directions(settings, along: (0..<100).map { -1.3 * Double($0) })
    let known = Int(seconds)
    #expect(forward.prefix(known).allSatisfy { $0 == nil })
    #expect(forward.dropFirst(known).allSatisfy { $0 == .forward })
    #expect(backward.dropFirst(known).allSatisfy { $0 == .backward })
  }

  @Test func `is found on an open line and follows a turn`() {
    let route = Route(vertices: [.zero, Point(x: 60, y: 0)], isClosed: false)
    let beacons = (0..<20).map { Point(x: 3 * Double($0), y: 1, z: 3) }
    let site = Sites.ranged(Sites.site(beacons))
    let out = (0...20).map { 10 + 1.3 * Double($0) }
    let found = directions(.init(), along: out + out.reversed(), on: route, site: site)
    #expect(found[3...20].allSatisfy { $0 == .forward })
    #expect(found[25...].allSatisfy { $0 == .backward })
  }

  @Test func `is unknown for somebody who stands`() {
    let found = directions(.init(), along: [Double](repeating: 20, count: 10))
    #expect(found.allSatisfy { $0 == nil })
    let still = directions(.init { $0.leastSlope = 0 }, along: [Double](repeating: 20, count: 10))
    #expect(still.allSatisfy { $0 == nil })
  }

  @Test func `does not feel a change that all beacons share`() {
    let pocketed = directions(.init(), along: [Double](repeating: 20, count: 10)) { -3 * Double($0) }
    #expect(pocketed.allSatisfy { $0 == nil })
    let walking = directions(.init(), along: (0..<20).map { 1.3 * Double($0) }) { -3 * Double($0) }
    #expect(walking.dropFirst(3).allSatisfy { $0 == .forward })
  }

  @Test func `needs two beacons at different places`() {
    let route = Route(vertices: [.zero, Point(x: 60, y: 0)], isClosed: false)
    let site = Sites.ranged(Sites.site([Point(x: 5, y: 1, z: 3), Point(x: 5, y: 2, z: 3)]))
    let found = directions(.init(), along: (0..<10).map(Double.init), on: route, site: site)
    #expect(found.allSatisfy { $0 == nil })
  }

  @Test func `says which setting is out of range`() {
    #expect(DirectionOfTravel.Settings().fault == nil)
    #expect(DirectionOfTravel.Settings { $0.beacons = 1 }.fault?.key == "beacons")
    #expect(DirectionOfTravel.Settings { $0.seconds = 0 }.fault?.key == "seconds")
    #expect(DirectionOfTravel.Settings { $0.leastSlope = -1 }.fault?.key == "leastSlope")
  }

  @Test func `takes a change over as many callbacks at any time`() {
    let route = Route(vertices: [.zero, Point(x: 60, y: 0)], isClosed: false)
    let beacons = (0..<20).map { Point(x: 3 * Double($0), y: 1, z: 3) }
    let site = Sites.ranged(Sites.site(beacons))
    for first in 1...300 {
      var travel = DirectionOfTravel(site, along: route, .init { ($0.seconds, $0.leastSlope) = (0.3, 0) })
      let found = (first..<first + 4).map { callback in
        let place = Point(x: 10 + 1.3 * Double(callback - first), y: 0)
        return travel.direction(
          from: Sites.epoch(Sites.levels(site, at: place), at: Double(callback) * 0.1))
      }
      #expect(found == [nil, nil, nil, .forward], "\(first)")
    }
  }
}
