import Evaluation
import Testing

@Suite struct LapJackknifeTests {
  /// By NumPy: the logarithm of the root mean square of all, and the root of 2/3 of the sum of squares about the mean of those
  /// with a lap left out.
  @Test func `a jackknife of three laps is NumPy's`() throws {
    let errors = ErrorsByLap(byLap: [[1, 3], [2, 2, 5], [0.5, 4]])
    let figure = try #require(LapJackknife(errors)?.rootMeanSquare)
    #expect(abs(figure.value - 1.0679278154799636) < 1e-14 && abs(figure.error - 0.11936059604716613) < 1e-14)
  }

  @Test func `without errors, or with one lap, there is nothing to say`() {
    #expect(LapJackknife(ErrorsByLap(byLap: [[1, 2]])) == nil)
    #expect(LapJackknife(ErrorsByLap(byLap: [[], []])) == nil)
    // All alike: no spread; all 0: no logarithm.
    #expect(LapJackknife(ErrorsByLap(byLap: [[2, 2], [2, 2]]))?.rootMeanSquare?.error == 0)
    #expect(LapJackknife(ErrorsByLap(byLap: [[0, 0], [0]]))?.rootMeanSquare == nil)
  }
}
