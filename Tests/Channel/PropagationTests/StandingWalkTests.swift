import Documents
import NumericalMethods
import Propagation
import Testing
import World

/// Stays at three points in a row, at an elevation of 3 m.
@Suite struct StandingWalkTests {
  private static let site = Site(
    name: "row", floors: [Floor(level: 1, elevation: 3)],
    testPoints: (0..<3).map {
      TestPoint(id: .number($0 + 1), position: Point(x: 2 * Double($0), y: 1, z: 3), floor: 1)
    }, anchors: [])

  private func visits(_ change: (inout StandingVisits.Settings) -> Void) -> StandingVisits {
    StandingVisits(StandingVisits.Settings(change), on: Self.site, height: 1.2, interval: 0.5)
  }

  @Test func `stands at each point until its last reading and a microsecond later at the next`() {
    let stays = StandingWalk(places: Self.site.testPlaces(height: 1.2), readings: 4, interval: 0.5)
    #expect(stays.duration == 6 && stays.moment(5) == 2.5 && stays.stays == [2, 4, 6])
    let walk = stays.walk
    #expect(walk.position(at: 0) == Point(x: 0, y: 1, z: 4.2) && walk.floor(at: 3) == 1)
    #expect(walk.position(at: 2) == Point(x: 0, y: 1, z: 4.2))
    #expect(walk.position(at: 2.000001) == Point(x: 2, y: 1, z: 4.2))
    #expect(walk.position(at: 6) == Point(x: 4, y: 1, z: 4.2))
    #expect(stays.presses.map(\.time) == [2, 4, 6] && stays.presses.map(\.testPoint) == [0, 1, 2])
  }

  @Test func `visits points in the site's order, then unlisted places without a press`() {
    let visits = visits { ($0.points, $0.readings, $0.unlisted) = (2, 3, [Point(x: 9, y: 9)]) }
    #expect(visits.duration == 4.5)
    var seen: Set<[Int]> = []
    for seed in 0..<40 {
      let walk = visits.walk(seed: Seed(UInt64(seed)))
      let points = walk.places.dropLast().compactMap(\.testPoint)
      #expect(points == points.sorted() && Set(points).count == 2)
      #expect(walk.places[2] == .init(position: Point(x: 9, y: 9, z: 4.2), floor: 1))
      #expect(walk.presses.map(\.time) == [1.5, 3])
      seen.insert(points)
    }
    // One of three pairs is left out of 40 draws with a chance of 3 (2/3)^40 = 3e-7; the seeds are fixed.
    #expect(seen == [[0, 1], [0, 2], [1, 2]])
  }

  @Test func `visits every point once in a random order`() {
    let visits = visits { $0.isShuffled = true }
    let orders = Set((0..<60).map { visits.walk(seed: Seed(UInt64($0))).places.compactMap(\.testPoint) })
    #expect(orders.count == 6 && orders.allSatisfy { $0.sorted() == [0, 1, 2] })
  }

  @Test func `is a journey whose lap ends with the last stay`() {
    let visits = visits { $0.readings = 2 }
    let lap = LapWalk(
      of: .standing(visits), testPoints: Self.site.testPoints, settings: WalkSettings(), direction: .forward,
      lap: 0, seed: Seed(3))
    #expect(lap.direction == nil && lap.start == 0 && lap.duration == 3)
    #expect(lap.presses.map(\.time) == [1, 2, 3] && lap.walk == visits.walk(seed: Seed(3)).walk)
  }
}
