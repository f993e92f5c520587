import Evaluation
import Scenarios
import Testing
import World

@testable import Sweeping

/// The figures of a round of stays, by hand.
@Suite struct StayFiguresTests {
  private func error(_ metres: Double, floors: Int = 0) -> PositionError {
    PositionError(lap: 0, time: 0, outcome: .success(PositionError.Offset(metres: metres, floors: floors)))
  }

  private let missed = PositionError(lap: 0, time: 0, outcome: .failure(.noCallback))

  /// Two of five visits are hits: another floor and a missing fix are none. The mean is that of 0, 0.0009, 2 and 0 m.
  @Test func `a hit is at the point to a millimetre and on its floor`() throws {
    let figures = StayFigures(
      listed: [error(0), error(0.0009), error(2), error(0, floors: 1), missed], unlisted: [])
    #expect(figures.hitRate == 0.4)
    #expect(try abs(#require(figures.mean) - 2.0009 / 4) < 1e-12)
    #expect(figures.largest == 2)
    #expect(figures.meanWithUnlisted == nil)
  }

  @Test func `unlisted points change the mean of all alone`() {
    let figures = StayFigures(listed: [error(0), error(1)], unlisted: [error(5)])
    #expect((figures.hitRate, figures.mean, figures.largest) == (0.5, 0.5, 1))
    #expect(figures.meanWithUnlisted == 2)
  }

  @Test func `without a fix there is a hit rate of 0 and no mean`() {
    let figures = StayFigures(listed: [missed], unlisted: [missed])
    #expect(figures.hitRate == 0 && figures.mean == nil && figures.largest == nil)
    #expect(figures.meanWithUnlisted == nil)
  }

  /// More hits are a gain, and so is a smaller mean.
  @Test func `gains point upwards, and there are none without the other row`() {
    let worse = StayFigures(listed: [error(3), error(1)], unlisted: [])
    let better = StayFigures(listed: [error(0), error(1)], unlisted: [])
    #expect(better[.hitRateGain, over: worse] == 0.5)
    #expect(better[.meanGain, over: worse] == 1.5)
    #expect(better[.hitRateGain, over: nil] == nil && better[.meanGain, over: nil] == nil)
    #expect(better[.mean, over: nil] == 0.5)
  }

  /// Of 1, 2, 3, 4: mean 2.5, standard error sqrt(5/3)/2 = 0.6455, and t(3) = 3.1824.
  @Test func `a figure's interval is that of the mean of its laps, within its range`() throws {
    let range = StayStatistic.mean.range
    let figure = try #require(FingerprintRowResult.Figure([1, 2, 3, 4], within: range))
    #expect(figure.value == 2.5)
    let interval = try #require(figure.interval)
    #expect(abs(interval.lower - (2.5 - 3.1824 * 0.6455)) < 1e-3)
    #expect(abs(interval.upper - (2.5 + 3.1824 * 0.6455)) < 1e-3)
    #expect(FingerprintRowResult.Figure([], within: range) == nil)
    #expect(
      FingerprintRowResult.Figure([7], within: range)?.lapRange == ConfidenceInterval(lower: 7, upper: 7))
    // Two laps of 0 and 1: half, and 12.7 times half either way.
    let hits = FingerprintRowResult.Figure([0, 1], within: StayStatistic.hitRate.range)
    #expect(hits?.interval == ConfidenceInterval(lower: 0, upper: 1))
  }

  @Test func `what was published is compared with the figure of its name`() {
    var published = PipelineDefinition.Published()
    (published.mean, published.hitRate, published.largest) = (0.71, 0.6, 1.6)
    let figures = StayFigures(published)
    #expect(figures[.mean, over: nil] == 0.71 && figures[.hitRate, over: nil] == 0.6)
    #expect(figures[.largest, over: nil] == 1.6 && figures[.meanWithUnlisted, over: nil] == nil)
    #expect(StayStatistic.allCases.map(\.form.rounding) == [0.005, 0.005, 0.05, 0.005, 0.01, 0.01])
  }
}
