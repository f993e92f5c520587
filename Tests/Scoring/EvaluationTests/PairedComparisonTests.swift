import Evaluation
import NumericalMethods
import TestSupport
import Testing

@Suite struct PairedComparisonTests {
  /// Errors of 12 points a lap; laps have a level of their own, so the errors of one are correlated.
  private func errors(laps: Int, seed: UInt64) -> [PositionError] {
    var random = RandomStream(Seed(seed))
    return (0..<laps).flatMap { lap in
      let level = 1 + 2 * random.uniform()
      return (0..<12).map { point in
        PositionError(lap: lap, point: point, time: Double(10 * point), metres: level * random.uniform())
      }
    }
  }

  private func changed(_ errors: [PositionError], _ change: (Double) -> Double) -> [PositionError] {
    errors.map { error in
      PositionError(
        lap: error.lap, point: error.testPoint, time: error.time, metres: error.metres.map(change))
    }
  }

  private func compare(
    _ a: [PositionError], _ b: [PositionError], tolerance: ComparisonTolerance = ComparisonTolerance()
  ) throws -> PairedComparison {
    try #require(PairedComparison(PairedErrors(a, b), tolerance: tolerance))
  }

  @Test func `the same errors differ by nothing, with p 1, and are alike`() throws {
    let same = errors(laps: 50, seed: 1)
    let comparison = try compare(same, same)
    #expect(comparison.difference == 0 && comparison.interval == ConfidenceInterval(lower: 0, upper: 0))
    #expect(comparison.signTest.p == 1 && comparison.signedRankTest.p == 1)
    #expect(comparison.verdict == .within && comparison.laps == 50)
  }

  @Test func `every error a tenth larger over 50 laps is worse, and the other way round better`() throws {
    let baseline = errors(laps: 50, seed: 2)
    let larger = changed(baseline) { $0 * 1.1 }
    let comparison = try compare(baseline, larger)
    #expect(comparison.verdict == .worse)
    #expect(abs(comparison.difference - 0.1 * comparison.a) < 1e-12)
    // Every lap is worse: 2 / 2^50.
    #expect(comparison.signTest.p == 0x1p-49 && comparison.signedRankTest.p == 0x1p-49)
    #expect(try compare(larger, baseline).verdict == .better)
  }

  @Test func `a difference below a nanometre is certain and does not count`() throws {
    let baseline = errors(laps: 50, seed: 3)
    let comparison = try compare(baseline, changed(baseline) { $0 + 0.9e-9 })
    #expect(comparison.signTest.p < 1e-12)
    #expect(comparison.verdict == .within)
  }

  @Test func `errors that differ by round-off are the same`() throws {
    // 0.1 + 0.2 - 0.3 is 5.6e-17, on all of 20 laps: without a resolution p would be 2 / 2^20.
    let a = (0..<20).map { PositionError(lap: $0, time: 0, metres: 0.3) }
    let comparison = try compare(a, changed(a) { _ in 0.1 + 0.2 })
    #expect(comparison.signTest.p == 1 && comparison.signedRankTest.p == 1)
    #expect(comparison.verdict == .within)
  }

  @Test func `a mean of unequal laps pools pairs, and tests take each lap once`() throws {
    // Lap 0 differs by 1 and 3, lap 1 by -4: the mean of pairs is 0, those of laps are 2 and -4.
    let a = [(0, 0.0, 5.0), (0, 1.0, 5.0), (1, 0.0, 5.0)].map { PositionError(lap: $0, time: $1, metres: $2) }
    let b = [(0, 0.0, 6.0), (0, 1.0, 8.0), (1, 0.0, 1.0)].map { PositionError(lap: $0, time: $1, metres: $2) }
    let comparison = try compare(a, b)
    #expect(comparison.difference == 0 && comparison.a == 5 && comparison.b == 5)
    #expect(comparison.signTest.positive == 1 && comparison.signTest.negative == 1)
    // The larger magnitude has rank 2 and is negative.
    #expect(comparison.signedRankTest.positiveRanks == 1)
    // Residuals of 4 and -4 over three pairs: a standard error of √(2 × 32 / 9) = 8/3, times t of one degree of freedom.
    let interval = try #require(comparison.interval)
    #expect(abs(interval.lower + 8.0 / 3 * 12.706205) < 1e-4 && interval.upper == -interval.lower)
  }

  @Test func `the tolerance is a share of the baseline, with a floor`() throws {
    let tolerance = ComparisonTolerance(relative: 0.05, absolute: 0.05)
    #expect(tolerance == ComparisonTolerance())
    #expect(tolerance.metres(forBaselineMean: 4) == 0.2 && tolerance.metres(forBaselineMean: 0.5) == 0.05)
    // A tenth of errors that small is below the floor.
    let small = changed(errors(laps: 50, seed: 4)) { $0 / 10 }
    #expect(try compare(small, changed(small) { $0 * 1.1 }).verdict == .within)
    let strict = ComparisonTolerance(relative: 0.05, absolute: 0)
    #expect(try compare(small, changed(small) { $0 * 1.1 }, tolerance: strict).verdict == .worse)
  }

  @Test func `an interval that crosses the tolerance is open, and so is a single lap`() throws {
    // Half of the laps are 1 m worse and half alike: 0.5 m in the mean, with an interval of about ± 0.3.
    let baseline = (0..<10).map { PositionError(lap: $0, time: 0, metres: 2) }
    let half = (0..<10).map { PositionError(lap: $0, time: 0, metres: $0 % 2 == 0 ? 2 : 3) }
    let tolerance = ComparisonTolerance(relative: 0, absolute: 0.4)
    #expect(try compare(baseline, half, tolerance: tolerance).verdict == .open)
    let one = try compare([baseline[0]], [PositionError(lap: 0, time: 0, metres: 9)])
    #expect(one.interval == nil && one.verdict == .open)
  }

  @Test func `there is no comparison without a pair`() {
    let missed = PairedErrors(
      [PositionError(lap: 0, time: 0, metres: 1)], [PositionError(lap: 0, time: 0, metres: nil)])
    #expect(PairedComparison(missed) == nil)
  }

  @Test func `covers the true difference as often as it should`() throws {
    // 40 laps of 6 pairs: A has 2 m, B a lap's own part, even over 0 to 1, and one of each error, even over 0
    // to 0.5: the true difference is 0.75. Of 500 trials 25 should miss it; at most 4 of them, or more than 65, have a
    // chance below 1e-6. With a tolerance of 0.75 the verdict is worse when the lower end is above the truth: 12.5 of
    // 500 trials, and 40 or more have a chance below 1e-8.
    var random = RandomStream(Seed(2022))
    let baseline = (0..<240).map { PositionError(lap: $0 / 6, time: Double($0 % 6), metres: 2) }
    var covered = 0
    var worse = 0
    for _ in 0..<500 {
      let levels = (0..<40).map { _ in random.uniform() }
      let judged = baseline.map {
        PositionError(lap: $0.lap, time: $0.time, metres: 2 + levels[$0.lap] + 0.5 * random.uniform())
      }
      let comparison = try compare(
        baseline, judged, tolerance: ComparisonTolerance(relative: 0, absolute: 0.75))
      let interval = try #require(comparison.interval)
      if (interval.lower...interval.upper).contains(0.75) { covered += 1 }
      if comparison.verdict == .worse { worse += 1 }
    }
    #expect((435...495).contains(covered))
    #expect(worse < 40)
  }
}
