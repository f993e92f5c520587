import Evaluation
import Testing
import World

struct TrackTotalsTests {
  /// A lap round the square on which the fix trails by two seconds: 103 callbacks have the truth 20 s before and 5 s after
  /// them (from 23.3 s to 126.3 s).
  private static let lap: TrackScore = {
    let times = (0...131).map { Double($0) }
    return Tracks.score(
      times.map { Tracks.fix(Tracks.square.position(at: $0 - 2)) }, at: times, on: Tracks.square)
  }()

  @Test func `keeps the fixes of the first laps for the lag, and sums of all`() throws {
    var totals = TrackTotals(lagFixes: 150)
    for _ in 0..<5 { totals.add(Self.lap) }
    let metrics = try #require(TrackMetrics(of: totals))
    #expect(metrics.tally.laps == 5)
    // The second lap is the one that reaches 150.
    let lag = try metrics.lag.get()
    #expect(lag.count == 206)
    #expect(abs(lag.seconds - 2) < 1e-6)
  }
}
