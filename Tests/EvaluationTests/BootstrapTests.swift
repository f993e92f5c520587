import Evaluation
import NumericalMethods
import Testing
import World

@Suite struct BootstrapTests {
  private func errors(_ laps: [[Double]]) -> ErrorsByLap {
    ErrorsByLap(
      laps.enumerated().flatMap { lap, values in
        values.enumerated().map { press, metres in
          PositionError(lap: lap, time: Double(press), outcome: .success(.init(metres: metres)))
        }
      })
  }

  @Test func `two laps give the two laps`() {
    // A resample is one lap twice with chance 1/4 each, far more than 2.5 %.
    var bootstrap = Bootstrap(seed: Seed(1))
    let interval = bootstrap.intervalOfMean(of: errors([[1, 2], [3, 6]]))
    #expect(interval == BootstrapInterval(lower: 1.5, upper: 4.5))
  }

  @Test func `four laps give the quantiles of all 256 resamples`() {
    // With errors 0, 0, 0 and 4 the mean is the number of times the last lap is drawn: binomial of 4 and 1/4.
    // P(0) = 0.316, P(3 or more) = 0.0508, P(4) = 0.0039. Of 10,000 resamples the standard error is 0.0022, so
    // the interval is 0 to 3 but for a chance below 1e-25.
    var bootstrap = Bootstrap(seed: Seed(2))
    let interval = bootstrap.intervalOfMean(of: errors([[0], [0], [0], [4]]))
    #expect(interval == BootstrapInterval(lower: 0, upper: 3))
  }

  // Lap i of 20 has 1, 2 or 3 errors, so pooling differs from averaging laps.
  private var unequalLaps: ErrorsByLap {
    errors(
      (0..<20).map { i in
        let three = [0.5 + 0.1 * Double(i), 1 + 0.05 * Double(7 * i % 20), 2 + 0.3 * Double(3 * i % 11)]
        return Array(three.prefix(i % 3 + 1))
      })
  }

  @Test func `agrees with NumPy on the standard deviation of laps of unequal length`() throws {
    // NumPy, 2,000,000 resamples: 0.5725 and 1.0823 for the population, 0.5806 and 1.0959 for a sample. A quantile of
    // 10,000 has a standard error of 0.0047 and 0.0026; six of them leave a false alarm below 1e-8.
    for (spread, lower, upper) in [
      (ErrorStatistics.Spread.population, 0.5725, 1.0823), (.sample, 0.5806, 1.0959),
    ] {
      var bootstrap = Bootstrap(seed: Seed(4))
      let resampled = bootstrap.intervalOfDeviation(of: unequalLaps, spread: spread)
      let interval = try #require(resampled)
      #expect(abs(interval.lower - lower) < 0.028)
      #expect(abs(interval.upper - upper) < 0.016)
    }
  }

  @Test func `the difference of two means draws the same laps for both`() {
    // The second errs by 1 more on the first lap and by 3 more on the second: resamples differ by 1, 2 or 3, whatever the
    // errors themselves are, and one lap twice comes in half of them.
    var bootstrap = Bootstrap(seed: Seed(6))
    let (first, second) = (errors([[10], [50]]), errors([[11], [53]]))
    let interval = bootstrap.intervalOfDifference(from: first, to: second)
    #expect(interval == BootstrapInterval(lower: 1, upper: 3))
    #expect(bootstrap.intervalOfDifference(from: first, to: errors([[1], [2], [3]])) == nil)
  }

  @Test func `equal errors have no spread, whatever is drawn`() {
    var bootstrap = Bootstrap(seed: Seed(5))
    let interval = bootstrap.intervalOfDeviation(of: errors([[2, 2], [2], [2, 2]]))
    #expect(interval == BootstrapInterval(lower: 0, upper: 0))
    #expect(bootstrap.intervalOfDeviation(of: errors([[1, 2, 3]])) == nil)
    #expect(bootstrap.intervalOfDeviation(of: errors([[], []])) == nil)
  }

  @Test func `agrees with NumPy on the mean of laps of unequal length`() throws {
    // NumPy, 2,000,000 resamples: 1.5412 and 2.0744. The density there is 0.43, so a quantile of 10,000 has a
    // standard error of 0.0036; 0.02 is 5.5 of them, a false alarm below 1e-7.
    var bootstrap = Bootstrap(seed: Seed(3))
    let resampled = bootstrap.intervalOfMean(of: unequalLaps)
    let interval = try #require(resampled)
    #expect(abs(interval.lower - 1.5412) < 0.02)
    #expect(abs(interval.upper - 2.0744) < 0.02)
  }

  @Test func `agrees with NumPy on the third quartile`() throws {
    // NumPy, 200,000 resamples: 1.775 and 2.3. The share of resamples is 1.08 % below 1.725 and 7.29 % below
    // 1.825; 96.55 % below 2.29 and 99.20 % below 2.31. With a standard error of 0.16 % (10,000 resamples) the
    // nearest of these is 6 away: a false alarm below 1e-8.
    var bootstrap = Bootstrap(seed: Seed(4))
    let resampled = bootstrap.intervalOfQuantile(0.75, of: unequalLaps)
    let interval = try #require(resampled)
    #expect((1.725...1.825).contains(interval.lower))
    #expect((2.29...2.31).contains(interval.upper))
  }

  @Test(arguments: [0.0, 0.3, 0.5, 0.9, 1.0])
  func `a quantile counted from either end is that of the pooled errors`(fraction: Double) throws {
    // With one error in every lap but equal laps, each resample of two equal laps is the pooled column itself.
    let lap = [3.0, 1.0, 2.5, 0.5]
    var bootstrap = Bootstrap(seed: Seed(5), resamples: 40)
    let resampled = bootstrap.intervalOfQuantile(fraction, of: errors([lap, lap]))
    let interval = try #require(resampled)
    let pooled = try #require(Quantiles.of(lap + lap, at: [fraction]))
    #expect(interval == BootstrapInterval(lower: pooled[0], upper: pooled[0]))
  }

  @Test func `leaves out a resample in which every lap was missed`() {
    // All three draws hit the missed lap in 1 of 27 resamples, which have no mean.
    let missed = PositionError(lap: 7, time: 0, outcome: .failure(.noCallback))
    let laps = ErrorsByLap([
      missed, PositionError(lap: 8, time: 0, outcome: .success(.init(metres: 2))),
      PositionError(lap: 9, time: 0, outcome: .success(.init(metres: 4))),
    ])
    #expect(laps.laps == [7, 8, 9])
    var bootstrap = Bootstrap(seed: Seed(6))
    let ofMean = bootstrap.intervalOfMean(of: laps)
    #expect(ofMean == BootstrapInterval(lower: 2, upper: 4))
    let ofMedian = bootstrap.intervalOfQuantile(0.5, of: laps)
    #expect(ofMedian == BootstrapInterval(lower: 2, upper: 4))
  }

  @Test func `one lap tells nothing about laps`() {
    var bootstrap = Bootstrap(seed: Seed(7))
    let ofOneLap = bootstrap.intervalOfMean(of: errors([[1, 2, 3]]))
    #expect(ofOneLap == nil)
    let ofNone = bootstrap.intervalOfMean(of: errors([]))
    #expect(ofNone == nil)
  }

  @Test func `does not depend on what was asked before`() {
    var fresh = Bootstrap(seed: Seed(8), resamples: 200)
    var used = Bootstrap(seed: Seed(8), resamples: 200)
    _ = used.intervalOfMean(of: errors([[1], [5], [6]]))
    _ = used.intervalOfQuantile(0.9, of: unequalLaps)
    let interval = fresh.intervalOfMean(of: unequalLaps)
    let later = used.intervalOfMean(of: unequalLaps)
    #expect(interval == later)
    var other = Bootstrap(seed: Seed(9), resamples: 200)
    let differentDraws = other.intervalOfMean(of: unequalLaps)
    #expect(interval != differentDraws)
  }

  @Test(arguments: [0, 20, 70, 799]) func `draws that are not kept are the same`(keptBytes: Int) {
    // 40 resamples of 20 laps are 800 bytes: all kept, or drawn one, three or 39 at a time.
    var kept = Bootstrap(seed: Seed(10), resamples: 40)
    var drawn = Bootstrap(seed: Seed(10), resamples: 40, keptBytes: keptBytes)
    let (keptMean, keptMedian) = (
      kept.intervalOfMean(of: unequalLaps), kept.intervalOfQuantile(0.5, of: unequalLaps)
    )
    let (mean, median) = (
      drawn.intervalOfMean(of: unequalLaps), drawn.intervalOfQuantile(0.5, of: unequalLaps)
    )
    #expect(mean == keptMean)
    #expect(median == keptMedian)
  }

  @Test
  func `covers the true mean as often as it should, and would not if errors were drawn instead of laps`()
    throws
  {
    // 30 laps of 12 errors: a lap's own level, even over 0 to 2, and a part of each error, even over 0 to 1, so
    // the true mean is 1.5. A percentile interval of 30 laps covers with about 0.93; of 500 trials the standard
    // error is 0.0114, and 0.86 and 0.99 lie 5 to 6 of them away. Drawing single errors takes the spread of the
    // mean for 0.32 of what it is and covers with 0.47; of 100 trials the standard error is 0.05, and 0.75 lies
    // 5.6 of them away. Both together give a false alarm below 1e-6.
    var random = RandomStream(Seed(2021))
    var covered = 0
    var coveredBySingles = 0
    for trial in 0..<500 {
      let laps = (0..<30).map { _ in
        let level = random.uniform() * 2
        return (0..<12).map { _ in level + random.uniform() }
      }
      var bootstrap = Bootstrap(seed: Seed(UInt64(trial)), resamples: 200)
      let resampled = bootstrap.intervalOfMean(of: errors(laps))
      let interval = try #require(resampled)
      if (interval.lower...interval.upper).contains(1.5) { covered += 1 }
      guard trial < 100 else { continue }
      let resampledSingles = bootstrap.intervalOfMean(of: errors(laps.flatMap { $0.map { [$0] } }))
      let singles = try #require(resampledSingles)
      if (singles.lower...singles.upper).contains(1.5) { coveredBySingles += 1 }
    }
    #expect((430...495).contains(covered))
    #expect(coveredBySingles < 75)
  }
}
