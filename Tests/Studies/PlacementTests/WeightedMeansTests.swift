import Evaluation
import Placement
import Testing

@Suite struct WeightedMeansTests {
  @Test func `the values of two laps are one mean with Student's interval`() throws {
    let means = try #require(
      WeightedMeans([.init(weight: 1, values: [(0, 1), (0, 3), (1, 6), (1, 2)])]))
    // Lap means 2 and 4: the mean 3, a standard error of 1, and t(0.975, 1) = 12.7062.
    #expect(means.value == 3)
    let interval = try #require(means.interval)
    #expect(abs(interval.upper - 15.7062) < 1e-4 && abs(interval.lower + 9.7062) < 1e-4)
  }

  @Test func `an error and a weighted share of rooms add up, lap by lap`() throws {
    // Errors 1 and 3 m on two laps; each of two rooms is wrong once on the second lap: 2 m + 10 m / 2.
    let means = try #require(
      WeightedMeans([
        .init(weight: 1, values: [(0, 1), (1, 3)]), .init(weight: 5, values: [(0, 0), (1, 1)]),
        .init(weight: 5, values: [(0, 0), (1, 1)]),
      ]))
    #expect(means.value == 7)
    // The laps stand for 1 m and 13 m: a standard error of 6.
    let interval = try #require(means.interval)
    #expect(abs(interval.upper - (7 + 6 * 12.7062)) < 1e-3)
  }

  @Test func `without a value there is no mean, and with one lap no interval`() {
    #expect(WeightedMeans([.init(weight: 1, values: [])]) == nil)
    #expect(WeightedMeans([.init(weight: 1, values: [(3, 2)])])?.interval == nil)
  }

  @Test func `a rank correlation has the interval of Fisher's z`() throws {
    // 1 - 6 * 4 / (5 * 24) = 0.8; Python: tanh(atanh(0.8) ± 1.96 sqrt(1.06 / 2)).
    let correlation = try #require(ObjectiveResult.Correlation([1, 2, 3, 4, 5], [2, 1, 4, 3, 5]))
    #expect(abs(correlation.value - 0.8) < 1e-12)
    let interval = try #require(correlation.interval)
    #expect(abs(interval.lower + 0.317) < 1e-3 && abs(interval.upper - 0.987) < 1e-3)
  }
}
