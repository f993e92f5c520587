import Documents
import Evaluation
import Laps
import Phone
import Scenarios
import TestSupport
import Testing
import World

@Suite struct LagBudgetTests {
  /// The lag of a filter that smooths a coordinate of a walker who goes straight on at 1.3 m/s.
  private func lag(of choice: FilterChoice) throws -> Double {
    let times = (0...200).map(Double.init)
    let walk = Walk(
      knots: [0.0, 200].map { Walk.Knot(time: $0, position: Point(x: 1.3 * $0, y: 0)) })
    var column: [DBm?] = times.map { DBm(1.3 * $0) }
    var filter = choice.makeFilter()
    filter.smooth(&column, at: times)
    let fixes: [Result<Fix, NoFix>] = column.map { level in
      level.map { .success(Fix(position: Point(x: $0.value, y: 0))) } ?? .failure(.undetermined)
    }
    let truth = TrackTruth(
      of: walk, at: times, interval: 1, site: Site(name: "s", anchors: []), settings: MetricSettings())
    var totals = TrackTotals()
    totals.add(TrackScore(of: fixes, truth: truth))
    let metrics = try #require(TrackMetrics(of: totals))
    return try metrics.lag.get().seconds
  }

  @Test(arguments: [(4.0, 0.2071067811865476), (1, 0.6180339887498949), (0.3, 1.3929)])
  func `a Kalman filter's track trails by (1 - G) / G of its steady gain`(ratio: Double, expected: Double)
    throws
  {
    // With u = Q / R the steady gain solves G² = u (1 - G); (1 - G) / G is then (√2 - 1) / 2 for 4, the golden
    // section's 0.618 for 1, and 1.393 for 0.3, which has settled to 1e-4 when the lag is taken, from 20 s on.
    let lag = try lag(
      of: FilterChoice(
        KalmanFilter.Settings { $0.processVariance = 5 * ratio }))
    #expect(abs(lag - expected) < 2e-4)
  }

  @Test func `a moving average of five trails by two readings, the literal feedback by 1 - alpha`() throws {
    #expect(try abs(lag(of: FilterChoice(MovingAverageFilter.Settings())) - 2) < 1e-9)
    #expect(
      try abs(lag(of: FilterChoice(FeedbackFilter.Settings())) - 0.25) < 1e-9)
  }

  @Test func `without noise each row lags by half a window and its filters' delay`() async throws {
    // Noise-free fixes still bend at corners and between beacons; 0.06 s is 8 cm of the walk.
    let scenario = try Scenario(contentsOf: Checkout.path("scenarios/two-circle-noise-free.yaml"), laps: 8)
    let result = try await Study(scenario, dataRoot: "").run(width: 2) { _ in }
    for pipeline in result.pipelines.prefix(7) {
      let lag = try #require(pipeline.track).lag.get()
      #expect(abs(lag.seconds - 0.5 - pipeline.delay) < 0.06, "\(pipeline.definition.name) \(lag.seconds)")
      let interval = try #require(lag.interval)
      #expect(interval.lower <= lag.seconds && lag.seconds <= interval.upper)
    }
  }

  @Test func `pipelines that hear alike share their ranging, and one that is deaf has none`() async throws {
    let scenario = try Scenario(contentsOf: Checkout.path("scenarios/two-circle-noise-free.yaml"), laps: 1)
    let result = try await Study(scenario, dataRoot: "").run(width: 1) { _ in }
    #expect(
      result.ranging[0].pipelines == [
        "none, two circles", "nearest beacon", "weighted centroid", "least squares",
      ])
    let names = result.ranging.flatMap(\.pipelines)
    #expect(!names.contains("room centre") && Set(names).count == names.count)
    #expect(names.count == result.pipelines.count - 1)
    // Without noise the levels are those of the law, but for the half second by which a reading is old.
    let whole = result.ranging[0].tally.whole
    #expect(try abs(#require(whole.meanDecibels)) < 0.2 && whole.unheard == 0)
  }
}
