import Positioning
import Testing
import World

@Suite struct PressOffsetTests {
  private static let site = Site(
    name: "corridor",
    path: PathGraph(
      nodes: [
        PathGraph.Node(name: "a", position: Point(x: 0, y: 0)),
        PathGraph.Node(name: "b", position: Point(x: 20, y: 0)),
      ], edges: [PathGraph.Edge(from: 0, to: 1)]),
    testPoints: [
      TestPoint(id: 1, position: Point(x: 12, y: 0)), TestPoint(id: 2, position: Point(x: 15, y: 0)),
    ],
    anchors: [])

  private func callback(_ time: Double, _ x: Double?, y: Double = 0) -> Callback {
    Callback(
      time: time, fix: x.map { .success(Fix(position: Point(x: $0, y: y))) } ?? .failure(.undetermined))
  }

  private func xs(_ callbacks: [Callback], presses: [Press], snap: Bool = true) -> [Double?] {
    var offset = PressOffset(presses: presses, site: Self.site, snap: snap)
    return callbacks.map { try? offset.moved($0).fix.get().position.x }
  }

  @Test func `a press moves the fixes after it, and not the one that counts at it`() {
    // At the press the last fix is at 10 m, the point at 12 m: 2 m are added from then on.
    let callbacks = [callback(4, 9), callback(5, 10), callback(6, 13), callback(7, 14)]
    #expect(xs(callbacks, presses: [Press(time: 5.5, testPoint: 0)]) == [9, 10, 15, 16])
    // A press at the moment of a callback is about that callback.
    #expect(xs(callbacks, presses: [Press(time: 5, testPoint: 0)]) == [9, 10, 15, 16])
  }

  @Test func `each press counts from the method's own fix, not from the moved one`() {
    // The second press finds 14 m at 15 m: 1 m takes the place of the 2 m.
    let callbacks = [callback(5, 10), callback(6, 13), callback(7, 14), callback(8, 16)]
    let presses = [Press(time: 7.5, testPoint: 1), Press(time: 5.5, testPoint: 0)]
    #expect(xs(callbacks, presses: presses) == [10, 15, 16, 17])
  }

  @Test func `moved fixes keep to the path, and a callback without a fix stays without`() {
    let callbacks = [callback(5, 10), callback(6, nil), callback(7, 19.5)]
    let presses = [Press(time: 5.5, testPoint: 0)]
    #expect(xs(callbacks, presses: presses) == [10, nil, 20])
    #expect(xs(callbacks, presses: presses, snap: false) == [10, nil, 21.5])
  }

  @Test func `before any fix a press tells nothing`() {
    #expect(xs([callback(5, nil), callback(6, 13)], presses: [Press(time: 5.5, testPoint: 0)]) == [nil, 13])
  }

  @Test func `a press at a callback is about that callback, to the microsecond`() {
    // 0.3 s lies a binary digit before 0.1 + 0.2.
    let callbacks = [callback(0.2, 9), callback(0.1 + 0.2, 10), callback(0.4, 13)]
    #expect(xs(callbacks, presses: [Press(time: 0.3, testPoint: 0)]) == [9, 10, 15])
  }
}
