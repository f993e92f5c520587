import Evaluation
import NumericalMethods
import Testing
import World

@Suite struct RankAgreementTests {
  /// By `scipy.stats.spearmanr`: the example of its documentation, one with ties on both sides, and the reverse.
  @Test(arguments: [
    ([1.0, 2, 3, 4, 5], [5.0, 6, 7, 8, 7], 0.8207826816681233),
    ([2.0, 2, 1, 4], [1.0, 3, 3, 9], 0.5),
    ([1.0, 2, 3], [9.0, 5, 1], -1.0),
  ])
  func `the rank correlation is SciPy's`(a: [Double], b: [Double], expected: Double) throws {
    #expect(abs(try #require(RankCorrelation.spearman(a, b)) - expected) < 1e-12)
  }

  @Test func `equal values share the mean of their ranks, and give no correlation alone`() {
    #expect(RankCorrelation.ranks([3, 1, 3, 0]) == [3.5, 2, 3.5, 1])
    #expect(RankCorrelation.spearman([1, 1, 1], [1, 2, 3]) == nil)
    #expect(RankCorrelation.spearman([1], [2]) == nil)
  }

  /// Four methods over 100 s whose errors are their level and a wave that differs from method to method.
  private func errors(_ levels: [Double], phase: Double) -> [[PositionError]] {
    levels.enumerated().map { method, level in
      (0..<100).map { second in
        let wave = Elementary.sin(Double(second * (method + 2)) + phase)
        return PositionError(
          lap: 0, time: Double(second), outcome: .success(.init(metres: level + 0.2 * wave)))
      }
    }
  }

  @Test func `the same order agrees, and the reverse does not`() throws {
    let replicas = (0..<30).map { errors([1, 2, 3, 4], phase: Double($0)) }
    let same = try #require(
      RankAgreement(
        recorded: errors([2, 2.5, 4, 8], phase: 0.5), replicas: replicas, seconds: 10, seed: Seed(1)))
    #expect(same.correlation == 1 && same.agrees == true && same.stretches == 10)
    #expect(same.interval == ConfidenceInterval(lower: 1, upper: 1))
    #expect(same.amongReplicas == ConfidenceInterval(lower: 1, upper: 1))
    let reverse = try #require(
      RankAgreement(
        recorded: errors([4, 3, 2, 1], phase: 0.5), replicas: replicas, seconds: 10, seed: Seed(1)))
    #expect(reverse.correlation == -1 && reverse.agrees == false)
    #expect(reverse.recordedRanks == [4, 3, 2, 1] && reverse.replicaRanks == [1, 2, 3, 4])
  }

  @Test func `methods that are nearly alike have a wide interval`() throws {
    let replicas = (0..<30).map { errors([1, 1.001, 1.002, 1.003], phase: Double($0)) }
    let agreement = try #require(
      RankAgreement(
        recorded: errors([1, 1.001, 1.002, 1.003], phase: 0.5), replicas: replicas, seconds: 10, seed: Seed(1)
      ))
    let interval = try #require(agreement.interval)
    #expect(interval.upper - interval.lower > 0.5)
  }

  @Test func `a method that never has an error cannot be ranked`() {
    let missed = [
      PositionError(lap: 0, time: 1, outcome: .failure(.tooFewBeacons(heard: 0, needed: 1)))
    ]
    #expect(
      RankAgreement(recorded: [missed, missed], replicas: [[missed, missed]], seconds: 10, seed: Seed(1))
        == nil)
    #expect(QuantileAgreement(recorded: missed, replicas: [missed]) == nil)
  }

  /// Forty-one replicas with the errors k, k + 1, k + 2 for k from 0 to 40: means from 1 to 41, of which 95 % lie from
  /// 2 to 40 (straight lines between: places 1 and 39 of 0 to 40).
  @Test func `a figure differs when it lies beyond 95 % of the replicas`() throws {
    func error(_ metres: Double) -> PositionError {
      PositionError(lap: 0, time: metres, outcome: .success(.init(metres: metres)))
    }
    let replicas = (0...40).map { k in (0...2).map { error(Double(k + $0)) } }
    let far = try #require(QuantileAgreement(recorded: [error(41)], replicas: replicas))
    #expect(far.rows.map(\.figure) == Metric.all(for: .replicas))
    let mean = far.rows[0]
    #expect(mean.recorded == 41 && mean.replica == 21 && mean.difference == 20)
    #expect(mean.replicaInterval == ConfidenceInterval(lower: 2, upper: 40))
    #expect(mean.interval == ConfidenceInterval(lower: 1, upper: 39) && mean.differs)
    let near = try #require(QuantileAgreement(recorded: [error(40)], replicas: replicas))
    #expect(!near.rows[0].differs && near.rows[0].canDiffer)
    // Twins that are all the same leave nothing to chance; a recording beyond them differs all the same.
    let same = [[error(3)], [error(3)]]
    #expect(
      try #require(QuantileAgreement(recorded: [error(3)], replicas: same)).rows.allSatisfy { !$0.canDiffer })
    #expect(
      try #require(QuantileAgreement(recorded: [error(4)], replicas: same)).rows.allSatisfy(\.canDiffer))
  }
}
