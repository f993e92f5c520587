import Radio
import Testing
import World

@Suite struct MilliwattsTests {
  @Test(arguments: [
    (0.0, 1.0), (10, 10), (-30, 1e-3), (-59, 1.2589254117941673e-06), (3, 1.9952623149688795),
  ])
  func `the power of a level is ten to a tenth of it`(level: Double, milliwatts: Double) {
    // 10^(level / 10) by mpmath.
    #expect(abs(DBm(level).milliwatts / milliwatts - 1) < 1e-14)
  }

  @Test func `a level of minus infinity is no power`() {
    #expect(DBm(-Double.infinity).milliwatts == 0)
  }
}
