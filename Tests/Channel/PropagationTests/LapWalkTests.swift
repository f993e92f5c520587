import Documents
import NumericalMethods
import Propagation
import TestSupport
import Testing
import World

@Suite struct LapWalkTests {
  struct Crossings: Decodable {
    let speed: Double
    let perimeter: Double
    let arcs: [Double]
    let anticlockwise: [Double]
    let clockwise: [Double]

    enum CodingKeys: String, CodingKey {
      case perimeter
      case speed = "v"
      case arcs = "test_s"
      case anticlockwise = "ccw"
      case clockwise = "cw"
    }
  }

  let route = Fixtures.route35
  let site = Fixtures.floor35

  private func lap(
    _ settings: WalkSettings = WalkSettings(), _ direction: TravelDirection = .forward, seed: Int = 1
  ) -> LapWalk {
    LapWalk(
      along: Itinerary(route), testPoints: site.testPoints, settings: settings, direction: direction,
      seed: Seed(UInt64(seed)))
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `passes the test points at the times of the exact vectors, both ways round`() throws {
    let vectors = try SharedData.vectors("crossing_time", as: Crossings.self)
    let settings = WalkSettings { ($0.speed, $0.speedDeviation, $0.pressJitter) = (vectors.speed, 0, 0) }
    for (direction, times) in [
      (TravelDirection.forward, vectors.anticlockwise), (.backward, vectors.clockwise),
    ] {
      let lap = lap(settings, direction)
      #expect(lap.presses.map(\.time) == lap.presses.map(\.time).sorted())
      for press in lap.presses {
        #expect(abs(press.time - lap.start - times[press.testPoint]) < 1e-9)
        let place = lap.walk.position(at: press.time)
        #expect(place.horizontalDistance(to: site.testPoints[press.testPoint].position) < 1e-9)
        #expect(place.z == 1.2)
      }
      #expect(Set(lap.presses.map(\.testPoint)).count == 12)
    }
  }

  @Test func `walks along the path at one speed from further back to the stream's end`() {
    let settings = WalkSettings { $0.duration = 114 }
    for direction in TravelDirection.allCases {
      let lap = lap(settings, direction, seed: 3)
      #expect(lap.duration == 114 && abs(lap.walk.span.lowerBound) < 1e-9)
      #expect(abs(lap.walk.span.upperBound - 114) < 1e-9)
      for second in stride(from: 0.0, through: 114, by: 0.37) {
        let walked = lap.speed * (second - lap.start)
        let expected = route.position(at: direction == .forward ? walked : -walked)
        #expect(lap.walk.position(at: second).horizontalDistance(to: expected) < 1e-9)
      }
    }
  }

  @Test func `stands at the ends of an open route`() {
    let route = Route(vertices: [Point(x: 0, y: 0), Point(x: 6, y: 0), Point(x: 6, y: 4)], isClosed: false)
    let points = [
      TestPoint(id: 1, position: Point(x: 6, y: 0)), TestPoint(id: 2, position: Point(x: 3, y: 1)),
    ]
    let settings = WalkSettings { ($0.speed, $0.speedDeviation, $0.duration, $0.pressJitter) = (1, 0, 60, 0) }
    let lap = LapWalk(
      along: Itinerary(route), testPoints: points, settings: settings, direction: .backward, seed: Seed(1))
    #expect(lap.walk.position(at: 5) == Point(x: 6, y: 4, z: 1.2))
    #expect(lap.walk.position(at: 59) == Point(x: 0, y: 0, z: 1.2))
    #expect(lap.presses.map(\.testPoint) == [0, 1])
    #expect(
      abs(lap.presses[0].time - lap.start - 4) < 1e-9 && abs(lap.presses[1].time - lap.start - 7) < 1e-9)
    #expect(lap.start >= 20 && lap.start < 21)
  }

  @Test func `lasts until two seconds after the route's end unless told otherwise`() {
    let lap = lap(WalkSettings { ($0.speed, $0.speedDeviation) = (1.25, 0) })
    #expect(abs(lap.duration - (lap.start + 84 + 2)) < 1e-12)
  }

  @Test func `speeds, starts and presses spread as they are set to`() {
    // 4000 laps, 48,000 presses. Standard errors: mean speed 0.05 / 63.2 = 7.9e-4, its deviation 5.6e-4 (the
    // clip at 10 and more deviations changes nothing); start 0.289 / 63.2 = 4.6e-3; jitter's mean 0.15 / 219 =
    // 6.8e-4, its deviation 4.8e-4. Bounds at 5.5 of them: 5 of them, 2e-7 in all.
    var (speeds, starts, jitters) = (Moments(), Moments(), Moments())
    for seed in 0..<4000 {
      let lap = lap(seed: seed)
      speeds.add(lap.speed)
      starts.add(lap.start)
      for press in lap.presses {
        let crossing = lap.start + (4.375 + 8.75 * Double(press.testPoint)) / lap.speed
        jitters.add(press.time - crossing)
      }
    }
    #expect(abs(speeds.mean - 1.3) < 5.5 * 7.9e-4)
    #expect(abs(speeds.deviation - 0.05) < 5.5 * 5.6e-4)
    #expect(abs(starts.mean - 20.5) < 5.5 * 4.6e-3)
    #expect(abs(jitters.mean) < 5.5 * 6.8e-4)
    #expect(abs(jitters.deviation - 0.15) < 5.5 * 4.8e-4)
  }

  @Test func `holds the speed in its range`() {
    let settings = WalkSettings { ($0.speed, $0.speedDeviation) = (1.3, 5) }
    let speeds = (0..<200).map { lap(settings, seed: $0).speed }
    #expect(speeds.min() == 0.8 && speeds.max() == 1.8)
  }

  @Test func `one seed gives one lap, and a test point more moves nobody else's press`() {
    #expect(lap(seed: 9) == lap(seed: 9))
    #expect(lap(seed: 9) != lap(seed: 10))
    let more = LapWalk(
      along: Itinerary(route), testPoints: site.testPoints + [TestPoint(id: 13, position: Point(x: 2, y: 0))],
      settings: WalkSettings(), direction: .forward, seed: Seed(9))
    #expect(more.presses.filter { $0.testPoint < 12 } == lap(seed: 9).presses)
  }

  @Test func `goes up with the floors of a route`() {
    let route = Route(
      vertices: [Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 16, y: 0, z: 3), Point(x: 30, y: 0, z: 3)],
      floors: [0, 0, 1, 1], isClosed: false)
    let settings = WalkSettings { ($0.speed, $0.speedDeviation) = (1, 0) }
    let lap = LapWalk(
      along: Itinerary(route), testPoints: [], settings: settings, direction: .forward, seed: Seed(1))
    #expect(lap.walk.floor(at: lap.start + 5) == 0)
    #expect(lap.walk.floor(at: lap.start + 25) == 1)
    #expect(abs(lap.walk.position(at: lap.start + 25).z - 4.2) < 1e-12)
  }
}
