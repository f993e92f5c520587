import Evaluation
import NumericalMethods
import Testing
import World

@Suite struct ErrorsByLapTests {
  private func error(_ lap: Int, _ time: Double, _ metres: Double?) -> PositionError {
    PositionError(
      lap: lap, time: time,
      outcome: metres.map { .success(.init(metres: $0)) } ?? .failure(.undetermined))
  }

  private var errors: [PositionError] {
    [
      error(1, 3, 0.1), error(1, 9, 0.7), error(2, 4, 1.3), error(2, 5, nil), error(4, 1, nil),
      error(10, 2, 0.3), error(10, 6, 2.9),
    ]
  }

  @Test func `orders laps by number and errors by time, and keeps a lap without a fix`() {
    let byLap = ErrorsByLap(errors.reversed())
    #expect(byLap.laps == [1, 2, 4, 10])
    #expect(byLap.values == [0.1, 0.7, 1.3, 0.3, 2.9])
    #expect(byLap.starts == [0, 2, 3, 3, 5])
    #expect(Array(byLap[1]) == [1.3])
    #expect(byLap[2].isEmpty)
  }

  @Test(arguments: 1...20) func `is the same value however the errors came in`(seed: UInt64) {
    var random = RandomStream(Seed(seed))
    #expect(ErrorsByLap(errors.shuffled(using: &random)) == ErrorsByLap(errors))
  }

  /// By NumPy: the logarithm of the root mean square of all, and the root of 2/3 of the sum of squares about the mean of those
  /// with a lap left out.
  @Test func `a jackknife of three laps is NumPy's`() throws {
    let errors = ErrorsByLap(byLap: [[1, 3], [2, 2, 5], [0.5, 4]])
    let figure = try #require(LapJackknife(errors)?.rootMeanSquare)
    #expect(abs(figure.value - 1.0679278154799636) < 1e-14 && abs(figure.error - 0.11936059604716613) < 1e-14)
  }

  @Test func `without errors, or with one lap, a jackknife has nothing to say`() {
    #expect(LapJackknife(ErrorsByLap(byLap: [[1, 2]])) == nil)
    #expect(LapJackknife(ErrorsByLap(byLap: [[], []])) == nil)
    // All alike: no spread; all 0: no logarithm.
    #expect(LapJackknife(ErrorsByLap(byLap: [[2, 2], [2, 2]]))?.rootMeanSquare?.error == 0)
    #expect(LapJackknife(ErrorsByLap(byLap: [[0, 0], [0]]))?.rootMeanSquare == nil)
  }
}
