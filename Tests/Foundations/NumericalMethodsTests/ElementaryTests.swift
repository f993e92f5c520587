import NumericalMethods
import Testing

/// Reference values from mpmath with 300 bits, rounded to double. The first arguments of each table are the worst
/// of 40,000 drawn at random over the whole range.
@Suite struct ElementaryTests {
  /// How many units in the last place of `expected` two numbers differ.
  private func unitsApart(_ value: Double, _ expected: Double) -> Double {
    abs(value - expected) / expected.ulp
  }

  @Test(arguments: [
    (0.7013241144854971, -0.35478513862405275),
    (2.585928563240225, 0.9500846555443708),
    (1.5625177982655194, 0.4462984934534762),
    (0.5, -0.6931471805599453),
    (0.9999999999999999, -1.1102230246251565e-16),
    (1.0000000000000002, 2.2204460492503128e-16),
    (1.4142135623730951, 0.3465735902799727),
    (1.4142135623730954, 0.34657359027997287),
    (3.0, 1.0986122886681098),
    (59.0, 4.07753744390572),
    (1e-300, -690.7755278982137),
    (1.7976931348623157e+308, 709.782712893384),
    (.leastNonzeroMagnitude, -744.4400719213812),
    (1_000_000 * .leastNonzeroMagnitude, -730.624561363417),
  ])
  func `the natural logarithm is that of mpmath within one unit in the last place`(
    x: Double, expected: Double
  ) {
    #expect(unitsApart(Elementary.log(x), expected) <= 1)
  }

  @Test(arguments: [
    (0.7589098993522463, -0.11980978212413333),
    (0.8737050412996534, -0.058635158391129316),
    (1.139789061118682, 0.056824484609568744),
    (2.0, 0.3010299956639812),
    (10.0, 1.0),
    (1000.0, 3.0),
    (0.01, -2.0),
    (36.25, 1.5593080109070125),
    (1e-300, -300.0),
    (1e+300, 300.0),
    (.leastNonzeroMagnitude, -323.3062153431158),
  ])
  func `the decimal logarithm is that of mpmath within two units in the last place`(
    x: Double, expected: Double
  ) {
    #expect(unitsApart(Elementary.log10(x), expected) <= 2)
  }

  @Test(arguments: [
    (-0.9826764274642676, 0.3743079489465861),
    (154.96644273503574, 2.0001886566467436e+67),
    (-0.9984109358612794, 0.3684644899156598),
    (1.0, 2.718281828459045),
    (-1.0, 0.36787944117144233),
    (0.5, 1.6487212707001282),
    (1e-10, 1.0000000001),
    (-2.5, 0.0820849986238988),
    (33.3, 289738526663660.5),
    (709.7, 1.6549840276802644e+308),
    (-700.0, 9.85967654375977e-305),
  ])
  func `the exponential is that of mpmath within one unit in the last place`(x: Double, expected: Double) {
    #expect(unitsApart(Elementary.exp(x), expected) <= 1)
  }

  @Test(arguments: [
    (22.126317411966845, 1.3375727485932416e+22),
    (57.66253019233809, 4.597589500586735e+57),
    (0.7680759166288307, 5.86240633057271),
    (1.0, 10.0),
    (-1.0, 0.1),
    (-5.9, 1.2589254117941661e-06),
    (0.3, 1.9952623149688795),
    (-7.7, 1.9952623149688786e-08),
    (300.5, 3.1622776601683795e+300),
    (-300.5, 3.1622776601683794e-301),
    (2.0, 100.0),
  ])
  func `the power of ten is that of mpmath within two units in the last place`(x: Double, expected: Double) {
    #expect(unitsApart(Elementary.exp10(x), expected) <= 2)
  }

  @Test(arguments: [
    (7.111243257727877, 0.7366193382596696),
    (-4.0035067554696475, 0.7590900056309372),
    (0.5235987755982988, 0.49999999999999994),
    (3.141592653589793, 1.2246467991473532e-16),
    (-1e-05, -9.999999999833334e-06),
    (1.0, 0.8414709848078965),
    (100.0, -0.5063656411097588),
    (22.0, -0.008851309290403876),
    (999999.5, -0.756251087561678),
    (355.0, -3.014435335948845e-05),
  ])
  func `the sine is that of mpmath within one unit in the last place`(x: Double, expected: Double) {
    #expect(unitsApart(Elementary.sin(x), expected) <= 1)
  }

  @Test(arguments: [
    (-8.636093141318174, -0.7047789494690756),
    (760717.0648822534, 0.7339827875559705),
    (1.0471975511965976, 0.5000000000000001),
    (1.5707963267948966, 6.123233995736766e-17),
    (-1e-05, 0.99999999995),
    (1.0, 0.5403023058681398),
    (100.0, 0.8623188722876839),
    (11.0, 0.004425697988050785),
    (999999.5, 0.654281508650351),
  ])
  func `the cosine is that of mpmath within one unit in the last place`(x: Double, expected: Double) {
    #expect(unitsApart(Elementary.cos(x), expected) <= 1)
  }

  @Test(arguments: [
    (2.0, 10.0, 1024.0),
    (10.0, -3.3, 0.0005011872336272725),
    (0.13, 2.5, 0.006093381655534143),
    (1.0000001, 1000000.0, 1.1051709126143208),
    (59.0, 0.5, 7.681145747868608),
  ])
  func `the power is that of mpmath within what it states`(x: Double, y: Double, expected: Double) {
    let bound = (1 + abs(y * Elementary.log(x))) * 0x1p-52
    #expect(abs(Elementary.pow(x, y) / expected - 1) <= bound)
  }

  @Test func `the ends of the ranges are those stated`() {
    #expect(Elementary.log(0) == -.infinity && Elementary.log10(0) == -.infinity)
    #expect(Elementary.log(-1).isNaN && Elementary.log(.nan).isNaN && Elementary.log(.infinity) == .infinity)
    #expect(Elementary.exp(-746) == 0 && Elementary.exp(710) == .infinity && Elementary.exp(.nan).isNaN)
    #expect(Elementary.exp10(-324) == 0 && Elementary.exp10(309) == .infinity && Elementary.exp10(.nan).isNaN)
    #expect(Elementary.sin(.infinity).isNaN && Elementary.cos(.nan).isNaN)
    #expect(Elementary.pow(0, 2) == 0 && Elementary.pow(0, -1) == .infinity && Elementary.pow(0, 0) == 1)
    #expect(Elementary.pow(-1, 2).isNaN && Elementary.pow(-1, 0) == 1)
    #expect(Elementary.log(1) == 0 && Elementary.log10(1) == 0 && Elementary.exp(0) == 1)
    #expect(Elementary.exp10(0) == 1 && Elementary.sin(0) == 0 && Elementary.cos(0) == 1)
  }

  @Test func `halves go to the even whole number`() {
    #expect([0.5, 1.5, 2.5, -0.5, -1.5, 2.4, 2.6].map(Elementary.nearestInteger) == [0, 2, 2, 0, -2, 2, 3])
  }
}
