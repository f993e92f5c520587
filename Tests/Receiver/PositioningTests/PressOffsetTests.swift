import Positioning
import Testing
import World

@Suite struct PressOffsetTests {
  private static let path = PathGraph(
    nodes: [
      PathGraph.Node(name: "a", position: Point(x: 0, y: 0)),
      PathGraph.Node(name: "b", position: Point(x: 20, y: 0)),
    ], edges: [PathGraph.Edge(from: 0, to: 1)])

  private func press(_ time: Double, at x: Double) -> LapPrior.Press {
    LapPrior.Press(time: time, position: Point(x: x, y: 0))
  }

  private func fix(_ time: Double, _ x: Double?) -> (Double, Result<Fix, NoFix>) {
    (time, x.map { .success(Fix(position: Point(x: $0, y: 0))) } ?? .failure(.undetermined))
  }

  private func xs(
    _ fixes: [(Double, Result<Fix, NoFix>)], presses: [LapPrior.Press], snap: Bool = true
  ) -> [Double?] {
    var offset = PressOffset(presses: presses, path: snap ? Self.path : nil)
    return fixes.map { try? offset.moved($1, at: $0).get().position.x }
  }

  @Test func `a press moves the fixes after it, and not the one that counts at it`() {
    // At the press the last fix is at 10 m, the point at 12 m: 2 m are added from then on.
    let fixes = [fix(4, 9), fix(5, 10), fix(6, 13), fix(7, 14)]
    #expect(xs(fixes, presses: [press(5.5, at: 12)]) == [9, 10, 15, 16])
    // A press at the moment of a callback is about that callback.
    #expect(xs(fixes, presses: [press(5, at: 12)]) == [9, 10, 15, 16])
  }

  @Test func `each press counts from the method's own fix, not from the moved one`() {
    // The second press finds 14 m at 15 m: 1 m takes the place of the 2 m.
    let fixes = [fix(5, 10), fix(6, 13), fix(7, 14), fix(8, 16)]
    let presses = [press(5.5, at: 12), press(7.5, at: 15)]
    #expect(xs(fixes, presses: presses) == [10, 15, 16, 17])
  }

  @Test func `moved fixes keep to the path, and a callback without a fix stays without`() {
    let fixes = [fix(5, 10), fix(6, nil), fix(7, 19.5)]
    let presses = [press(5.5, at: 12)]
    #expect(xs(fixes, presses: presses) == [10, nil, 20])
    #expect(xs(fixes, presses: presses, snap: false) == [10, nil, 21.5])
  }

  @Test func `before any fix a press tells nothing`() {
    #expect(xs([fix(5, nil), fix(6, 13)], presses: [press(5.5, at: 12)]) == [nil, 13])
  }

  @Test func `a press at a callback is about that callback, to the microsecond`() {
    // 0.3 s lies a binary digit before 0.1 + 0.2.
    let fixes = [fix(0.2, 9), fix(0.1 + 0.2, 10), fix(0.4, 13)]
    #expect(xs(fixes, presses: [press(0.3, at: 12)]) == [9, 10, 15])
  }
}
