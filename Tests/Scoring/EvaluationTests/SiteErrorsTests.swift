import Evaluation
import NumericalMethods
import Positioning
import Testing
import World

@Suite struct SiteErrorsTests {
  /// A data set with a walk for each error.
  private func walks(_ errors: Double...) -> SiteErrors { SiteErrors([errors.map { [sums($0, 1)] }]) }

  /// As many moments with a mean error.
  private func sums(_ metres: Double, _ count: Double) -> SiteErrors.Sums {
    var sums = SiteErrors.Sums()
    (sums.metres, sums.count) = (metres, count)
    return sums
  }

  private func ratio(_ a: SiteErrors, _ b: SiteErrors, seed: Int = 1) -> ErrorRatio {
    ErrorRatio(of: a, to: b, seed: Seed(UInt64(seed)))
  }

  @Test func `means are over moments, then walks, then data sets`() {
    // Walks of 4/3 m and 2 m in one data set, of 2 m in the other: (5/3 + 2) / 2.
    let site = SiteErrors([[[sums(3, 2), sums(1, 1)], [sums(2, 1)]], [[sums(6, 3)]], [[sums(0, 0)]]])
    #expect(site.walks == 3 && !site.isByBlock)
    #expect(site.weights == [0.25, 0.25, 0.5])
    #expect(abs(site.mean - 11.0 / 6) < 1e-15)
  }

  @Test func `a site with fewer than three walks is observed by blocks`() {
    let site = SiteErrors([[[sums(3, 2), sums(0, 0), sums(1, 1)]]])
    #expect(site.isByBlock && site.errors == [1.5, 1])
    #expect(abs(site.mean - 4.0 / 3) < 1e-15)
    let times = [0, 19.9, 20, 45].map { SiteErrors.Block(point: nil, time: $0) }
    #expect(times[0] == times[1] && times[1] < times[2] && times[2] < times[3])
    #expect(SiteErrors.Block(point: 3, time: 1) == SiteErrors.Block(point: 3, time: 99))
  }

  @Test func `a ratio resamples both pipelines together`() throws {
    let same = ratio(walks(0.9, 1.8, 4.5), walks(1, 2, 5))
    let interval = try #require(same.interval)
    #expect(
      abs(same.value - 0.9) < 1e-12 && abs(interval.lower - 0.9) < 1e-12 && abs(interval.upper - 0.9) < 1e-12)
    // Of the 27 resamples of 1, 2 and 3 m one is all 1 and one all 3: 3.7 % at each end, more than 2.5 %.
    let spread = try #require(ratio(walks(1, 2, 3), walks(2, 2, 2)).interval)
    #expect(abs(spread.lower - 0.5) < 1e-12 && abs(spread.upper - 1.5) < 1e-12)
    #expect(ratio(SiteErrors([[[sums(1, 1)]]]), SiteErrors([[[sums(2, 1)]]])).interval == nil)
  }

  @Test func `sites weigh equally and are resampled apart`() throws {
    let sites = (1...3).map {
      ratio(
        SiteErrors([[[sums(1, 1), sums(3, 1)]]]), SiteErrors([[[sums(1, 1), sums(1, 1)]]]), seed: $0)
    }
    let whole = try #require(ErrorRatio(geometricMeanOf: sites))
    #expect(abs(whole.value - 2) < 1e-12)
    // Each site has the ratios 1, 2 and 3 in 1/4, 1/2 and 1/4 of its resamples. All three have 1 in 1/64, less than 2.5 %; two 1 and one 2
    // follow, in 9.4 %. With the same resamples everywhere the interval would be [1, 3].
    let interval = try #require(whole.interval)
    #expect(
      abs(interval.lower - Elementary.pow(2, 1.0 / 3)) < 1e-12
        && abs(interval.upper - Elementary.pow(18, 1.0 / 3)) < 1e-12)
    let opposite = [ratio(walks(1, 1, 1), walks(2, 2, 2)), ratio(walks(2, 2, 2), walks(1, 1, 1))]
    #expect(try abs(#require(ErrorRatio(geometricMeanOf: opposite)).value - 1) < 1e-12)
  }

  @Test func `stated regions count by walk, and where none is stated there is no share`() throws {
    // Errors of 1 m along x with stated deviations of 1 m and of 0.25 m: inside the region of 95 % (chi-square 1) and outside (16), with
    // two axes each. Walks of one, two and two moments: 0, 1/2 and 1/2 of the regions hold it, and squares of 16, 17/2 and 17/2 stand over 2 axes.
    func statement(_ deviation: Double) -> StatedError {
      let variance = deviation * deviation
      return StatedError(Point(x: 1, y: 0), PlanCovariance(xx: variance, xy: 0, yy: variance))
    }
    var (first, second) = (SiteErrors.Sums(), SiteErrors.Sums())
    first.add(1, stated: statement(0.25))
    second.add(1, stated: statement(1))
    second.add(1, stated: statement(0.25))
    let site = SiteErrors([[[first], [second], [second]]])
    #expect(try abs(#require(site.share(seed: Seed(1))).value - 1.0 / 3) < 1e-12)
    #expect(try abs(#require(site.normalisedSquare(seed: Seed(1))).value - 33.0 / 6) < 1e-12)
    // Of 27 resamples of three walks one is thrice the first: 3.7 %, more than 2.5 %.
    #expect(try #require(site.share(seed: Seed(1))?.interval) == ConfidenceInterval(lower: 0, upper: 0.5))
    #expect(SiteErrors([[[sums(1, 1)]]]).share(seed: Seed(1)) == nil)
  }

  @Test func `the best rival is that of the other sites, and of equal ones the first`() {
    let means = [[1.0, 4], [2, 2], [3, 1]]
    #expect(UnseenLimits.best(of: means) == 2)
    #expect(UnseenLimits.best(of: means, without: 0) == 2 && UnseenLimits.best(of: means, without: 1) == 0)
    #expect(UnseenLimits.best(of: [[1, 4], [2, 2]]) == 0)
  }
}
