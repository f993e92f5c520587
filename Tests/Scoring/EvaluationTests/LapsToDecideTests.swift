import Evaluation
import NumericalMethods
import TestSupport
import Testing

@Suite struct LapsToDecideTests {
  /// A is 2 m everywhere, so that the tolerance is 0.1 m; each lap has one pair.
  private func compare(_ differences: [Double]) throws -> PairedComparison {
    let a = differences.indices.map { PositionError(lap: $0, time: 0, metres: 2) }
    let b = differences.enumerated().map { PositionError(lap: $0, time: 0, metres: 2 + $1) }
    return try #require(PairedComparison(PairedErrors(a, b)))
  }

  /// 20 laps of that mean, each so far from it on one side or the other: a sample variance of 20/19 of the square.
  private func twentyLaps(_ mean: Double, _ distance: Double) -> [Double] {
    (0..<20).map { mean + ($0 % 2 == 0 ? distance : -distance) }
  }

  /// By hand: (3.241516 s / m)², s² = 20/19 distance², m the distance of the mean from 0.1 m.
  @Test(arguments: [
    // 10.50743 × 0.0947368 / 0.01 = 99.54, to be found worse.
    (0.2, 0.3, 100),
    // 10.50743 × 0.0421053 / 0.0036 = 122.9, to be found alike.
    (0.04, 0.2, 130),
    (-0.04, 0.2, 130),
    // As far as 0.2 from the edge.
    (0.0, 0.3, 100),
  ])
  func `follows from the spread of laps and the distance from the nearer edge`(
    mean: Double, distance: Double, laps: Int
  ) throws {
    let comparison = try compare(twentyLaps(mean, distance))
    #expect(comparison.verdict == .open && comparison.lapsToDecide == laps)
  }

  @Test func `is nothing where the verdict is known, on the edge itself, and with one lap`() throws {
    #expect(try compare(twentyLaps(0.5, 0.1)).lapsToDecide == nil)
    #expect(try compare([0.3]).lapsToDecide == nil)
    let onEdge = ConfidenceInterval(lower: -0.1, upper: 0.3)
    #expect(LapsToDecide.about(difference: 0.1, interval: onEdge, laps: 20, tolerance: 0.1) == nil)
    // Without a tolerance, no number of laps shows that nothing differs.
    let aboutZero = ConfidenceInterval(lower: -0.1, upper: 0.1)
    #expect(LapsToDecide.about(difference: 0, interval: aboutZero, laps: 20, tolerance: 0) == nil)
  }

  /// 100 times the 20 laps are 2000: by hand, 10.50743 × 0.0947368 / m² is 1990 for m = 0.022366 and 2010 for 0.022254. Of 2000
  /// laps 100,000 are fewer than 100 times as many.
  @Test func `is nothing beyond 100 times the laps or 100,000, which nobody would run`() throws {
    #expect(try compare(twentyLaps(0.122366, 0.3)).lapsToDecide == 2000)
    #expect(try compare(twentyLaps(0.122254, 0.3)).lapsToDecide == nil)
    func about(_ difference: Double) -> Int? {
      LapsToDecide.about(
        difference: difference,
        interval: ConfidenceInterval(lower: difference - 0.1, upper: difference + 0.1),
        laps: 2000, tolerance: 0.1)
    }
    // 0.1 / 1.9611 of the mean of 2000: (3.241516 × 0.050991 / m)² × 2000 is 54,640,000 m² apart: 0.0235 m give 98,900.
    #expect(about(0.1235).map { $0 <= 100_000 } == true && about(0.1230) == nil)
  }

  /// 400 experiments each of the stated number of laps, whose differences are normal with the mean and the spread of the
  /// first one. Decided are 90 % (where both edges are near, 80 %) by the formula, less what Student's t and rounding
  /// change; the standard error is 0.015 (0.02), and both limits are more than 4.9 of them below: a false alarm in fewer
  /// than one in a million.
  @Test(arguments: [(0.2, 0.3, 0.82), (0.04, 0.2, 0.82), (0.0, 0.3, 0.7)])
  func `so many laps decide in most cases`(mean: Double, distance: Double, atLeast share: Double) throws {
    let first = twentyLaps(mean, distance)
    let laps = try #require(try compare(first).lapsToDecide)
    let spread = distance * (20.0 / 19).squareRoot()
    var random = RandomStream(Seed(14))
    var decided = 0
    for _ in 0..<400 {
      let comparison = try compare((0..<laps).map { _ in mean + spread * random.normal() })
      if comparison.verdict != .open { decided += 1 }
    }
    #expect(Double(decided) / 400 >= share, "\(decided) of 400 with \(laps) laps")
  }
}
