import NumericalMethods
import Testing

@Suite struct BesselTests {
  /// `scipy.special.ive(0, x)`.
  @Test(arguments: [
    (0.0, 1.0),
    (0.5, 0.6450352704491501),
    (1.0, 0.4657596075936404),
    (2.0, 0.308508322553671),
    (3.0, 0.24300035416182544),
    (3.7, 0.2160494416729737),
    (3.76, 0.21414287242475974),
    (5.0, 0.18354081260932834),
    (10.0, 0.12783333716342862),
    (30.0, 0.07314594648223727),
    (100.0, 0.03994437929909668),
    (2000.0, 0.008921178276439672),
  ])
  func `is SciPy's within what the source states`(x: Double, value: Double) {
    #expect(abs(Bessel.scaledI0(x) / value - 1) < 5e-7)
  }
}
