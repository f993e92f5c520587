import Evaluation
import NumericalMethods
import TestSupport
import Testing

@Suite struct ComparedFigureTests {
  private func errors(_ laps: [[Double?]]) -> [PositionError] {
    laps.enumerated().flatMap { lap, metres in
      metres.enumerated().map { PositionError(lap: lap, time: Double($0), metres: $1) }
    }
  }

  @Test func `the 95th percentile is that of all pairs, and a shift of every error is certain`() throws {
    // 1 to 20 m in four laps: at place 18.05 from 0, 19.05 m.
    let a = (0..<4).map { lap in (0..<5).map { Double(5 * lap + $0 + 1) } }
    let pairs = PairedErrors(errors(a), errors(a.map { $0.map { $0 + 1 } }))
    let metric = try #require(
      ComparedFigure(.quantile(0.95), of: pairs, in: [], [], tolerance: ComparisonTolerance()))
    let (value, difference) = try (#require(metric.a), #require(metric.difference))
    #expect(abs(value - 19.05) < 1e-12 && abs(difference - 1) < 1e-12)
    let interval = try #require(metric.interval)
    #expect(abs(interval.lower - 1) < 1e-12 && abs(interval.upper - 1) < 1e-12)
    // 5 % of 19.05 m is less than 1 m.
    #expect(metric.verdict == .worse && metric.laps == 4)
  }

  /// 150 experiments with 20 laps of 4 errors, the same distribution on both sides. An interval of 95 % holds 0 in 142.5 of
  /// them with a standard error of 2.7; 129 is 5 below.
  @Test func `the interval of the 95th percentile holds the true difference`() throws {
    var random = RandomStream(Seed(5))
    var held = 0
    for _ in 0..<150 {
      let sides = (0..<2).map { _ in
        errors((0..<20).map { _ in (0..<4).map { _ in random.normal().magnitude } })
      }
      let metric = try #require(
        ComparedFigure(
          .quantile(0.95), of: PairedErrors(sides[0], sides[1]), in: [], [],
          tolerance: ComparisonTolerance()))
      let interval = try #require(metric.interval)
      if interval.lower <= 0, 0 <= interval.upper { held += 1 }
    }
    #expect(held >= 129, "\(held) of 150")
  }

  @Test func `missed moments are shares of those due on both sides`() throws {
    let a: [[Double?]] = [[1, nil, 1, 1], [1, 1, 1, 1]]
    let b: [[Double?]] = [[nil, nil, 1, 1], [1, nil, 1, 1]]
    let metric = try #require(
      ComparedFigure(missedOf: PairedErrors(errors(a), errors(b)), tolerance: ComparisonTolerance()))
    #expect(metric.a == 1.0 / 8 && metric.b == 3.0 / 8 && metric.laps == 2)
    // One more in each lap: a quarter, without any spread.
    #expect(metric.interval == ConfidenceInterval(lower: 0.25, upper: 0.25) && metric.verdict == .worse)
  }

  @Test func `a smaller share on the right floor is worse`() throws {
    let a: [[Double?]] = [[0, 0], [0, 0]]
    let b: [[Double?]] = [[1, 0], [1, 0]]
    let metric = try #require(
      ComparedFigure(floorsOf: PairedErrors(errors(a), errors(b)), tolerance: ComparisonTolerance()))
    #expect(metric.a == 1 && metric.b == 0.5 && metric.verdict == .worse)
    #expect(metric.interval == ConfidenceInterval(lower: -0.5, upper: -0.5))
    let reverse = try #require(
      ComparedFigure(floorsOf: PairedErrors(errors(b), errors(a)), tolerance: ComparisonTolerance()))
    #expect(reverse.verdict == .better)
  }

  @Test func `lags are not paired, and costs have no verdict`() {
    func lag(_ seconds: Double, _ reach: Double) -> (seconds: Double, interval: ConfidenceInterval?) {
      (seconds, ConfidenceInterval(lower: seconds - reach, upper: seconds + reach))
    }
    let metric = ComparedFigure(lagOfA: lag(1, 0.3), b: lag(2, 0.4), tolerance: ComparisonTolerance())
    // √(0.3² + 0.4²) = 0.5.
    #expect(
      abs((metric.interval?.lower ?? 0) - 0.5) < 1e-12 && abs((metric.interval?.upper ?? 0) - 1.5) < 1e-12)
    #expect(metric.verdict == .worse && metric.laps == nil && metric.lapsToDecide == nil)
    let cost = ComparedFigure(
      .cost, a: 100, b: 300, interval: nil, laps: nil, tolerance: ComparisonTolerance())
    #expect(cost.interval == nil && cost.verdict == .open && cost.tolerance == 5)
  }
}
