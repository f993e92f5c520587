import NumericalMethods
import Radio
import Testing

@Suite struct RicianNoiseTests {
  /// By adaptive quadrature in SciPy 1.17 (quad over 60 pieces, ive): E[s²] / (10 / ln 10)², E[(f''/f)²] / (2 J²) and
  /// E[s f''/f] / J^1.5 of the logarithm of Rice's power.
  @Test(arguments: [
    (0.5, 0.059930627214174984, 2.6865829142522606, -1.065033593387634),
    (1, 0.07181019656404741, 2.628829650401108, -1.057785136463527),
    (2, 0.09822466375080982, 2.338705157367795, -0.9656923109365242),
    (6, 0.20509931472156911, 1.7242316554675106, -0.714752709371189),
    (40, 1.1067287235701926, 1.1467737733582903, -0.3243923631626585),
    (50, 1.3718323110716593, 1.1188662072413222, -0.29204563140128986),
    (100, 2.697323926503409, 1.0609309336740222, -0.20926842759039188),
  ])
  func `has the information that quadrature gives`(
    k: Double, information: Double, second: Double, third: Double
  ) throws {
    let noise = try #require(RicianFading(k: k).noise)
    #expect(abs(1 / noise.variance - information) < 1e-9 * information)
    #expect(abs(noise.second - second) < 1e-9 * second)
    #expect(abs(noise.third - third) < 1e-9)
  }

  /// The level of an exponential power r is 10 / ln 10 × ln r, with the score 1 - r: the mean of its square is the
  /// variance of r, 1. f''/f is 1 - 3 r + r², whose square has the mean 1 - 6 + 22 - 36 + 24 = 5, and the product has
  /// 1 - 4 + 8 - 6 = -1.
  @Test func `Rayleigh's information is that of an exponential power`() throws {
    let noise = try #require(RicianFading(k: 0).noise)
    #expect(abs(noise.variance - 18.861169701161387) < 1e-9)
    #expect(abs(noise.second - 2.5) < 1e-11)
    #expect(abs(noise.third + 1) < 1e-11)
  }

  @Test(arguments: [0, 0.1, 0.7, 3, 12, 45, 47, 300, 999]) func `counts as less than its own variance`(
    k: Double
  )
    throws
  {
    let fading = RicianFading(k: k)
    let noise = try #require(fading.noise)
    #expect(noise.variance < fading.variance)
    // Nearly normal for a strong steady wave.
    #expect(k < 100 || noise.variance > 0.98 * fading.variance)
  }

  @Test func `fading that counts as none leaves no noise`() { #expect(RicianFading(k: 1000).noise == nil) }
}
