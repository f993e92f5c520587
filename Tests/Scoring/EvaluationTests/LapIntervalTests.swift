import Evaluation
import NumericalMethods
import Testing
import World

@Suite struct LapIntervalTests {
  /// Lap i of 20 has 1, 2 or 3 errors, so pooling differs from averaging laps.
  private let unequalLaps: [[Double]] = (0..<20).map { i in
    let three = [0.5 + 0.1 * Double(i), 1 + 0.05 * Double(7 * i % 20), 2 + 0.3 * Double(3 * i % 11)]
    return Array(three.prefix(i % 3 + 1))
  }

  private func isNear(_ interval: ConfidenceInterval?, _ lower: Double, _ upper: Double) -> Bool {
    guard let interval else { return false }
    return abs(interval.lower - lower) < 1e-5 && abs(interval.upper - upper) < 1e-5
  }

  @Test func `two laps give Student's t with one degree of freedom, worked by hand`() throws {
    // Means of laps 1.5 and 4.5, about 3: residuals -3 and 3 over 4 errors, standard error √(2 × 18 / 16) = 1.5.
    let mean = try #require(LapMean(of: ErrorsByLap(byLap: [[1, 2], [3, 6]])))
    #expect(mean.value == 3 && mean.laps == 2 && mean.standardError == 1.5)
    #expect(isNear(mean.interval, 3 - 1.5 * 12.706205, 3 + 1.5 * 12.706205))
  }

  @Test func `agrees with NumPy and SciPy on the mean of laps of unequal length`() throws {
    // NumPy: sums of residuals by lap; scipy.stats.t.ppf(0.975, 19).
    let mean = try #require(LapMean(of: ErrorsByLap(byLap: unequalLaps)))
    #expect(abs(mean.value - 1.8166666666666664) < 1e-14)
    #expect(abs(try #require(mean.standardError) - 0.139180806755593) < 1e-14)
    #expect(isNear(mean.interval, 1.5253578902152558, 2.107975443118077))
  }

  @Test func `agrees with NumPy and SciPy on the difference of two means over the same laps`() {
    let first = ErrorsByLap(byLap: unequalLaps)
    let second = ErrorsByLap(
      byLap: unequalLaps.map { lap in lap.prefix(max(lap.count - 1, 1)).map { $0 * $0 / 2 } })
    let difference = LapMean(from: first, to: second)
    #expect(abs((difference?.value ?? 0) + 0.49498397435897434) < 1e-14)
    #expect(isNear(difference?.interval, -0.7382474954469131, -0.25172045327103554))
    // The same difference on every lap is certain, however far apart the laps are.
    let certain = LapMean(from: ErrorsByLap(byLap: [[10], [50]]), to: ErrorsByLap(byLap: [[11], [51]]))
    #expect(certain?.interval == ConfidenceInterval(lower: 1, upper: 1))
    #expect(LapMean(from: first, to: ErrorsByLap(byLap: [[1], [2]])) == nil)
  }

  @Test func `agrees with NumPy and SciPy on the standard deviation`() {
    // NumPy: each lap left out and taken twice, and left out of the laps with the worst one twice; scipy.stats.t.ppf of 0.975 and
    // 19 degrees of freedom below, 5.5256 (of the sample 5.5373) above.
    let errors = ErrorsByLap(byLap: unequalLaps)
    #expect(isNear(errors.deviationInterval(), 0.6231664020445147, 1.4407705736850756))
    #expect(isNear(errors.deviationInterval(spread: .sample), 0.6319300146322309, 1.4561972158856655))
  }

  @Test func `over many laps the upper end counts the worst twentieth of them again`() {
    // 80 laps, the first of which has an error of 14 m. NumPy: as above, with the mean over the four worst laps taken twice, and
    // 2.0579 degrees of freedom. With the worst lap alone the upper end would be 3.341 m.
    let laps = (0..<80).map { i -> [Double] in
      let worst: Double = i == 0 ? 12 : 0
      let (first, second) = (0.5 + 0.1 * Double(i % 7), 1 + 0.05 * Double(7 * i % 20))
      return [first, second, 2 + 0.3 * Double(3 * i % 11) + worst]
    }
    let errors = ErrorsByLap(byLap: laps)
    #expect(isNear(errors.deviationInterval(), 1.0975370122337893, 3.075574127397124))
  }

  @Test func `no interval of a standard deviation is stated over fewer than 20 laps`() {
    #expect(ErrorsByLap(byLap: Array(unequalLaps.dropLast())).deviationInterval() == nil)
    // Laps that are all alike are computed, not drawn: the population standard deviation of 1, 2, 6 is √(14 / 3).
    let alike = ErrorsByLap(byLap: [[1, 2, 6], [1, 2, 6]]).deviationInterval()
    #expect(isNear(alike, (14.0 / 3).squareRoot(), (14.0 / 3).squareRoot()))
  }

  @Test func `an interval of errors or of a share is cut at the ends of its range`() throws {
    // Means of laps 0.1 and 2.1, about 1.1: a standard error of 1 and Student's t of 12.706 reach from -11.6 to 13.8.
    let errors = ErrorsByLap(byLap: [[0.1], [2.1]])
    #expect(isNear(LapMean(of: errors)?.interval, 1.1 - 12.706205, 1.1 + 12.706205))
    let laps = [[0.1, nil], [2.1, nil, nil, nil]].enumerated().map { lap, metres in
      metres.map { metres in
        PositionError(
          lap: lap, time: 0,
          outcome: metres.map { .success(.init(metres: $0)) } ?? .failure(.noCallback))
      }
    }
    #expect(isNear(Score(of: laps.flatMap(\.self)).meanInterval, 0, 1.1 + 12.706205))
    #expect(isNear(MetricEstimate(.mean, ofLaps: laps, errors).interval, 0, 1.1 + 12.706205))
    // Half and three quarters of 2 and 4 moments are missed: residuals of 1/3 over 6 moments, 12.706 / 9 either way.
    #expect(MetricEstimate(.missed, ofLaps: laps, errors).interval == ConfidenceInterval(lower: 0, upper: 1))
  }

  @Test func `agrees with NumPy on quantiles`() {
    // NumPy: the lower and higher ends of Woodruff's interval and of the limits not rejected:
    // 1.4441 to 1.9059 and 1.45 to 1.9; 1.8382 to 2.4473 and 1.75 to 2.3; 2.4876 to 4.7 and 2.4 to 4.7.
    let errors = ErrorsByLap(byLap: unequalLaps)
    let expected = [
      (0.5, 1.7, 1.444088120669199, 1.9059118793308012), (0.75, 2, 1.75, 2.447277006905708),
      (0.95, 3.83, 2.4, 4.7),
    ]
    for (fraction, value, lower, upper) in expected {
      let quantile = LapQuantile(fraction, of: errors)
      #expect(abs((quantile?.value ?? 0) - value) < 1e-12)
      #expect(isNear(quantile?.interval, lower, upper), "\(fraction)")
    }
  }

  @Test func `equal errors have no spread, and one lap tells nothing about laps`() {
    let same = ErrorsByLap(byLap: [[2, 2], [2], [2, 2]])
    #expect(same.deviationInterval() == ConfidenceInterval(lower: 0, upper: 0))
    #expect(LapQuantile(0.9, of: same)?.interval == ConfidenceInterval(lower: 2, upper: 2))
    for laps in [[[1.0, 2, 3]], [[1, 2, 3], []]] {
      let one = ErrorsByLap(byLap: laps)
      #expect(LapMean(of: one)?.value == 2 && LapMean(of: one)?.interval == nil)
      #expect(one.deviationInterval() == nil && LapQuantile(0.5, of: one)?.interval == nil)
    }
    let none = ErrorsByLap(byLap: [[], []])
    #expect(LapMean(of: none) == nil && none.deviationInterval() == nil && LapQuantile(0.5, of: none) == nil)
  }

  @Test func `a lap without errors is no observation`() {
    let (with, without) = (ErrorsByLap(byLap: [[1], [], [3], [4]]), ErrorsByLap(byLap: [[1], [3], [4]]))
    #expect(LapMean(of: with) == LapMean(of: without))
    #expect(LapQuantile(0.5, of: with) == LapQuantile(0.5, of: without))
    #expect(with.deviationInterval() == without.deviationInterval())
  }

  @Test func `an interval without an end is not there`() {
    // Of two laps one alone has the spread: without it the standard deviation is 0.
    #expect(ErrorsByLap(byLap: [[1, 9], [4]]).deviationInterval() == nil)
    // One degree of freedom and spreads a millionfold apart: e to the power of 88.
    #expect(ErrorsByLap(byLap: [[0, 1], [0, 1e6]]).deviationInterval().map { $0.upper.isFinite } ?? true)
  }

  @Test func `the true mean is covered as often as it should be, and is not where errors count as laps`()
    throws
  {
    // 10 laps of 12 errors: a lap's own level, even over 0 to 2, and a part of each error, even over 0 to 1, so that the
    // true mean is 1.5. Of 2,000 trials 95 % have a standard error of 0.49 %; five of them are 92.5 and 97.5 %, a false
    // alarm below 1e-6. Errors as laps take the spread of the mean for 0.32 of what it is and cover with 0.47; of 200
    // trials the standard error is 3.5 %, and 65 % lies 5 of them away.
    var random = RandomStream(Seed(2021))
    var (covered, coveredBySingles) = (0, 0)
    for trial in 0..<2000 {
      let laps = (0..<10).map { _ in
        let level = random.uniform() * 2
        return (0..<12).map { _ in level + random.uniform() }
      }
      let interval = try #require(LapMean(of: ErrorsByLap(byLap: laps))?.interval)
      if interval.lower <= 1.5, 1.5 <= interval.upper { covered += 1 }
      guard trial < 200 else { continue }
      let singles = ErrorsByLap(byLap: laps.flatMap { $0.map { [$0] } })
      let narrow = try #require(LapMean(of: singles)?.interval)
      if narrow.lower <= 1.5, 1.5 <= narrow.upper { coveredBySingles += 1 }
    }
    #expect((1850...1950).contains(covered), "\(covered)")
    #expect(coveredBySingles < 130)
  }

  @Test func `standard deviations and percentiles of skewed errors are covered from 20 laps on`() throws {
    // Errors with an exponential law, whose scale has an exponential law over laps with a floor: of 20 laps of 12. True
    // values by numerical integration (scipy.integrate.quad). 92 % of 1,000 trials have a standard error of 0.86 %; 87.5 %
    // lies more than five of them below.
    let (deviation, p90) = (Self.skewedDeviation, Self.skewedP90)
    var random = RandomStream(Seed(2023))
    var covered = SIMD2<Int>.zero
    for _ in 0..<1000 {
      let errors = ErrorsByLap(
        byLap: (0..<20).map { _ in
          let scale = 1 - Elementary.log(1 - random.uniform())
          return (0..<12).map { _ in -scale * Elementary.log(1 - random.uniform()) }
        })
      let spread = try #require(errors.deviationInterval())
      let percentile = try #require(LapQuantile(0.9, of: errors)?.interval)
      if spread.lower <= deviation, deviation <= spread.upper { covered[0] += 1 }
      if percentile.lower <= p90, p90 <= percentile.upper { covered[1] += 1 }
    }
    #expect(covered[0] > 875 && covered[1] > 875, "\(covered)")
  }

  // Scale s = 1 + e: mean 2, second moment 2 E s² = 2 × 5 = 10, so the variance is 6.
  private static let skewedDeviation = 6.0.squareRoot()
  /// Where the integral of exp(-x / s) exp(1 - s) over s from 1 on is 0.1.
  private static let skewedP90 = 4.670106046062283
}
