import NumericalMethods
import Testing

@Suite struct ErrorFunctionTests {
  /// mpmath with 300 bits, rounded to double.
  @Test(arguments: [
    (0, 1.0), (1e-10, 0.999999999887162), (0.1, 0.887537083981715), (0.5, 0.4795001221869535),
    (1, 0.15729920705028513), (1.4999999999, 0.0338948535365823), (1.5, 0.033894853524689274),
    (2, 0.004677734981047266), (3.3, 3.0577097964381654e-06), (5, 1.537459794428035e-12),
    (10, 2.088487583762545e-45), (20, 5.395865611607901e-176), (26, 5.663192408856143e-296),
    (-0.7, 1.6778011938374184), (-3, 1.9999779095030015),
  ])
  func `the complementary error function is that of mpmath within 1e-13 of its size`(
    x: Double, expected: Double
  ) {
    #expect(abs(Elementary.erfc(x) - expected) <= 1e-13 * expected)
  }

  @Test func `its ends are 2 and 0, and NaN stays NaN`() {
    #expect(Elementary.erfc(-.infinity) == 2)
    #expect(Elementary.erfc(.infinity) == 0 && Elementary.erfc(28) == 0)
    #expect(Elementary.erfc(.nan).isNaN)
  }
}
