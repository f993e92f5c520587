import Radio
import Testing
import World

@Suite struct FadesAboveTests {
  /// By quadrature in SciPy over the density of `ncx2(2, 2 K)` (adaptive, 1e-12): share, mean and variance in dB of what lies
  /// above a floor in dB over the mean power.
  @Test(arguments: [
    (0.0, -20.0, 0.990049834, -2.287249857, 26.302094987),
    (0.0, -5.0, 0.728893414, 0.165597015, 8.661802386),
    (2.0, -20.0, 0.995879648, -1.454361841, 16.961194502),
    (2.0, -8.0, 0.922675585, -0.672682112, 9.357337431),
    (2.0, 0.0, 0.414710585, 2.051290435, 2.019994417),
    (10.0, -4.0, 0.950633511, -0.155692230, 2.743220529),
    (10.0, 1.0, 0.246067716, 1.892046125, 0.478527168),
    (100.0, -0.5, 0.776622148, 0.199478770, 0.192816047),
  ])
  func `has the share, mean and variance that quadrature gives`(
    k: Double, floor: Double, share: Double, mean: Double, variance: Double
  ) {
    let part = FadesAbove(RicianFading(k: k)).above(floor)
    #expect(abs(part.share - share) < 2e-4)
    #expect(abs(part.mean - mean) < 1e-3)
    #expect(abs(part.variance - variance) < 1e-3 * variance)
  }

  @Test(arguments: [0.0, 0.5, 2, 10, 100, 1000]) func `above no floor it is the fading itself`(k: Double) {
    let fading = RicianFading(k: k)
    let whole = FadesAbove(fading).above(-200)
    #expect(whole.share == 1)
    #expect(abs(whole.mean - fading.mean.value) < 1e-4)
    #expect(abs(whole.variance - fading.variance) < 1e-3)
  }

  @Test func `above all that occurs is the highest that does`() {
    let part = FadesAbove(RicianFading(k: 1000)).above(40)
    #expect(part.share > 0 && part.share < 1e-9)
    #expect(part.mean.isFinite && part.variance >= 0)
  }
}
