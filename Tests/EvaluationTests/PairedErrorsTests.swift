import Evaluation
import NumericalMethods
import Testing

@Suite struct PairedErrorsTests {
  private func due(_ lap: Int, _ point: Int?, _ time: Double, _ metres: Double?) -> DueError {
    DueError(lap: lap, point: point, time: time, metres: metres)
  }

  @Test func `pairs errors by lap, point and time, in whatever order they come`() {
    let a = [due(0, 1, 10, 1), due(0, 2, 20, 2), due(1, 1, 10, 3), due(1, 1, 40, 4)]
    let b = [due(0, 1, 10, 1.5), due(0, 2, 20, 2), due(1, 1, 10, 2.5), due(1, 1, 40, 6)]
    let paired = PairedErrors(a, b)
    #expect(paired.pairs.map(\.difference) == [0.5, 0, -0.5, 2])
    #expect(paired.pairs.map(\.lap) == [0, 0, 1, 1])
    #expect(paired.pairs.map(\.time) == [10, 20, 10, 40])
    #expect(paired.unmatchedA == 0 && paired.unmatchedB == 0)
    var random = RandomStream(Seed(1))
    #expect(PairedErrors(a.shuffled(using: &random), b.shuffled(using: &random)) == paired)
  }

  @Test func `errors without a test point are paired by time, to the millisecond`() {
    let paired = PairedErrors(
      [due(3, nil, 1, 1), due(3, nil, 2, 1), due(3, nil, 3, 1)],
      [due(3, nil, 1.0009, 2), due(3, nil, 2.0011, 2), due(3, nil, 3, 2)])
    #expect(paired.pairs.map(\.time) == [1, 3])
    #expect(paired.unmatchedA == 1 && paired.unmatchedB == 1)
  }

  @Test func `what has no partner is counted, measured or missed`() {
    // Of A: lap 0 point 3, and lap 5. Of B: lap 0 point 2, and lap 7.
    let paired = PairedErrors(
      [due(0, 1, 1, 1), due(0, 3, 3, 1), due(5, 1, 1, nil)],
      [due(0, 1, 1, 2), due(0, 2, 2, 1), due(7, 1, 1, 1)])
    #expect(paired.pairs.count == 1)
    #expect(paired.unmatchedA == 2 && paired.unmatchedB == 2)
    #expect(paired.missedA == 0 && paired.missedB == 0)
  }

  @Test func `what one side missed is listed and in no pair`() {
    let paired = PairedErrors(
      [due(0, 1, 1, 1), due(0, 2, 2, nil), due(0, 3, 3, 3), due(0, 4, 4, nil)],
      [due(0, 1, 1, nil), due(0, 2, 2, 2), due(0, 3, 3, 5), due(0, 4, 4, nil)])
    #expect(paired.pairs.map(\.difference) == [2])
    #expect(paired.missedByOne.map(\.point) == [1, 2])
    #expect(paired.missedByOne.map(\.side) == [.b, .a])
    #expect(paired.missedByBoth == 1)
    #expect(paired.missedA == 2 && paired.missedB == 2)
  }
}
