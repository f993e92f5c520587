import NumericalMethods
import Testing

@Suite struct FitStatisticsTests {
  /// By `scipy.stats.t.ppf(0.975, degrees)`.
  @Test(arguments: [
    (1, 12.706204736174694), (2, 4.302652729749462), (5, 2.5705818356363146), (11, 2.200985160091639),
    (34.5, 2.0311601974493043), (200, 1.9718962236339088),
  ])
  func `quantiles of Student's t are SciPy's`(degrees: Double, quantile: Double) {
    #expect(abs(StudentQuantile.twoSided(0.95, degrees: degrees) - quantile) < 1e-5 * quantile)
  }

  /// By `scipy.stats`: `norm.cdf(-1.3)`, `t(4).cdf(-1.3)`, `t(10).cdf(2.2)`, `t(6).cdf(-40)`.
  @Test(arguments: [
    (ErrorLaw.normal, -1.3, 0.09680048458561036), (.studentT(degrees: 4), -1.3, 0.13172579823561206),
    (.studentT(degrees: 10), 2.2, 0.9737794657753234), (.studentT(degrees: 6), -40, 8.159180465271234e-09),
  ])
  func `chances of errors are SciPy's`(law: ErrorLaw, u: Double, chance: Double) {
    #expect(abs(law.chance(below: u) - chance) < 1e-8 * chance)
  }

  /// The half 1.0, 1.1, 1.25 of the six takes the least room, and of it 1.0 and 1.1.
  @Test func `the mode lies where the halves are densest`() throws {
    #expect(abs(try #require(HalfSampleMode.of([5, 1.1, 9, 1.0, 1.25, 3])) - 1.05) < 1e-12)
    #expect(HalfSampleMode.of([]) == nil)
    #expect(HalfSampleMode.of([4]) == 4)
  }

  @Test func `a variogram without noise gives back what it was made of`() throws {
    let truth = ExponentialVariogram(nugget: 9, sill: 16, range: 2.5)
    let bins = [0.1, 0.3, 0.6, 1, 2, 4, 7, 12].map {
      ExponentialVariogram.Bin(distance: $0, value: truth.value(at: $0), pairs: 100)
    }
    let fit = try #require(ExponentialVariogram.fitted(to: bins))
    #expect(abs(fit.nugget - 9) < 1e-4 && abs(fit.sill - 16) < 1e-4 && abs(fit.range - 2.5) < 1e-4)
  }

  @Test func `a flat variogram is all nugget`() throws {
    let bins = [0.1, 0.3, 0.6, 1, 2, 4].map {
      ExponentialVariogram.Bin(distance: $0, value: 9, pairs: 100)
    }
    let fit = try #require(ExponentialVariogram.fitted(to: bins))
    #expect(fit.sill == 0 && abs(fit.nugget - 9) < 1e-12)
  }

  /// Changes 1, -2, 3 over three parts: sqrt(2 / 3 x 14).
  @Test func `the jackknife's standard error is the one worked by hand`() {
    #expect(abs(Jackknife.standardError(ofChanges: [1, -2, 3]) - (28.0 / 3).squareRoot()) < 1e-15)
  }

  /// 2 / (sum of squares of squares / square of their sum - 1 / parts): of 1, 0, 0, 0 it is 2 / (1 - 1/4), of 4, 4, 1, 1
  /// 2 / (34/100 - 1/4) = 22.2, which is more than three; of parts that count alike one fewer than there are.
  @Test func `one part that has all of the variance leaves few degrees of freedom`() {
    #expect(abs(Jackknife.degrees(ofSquares: [1, 0, 0, 0]) - 8.0 / 3) < 1e-12)
    #expect(Jackknife.degrees(ofSquares: [4, 4, 1, 1]) == 3)
    #expect(Jackknife.degrees(ofSquares: [Double](repeating: 2, count: 12)) == 11)
    #expect(Jackknife.degrees(ofSquares: [0, 0]) == 1)
    // One of 20 has all: an excess kurtosis of 20 - 3, of which G₂ makes 19 / (18 × 17) × (21 × 17 + 6).
    let one = [1] + [Double](repeating: 0, count: 19)
    let sampled = 19.0 * 363 / 306
    #expect(abs(Jackknife.degrees(ofSampledSquares: one) - 2 / (sampled / 20 + 2.0 / 19)) < 1e-12)
    #expect(Jackknife.degrees(ofSampledSquares: [Double](repeating: 2, count: 12)) == 11)
  }

  /// By SciPy's stats.t.sf.
  @Test func `the share outside t is that of the two tails`() {
    for (t, degrees, share) in [
      (2.0, 19.0, 0.06000203638609834), (-4.3026527297, 2, 0.05), (8, 19, 1.6759546948e-07), (1, 1, 0.5),
    ] { #expect(abs(StudentQuantile.outside(t, degrees: degrees) / share - 1) < 1e-6) }
    #expect(StudentQuantile.outside(0, degrees: 5) == 1)
    #expect(StudentQuantile.outside(.infinity, degrees: 5) == 0)
  }

  /// `scipy.stats.chi2.ppf` at 0.025 and 0.975.
  @Test(arguments: [
    (2.0, 0.05063561596857975, 7.377758908227871),
    (4.0, 0.4844185570879299, 11.143286781877796),
    (12.0, 4.4037885069817015, 23.33666415864534),
    (24.0, 12.401150217444435, 39.36407702660391),
    (100.0, 74.22192747492373, 129.5611971858366),
    (1000.0, 914.257153799259, 1089.5309127749135),
  ])
  func `quantiles of χ² are SciPy's at both ends`(degrees: Double, low: Double, high: Double) {
    #expect(abs(ChiSquareQuantile.lower(0.025, degrees: degrees) / low - 1) < 1e-9)
    #expect(abs(ChiSquareQuantile.upper(0.025, degrees: degrees) / high - 1) < 1e-9)
  }

  /// SciPy: `binomtest(cases, count).proportion_ci(method="wilson")`.
  @Test(arguments: [
    (10, 100, 0.05522914, 0.17436566), (1, 2, 0.09453121, 0.90546879), (5, 200, 0.01072472, 0.05717834),
  ])
  func `Wilson's interval is SciPy's`(cases: Int, count: Int, lower: Double, upper: Double) {
    let interval = WilsonInterval(cases: cases, of: count)
    #expect(abs(interval.lower - lower) < 1e-7 && abs(interval.upper - upper) < 1e-7)
  }

  /// With no case the upper end is z² / (n + z²).
  @Test func `Wilson's interval ends at 0 and 1 with none and all`() {
    let square = 1.959963984540054 * 1.959963984540054
    let none = WilsonInterval(cases: 0, of: 200)
    #expect(none.lower == 0 && abs(none.upper - square / (200 + square)) < 1e-15)
    let all = WilsonInterval(cases: 200, of: 200)
    #expect(all.upper == 1 && abs(all.lower - 200 / (200 + square)) < 1e-15)
  }
}
