import Evaluation
import NumericalMethods
import TestSupport
import Testing

@Suite struct PairedErrorsTests {
  private func due(_ lap: Int, _ point: Int?, _ time: Double, _ metres: Double?) -> PositionError {
    PositionError(lap: lap, point: point, time: time, metres: metres)
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

  @Test func `laps that come one by one are paired as all at once`() {
    let a = [
      [due(0, 1, 10, 1), due(0, 2, 20, nil)], [due(1, 1, 10, 3), due(1, 1, 40, 4)], [due(3, 1, 1, 1)],
    ]
    let b = [[due(0, 2, 20, 2), due(0, 1, 10, 1.5)], [due(1, 1, 40, 6)], []]
    let paired = PairedErrors(byLap: zip(a, b).map { (a: $0, b: $1) })
    #expect(paired == PairedErrors(a.flatMap(\.self), b.flatMap(\.self)))
    #expect(paired.pairs.map(\.difference) == [0.5, 2] && paired.unmatchedA == 2)
  }

  @Test func `errors without a test point are paired by time, to the millisecond`() {
    let paired = PairedErrors(
      [due(3, nil, 1, 1), due(3, nil, 2, 1), due(3, nil, 3, 1)],
      [due(3, nil, 1.0009, 2), due(3, nil, 2.0011, 2), due(3, nil, 3, 2)])
    #expect(paired.pairs.map(\.time) == [1, 3])
    #expect(paired.unmatchedA == 1 && paired.unmatchedB == 1)
  }

  @Test func `what has no partner is told how near one is, of the same lap and point`() {
    // Of lap 0: 10 and 20 have partners at 10.004 and 19.99; lap 1 has another point only; 40 of lap 2 has none left.
    let a = [
      due(0, nil, 10, 1), due(0, nil, 20, 1), due(1, 1, 10, 1), due(2, nil, 30, 1), due(2, nil, 40, 1),
    ]
    let b = [due(0, nil, 10.004, 1), due(0, nil, 19.99, 1), due(1, 2, 10.002, 1), due(2, nil, 30, 1)]
    let paired = PairedErrors(a, b)
    #expect(paired.pairs.count == 1 && paired.shortestSpacing == 19.99 - 10.004)
    #expect(paired.timeDifferences == [10.004 - 10, 20 - 19.99])
    let wide = PairedErrors(a, b, timeTolerance: 0.01)
    #expect(wide.pairs.map(\.time) == [10, 20, 30] && wide.timeDifferences.isEmpty)
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

  /// Laps of four moments; both sides miss all of each lap that they lose.
  private func losing(_ a: Set<Int>, _ b: Set<Int>, of laps: Int) -> PairedErrors {
    func errors(_ lost: Set<Int>) -> [PositionError] {
      (0..<4 * laps).map { due($0 / 4, $0 % 4, Double($0 % 4), lost.contains($0 / 4) ? nil : 1) }
    }
    return PairedErrors(errors(a), errors(b))
  }

  @Test(arguments: [10, 50, 300]) func `four whole laps lost by B alone are missed more, and three are not`(
    laps: Int
  ) {
    // k of L laps: a mean k / L with a standard error of √((k / L - k² / L²) / (L - 1)). By scipy.stats.t.ppf(0.975, L - 1),
    // 2.262 (10), 2.010 (50), 1.968 (300): k = 3 is 1.96, 1.75 and 1.74 standard errors, k = 4 is 2.45, 2.06 and 2.01.
    #expect(!losing([], [1, 3, 7], of: laps).missesMore(than: 0))
    #expect(losing([], [1, 3, 5, 7], of: laps).missesMore(than: 0))
    #expect(!losing([1, 3, 5, 7], [], of: laps).missesMore(than: 0))
    // Within the tolerance it is nothing.
    #expect(!losing([], [1, 3, 5, 7], of: laps).missesMore(than: 0.4))
  }

  @Test func `a moment more of each lap is missed more`() {
    let a = (0..<40).map { due($0 / 4, $0 % 4, Double($0 % 4), 1) }
    let b = (0..<40).map { due($0 / 4, $0 % 4, Double($0 % 4), $0 % 4 == 3 ? nil : 1) }
    #expect(PairedErrors(a, b).missesMore(than: 0.02) && !PairedErrors(b, a).missesMore(than: 0.02))
  }

  @Test func `equal shares of whole laps lost are seldom missed more`() {
    // Ten laps, each lost by each side with a chance of 0.1: by SciPy, summing binomial laws, in 0.48 % of comparisons. Of
    // 2,000 that is 9.6, and more than 30 have a chance below 1e-7.
    var random = RandomStream(Seed(2024))
    var alarms = 0
    for _ in 0..<2000 {
      let (a, b) = (
        Set((0..<10).filter { _ in random.uniform() < 0.1 }),
        Set((0..<10).filter { _ in random.uniform() < 0.1 })
      )
      if losing(a, b, of: 10).missesMore(than: 0.02) { alarms += 1 }
    }
    #expect(alarms <= 30, "\(alarms)")
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
