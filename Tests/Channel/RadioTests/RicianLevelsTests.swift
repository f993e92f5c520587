import Radio
import Testing
import World

@Suite struct RicianLevelsTests {
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
