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

  /// I₀(x) e⁻ˣ and I₁(x) e⁻ˣ by mpmath with 40 digits.
  @Test(arguments: [
    (0.0, 1.0, 0.0),
    (1e-09, 0.999999999, 4.999999995000001e-10),
    (0.5, 0.6450352704491501, 0.1564208031848717),
    (1.0, 0.46575960759364043, 0.20791041534970844),
    (3.75, 0.2144570512300487, 0.1829684209308909),
    (10.0, 0.1278333371634286, 0.12126268138445552),
    (19.999, 0.08978258606096536, 0.08750832348017847),
    (20.0, 0.08978031188482602, 0.08750622218328867),
    (20.5, 0.08866442901574524, 0.08647411349408725),
    (30.0, 0.0731459464822373, 0.07191633059864755),
    (100.0, 0.03994437929909668, 0.03974415302513025),
    (2000.0, 0.00892117827643967, 0.008918947702944238),
    (1000000.0, 0.00039894233026924577, 0.0003989421307980308),
    (1000000000000.0, 3.9894228040148256e-07, 3.989422804012831e-07),
  ])
  func `scaled Bessel functions are those of more digits, on both sides of where the series change`(
    x: Double, zeroth: Double, first: Double
  ) {
    let bessel = Bessel.scaled(x)
    #expect(abs(bessel.zeroth - zeroth) <= 1e-14 * zeroth)
    #expect(abs(bessel.first - first) <= 1e-14 * first)
  }
}
