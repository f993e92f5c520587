import Evaluation
import NumericalMethods
import Testing

@Suite struct SiteErrorsTests {
  /// A data set with a walk for each error.
  private func walks(_ errors: Double...) -> SiteErrors { SiteErrors([errors.map { [SIMD2($0, 1)] }]) }

  private func ratio(_ a: SiteErrors, _ b: SiteErrors, seed: Int = 1) -> ErrorRatio {
    ErrorRatio(of: a, to: b, seed: Seed(UInt64(seed)))
  }

  @Test func `means are over moments, then walks, then data sets`() {
    // Walks of 4/3 m and 2 m in one data set, of 2 m in the other: (5/3 + 2) / 2.
    let site = SiteErrors([[[SIMD2(3, 2), SIMD2(1, 1)], [SIMD2(2, 1)]], [[SIMD2(6, 3)]], [[SIMD2(0, 0)]]])
    #expect(site.walks == 3 && !site.isByBlock)
    #expect(site.weights == [0.25, 0.25, 0.5])
    #expect(abs(site.mean - 11.0 / 6) < 1e-15)
  }

  @Test func `a site with fewer than three walks is observed by blocks`() {
    let site = SiteErrors([[[SIMD2(3, 2), SIMD2(0, 0), SIMD2(1, 1)]]])
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
    #expect(ratio(SiteErrors([[[SIMD2(1, 1)]]]), SiteErrors([[[SIMD2(2, 1)]]])).interval == nil)
  }

  @Test func `sites weigh equally and are resampled apart`() throws {
    let sites = (1...3).map {
      ratio(
        SiteErrors([[[SIMD2(1, 1), SIMD2(3, 1)]]]), SiteErrors([[[SIMD2(1, 1), SIMD2(1, 1)]]]), seed: $0)
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

  @Test func `the best rival is that of the other sites, and of equal ones the first`() {
    let means = [[1.0, 4], [2, 2], [3, 1]]
    #expect(UnseenLimits.best(of: means) == 2)
    #expect(UnseenLimits.best(of: means, without: 0) == 2 && UnseenLimits.best(of: means, without: 1) == 0)
    #expect(UnseenLimits.best(of: [[1, 4], [2, 2]]) == 0)
  }
}
