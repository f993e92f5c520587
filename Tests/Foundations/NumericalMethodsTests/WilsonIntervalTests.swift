import NumericalMethods
import Testing

@Suite struct WilsonIntervalTests {
  /// SciPy: `binomtest(cases, count).proportion_ci(method="wilson")`.
  @Test(
    arguments: [
      (10, 100, 0.05522914, 0.17436566), (1, 2, 0.09453121, 0.90546879), (5, 200, 0.01072472, 0.05717834),
    ])
  func `is as others compute it`(cases: Int, count: Int, lower: Double, upper: Double) {
    let interval = WilsonInterval(cases: cases, of: count)
    #expect(abs(interval.lower - lower) < 1e-7 && abs(interval.upper - upper) < 1e-7)
  }

  /// With no case the upper end is z² / (n + z²).
  @Test func `ends at 0 and 1 with none and all`() {
    let square = 1.959963984540054 * 1.959963984540054
    let none = WilsonInterval(cases: 0, of: 200)
    #expect(none.lower == 0 && abs(none.upper - square / (200 + square)) < 1e-15)
    let all = WilsonInterval(cases: 200, of: 200)
    #expect(all.upper == 1 && abs(all.lower - 200 / (200 + square)) < 1e-15)
  }
}
