import Positioning
import Testing
import World

@testable import Comparisons

/// A crossing at (10, 0) with arms of 10 m to the west, east and north, walked at 1 m/s.
@Suite struct NavigationTests {
  private static let path = PathGraph(
    nodes: [("west", 0.0, 0.0), ("cross", 10, 0), ("east", 20, 0), ("north", 10, 10)].map {
      PathGraph.Node(name: $0.0, position: Point(x: $0.1, y: $0.2))
    },
    edges: [(0, 1), (1, 2), (1, 3)].map { PathGraph.Edge(from: $0.0, to: $0.1) })

  private static func route() throws -> RouteLine { try #require(RouteLine(path, through: [0, 3])) }

  private static func walk(_ places: [(Double, Double)]) -> Walk {
    Walk(
      knots: places.enumerated().map { Walk.Knot(time: 10 * Double($0), position: Point(x: $1.0, y: $1.1)) })
  }

  private static let follows = walk([(0, 0), (10, 0), (10, 10)])
  private static let leaves = walk([(0, 0), (10, 0), (20, 0)])

  private static func tally(
    _ walk: Walk, fixes: (Double) -> Result<Fix, NoFix>
  ) throws -> NavigationTally {
    let route = try route()
    let callbacks = (1...20).map { Callback(time: Double($0), fix: fixes(Double($0)), direction: nil) }
    return NavigationTally(callbacks, along: walk, PlannedWalk(walk, on: route), route)
  }

  @Test func `a route is the shortest way, and knows how far along it a place is`() throws {
    let route = try Self.route()
    #expect(route.nodes == [0, 1, 3] && route.edges == [0, 2] && route.length == 20)
    let near = try #require(route.nearest(to: Point(x: 9, y: 0.5), floor: 0, within: 0...20))
    #expect(near.along == 9 && near.distance == 0.5)
    // Only what is 12 m along or more.
    let far = try #require(route.nearest(to: Point(x: 9, y: 0), floor: 0, within: 12...20))
    #expect(far.along == 12 && abs(far.distance - 5.0.squareRoot()) < 1e-12)
    #expect(route.nearest(to: .zero, floor: 1, within: 0...20) == nil)
    #expect(RouteLine(Self.path, through: [0]) == nil && RouteLine(Self.path, through: [0, 0]) == nil)
  }

  /// The crossing is passed after 10 s, and is known to be after 0.15 m more; 4 m before that is 4 s earlier.
  @Test func `a walk needs an instruction from 4 m before a branching node until it is passed`() throws {
    let walk = PlannedWalk(Self.follows, on: try Self.route())
    let need = try #require(walk.needs.first)
    #expect(walk.needs.count == 1 && need.right == .init(node: 1, edge: 2))
    #expect(abs(need.from - 6.2) < 0.11 && abs(need.until - 10.2) < 0.11)
    #expect(walk.leaving == nil && abs((walk.arrival ?? 0) - 19.7) < 0.11)
  }

  @Test func `a walk leaves where it takes another edge than planned`() throws {
    let walk = PlannedWalk(Self.leaves, on: try Self.route())
    #expect(abs((walk.leaving ?? 0) - 10.2) < 0.11 && walk.arrival == nil)
    #expect(walk.needs.map(\.right) == [.init(node: 1, edge: 2)])
  }

  @Test func `true positions guide a walker to the end without a false alarm`() throws {
    let tally = try Self.tally(Self.follows) { .success(Fix(position: Self.follows.position(at: $0))) }
    #expect(tally.needed == 1 && tally.inTime == 1 && tally.late == 0 && tally.falseAlarms == 0)
    #expect(tally.leavings == 0 && tally.arrivals == 1 && tally.wrongFloors == 0 && tally.fixes == 20)
    // Announced 2 m before the end, after 18 s; 19.7 s are the arrival.
    #expect(abs((tally.announcements.first ?? 0) + 1.7) < 0.11)
    #expect(tally.confident > 10 && tally.rightDirections == tally.confident)
  }

  /// Further than 4 m from the route from 15 s on, at 17 s for the third time; it was left at 10.2 s.
  @Test func `a walker who leaves is noticed by the third fix more than 4 m away`() throws {
    let tally = try Self.tally(Self.leaves) { .success(Fix(position: Self.leaves.position(at: $0))) }
    #expect(tally.leavings == 1 && tally.delays.count == 1 && tally.falseAlarms == 0)
    #expect(abs((tally.delays.first ?? 0) - 6.8) < 0.11)
  }

  @Test func `fixes elsewhere are false alarms, and without fixes every instruction is late`() throws {
    let astray = try Self.tally(Self.follows) { _ in .success(Fix(position: Point(x: 20, y: 0), floor: 0)) }
    #expect(astray.falseAlarms >= 1)
    let silent = try Self.tally(Self.follows) { _ in .failure(.tooFewBeacons(heard: 0, needed: 1)) }
    #expect(silent.needed == 1 && silent.late == 1 && silent.early == 0 && silent.announced.isEmpty)
    #expect(silent.fixes == 0 && silent.announcements.isEmpty)
  }

  /// From 6.2 to 10.2 s the edge to the north must be shown. Progress is `offset` metres ahead of the walker; the turn is announced at 6 m,
  /// where the walker then lacks 4 m and `offset` more; and the instruction goes at 11 m, before 10.2 s where `offset` is 1 m or more.
  @Test(arguments: [(-3.0, 1, 0), (0, 1, 0), (1, 0, 1), (3, 0, 1)])
  func
    `an instruction that is taken away before the node is passed is early, and its turn announced by so many metres`(
      offset: Double, inTime: Int, early: Int
    ) throws
  {
    let tally = try Self.tally(Self.follows) {
      .success(Fix(position: Self.follows.position(at: $0 + offset)))
    }
    #expect(tally.needed == 1 && tally.inTime == inTime && tally.early == early)
    #expect(tally.late == 0 && tally.wrongTurns == 0)
    #expect(tally.announced.count == 1 && abs((tally.announced.first ?? .nan) - offset) < 1e-9)
  }

  /// Without a fix until 8 s the navigator is silent when the walker is 4 m from the crossing; at 8 s it is 2 m away.
  @Test func `an instruction that comes after the last 4 m began is late`() throws {
    let tally = try Self.tally(Self.follows) {
      $0 < 8
        ? .failure(.tooFewBeacons(heard: 0, needed: 1))
        : .success(Fix(position: Self.follows.position(at: $0)))
    }
    #expect(tally.needed == 1 && tally.late == 1 && tally.early == 0)
    #expect(tally.announced.count == 1 && abs((tally.announced.first ?? .nan) + 2) < 1e-9)
  }

  /// To the end by north is 20 m from the crossing and planned; by east it is 5 + 11.2 m, which the new route takes after three fixes 5 m off.
  @Test func `the edge of a new route after a false alarm is a wrong turn`() throws {
    let path = PathGraph(
      nodes: [("west", 0.0, 0.0), ("cross", 10, 0), ("east", 15, 0), ("north", 10, 10), ("end", 20, 10)].map {
        PathGraph.Node(name: $0.0, position: Point(x: $0.1, y: $0.2))
      },
      edges: [(0, 1), (1, 2), (1, 3), (3, 4), (2, 4)].map { PathGraph.Edge(from: $0.0, to: $0.1) })
    let route = try #require(RouteLine(path, through: [0, 3, 4]))
    let walk = Self.walk([(0, 0), (10, 0), (10, 10), (20, 10)])
    let callbacks = (1...30).map { second in
      let place = second <= 3 ? Point(x: 0, y: -5) : walk.position(at: Double(second))
      return Callback(time: Double(second), fix: .success(Fix(position: place)), direction: nil)
    }
    let tally = NavigationTally(callbacks, along: walk, PlannedWalk(walk, on: route), route)
    #expect(tally.needed == 1 && tally.wrongTurns == 1)
    #expect(tally.inTime == 0 && tally.early == 0 && tally.late == 0)
    #expect(tally.announced.isEmpty)
  }
}
