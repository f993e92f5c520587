import Radio
import Testing
import World

@Suite struct RicianFadingTests {
  /// By quadrature in SciPy 1.17 over u = ln X with X from `ncx2(2, 2 K)`: mean and variance of
  /// 10 / ln 10 × (u - ln(2 (1 + K))).
  @Test(arguments: [
    (0, -2.506815781342223, 31.02538058119065), (0.5, -2.3401467139284673, 29.315738261772907),
    (2, -1.5485403709383196, 19.112210688488496), (10, -0.41390879809555914, 3.9942923885697126),
    (100, -0.043213737826363126, 0.3791352439572347), (1000, -0.004340774793225281, 0.037741225777015455),
  ])
  func `has the mean and the variance that quadrature gives`(k: Double, mean: Double, variance: Double) {
    let fading = RicianFading(k: k)
    #expect(abs(fading.mean.value - mean) < 1e-7)
    #expect(abs(fading.variance - variance) < 1e-7 * max(variance, 1))
  }

  @Test(arguments: [0.0, 0.5, 2, 10, 50])
  func `levels about their mean have mean 0 and the fading's variance`(
    k: Double
  ) {
    let fading = RicianFading(k: k)
    let levels = fading.levels(step: 0.25)
    let weights = levels.reduce(0) { $0 + $1.weight }
    let mean = levels.reduce(0) { $0 + $1.weight * $1.level.value } / weights
    let square = levels.reduce(0) { $0 + $1.weight * $1.level.value * $1.level.value } / weights
    #expect(abs(mean) < 1e-4)
    #expect(abs(square - fading.variance) < 1e-3 * fading.variance)
  }
}
