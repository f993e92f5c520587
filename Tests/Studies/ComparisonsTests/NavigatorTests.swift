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
