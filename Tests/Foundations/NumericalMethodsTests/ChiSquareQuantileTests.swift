import NumericalMethods
import Testing

@Suite struct ChiSquareQuantileTests {
  /// `scipy.stats.chi2.ppf` at 0.025 and 0.975.
  @Test(arguments: [
    (2.0, 0.05063561596857975, 7.377758908227871),
    (4.0, 0.4844185570879299, 11.143286781877796),
    (12.0, 4.4037885069817015, 23.33666415864534),
    (24.0, 12.401150217444435, 39.36407702660391),
    (100.0, 74.22192747492373, 129.5611971858366),
    (1000.0, 914.257153799259, 1089.5309127749135),
  ])
  func `both ends are SciPy's`(degrees: Double, low: Double, high: Double) {
    #expect(abs(ChiSquareQuantile.lower(0.025, degrees: degrees) / low - 1) < 1e-9)
    #expect(abs(ChiSquareQuantile.upper(0.025, degrees: degrees) / high - 1) < 1e-9)
  }
}
