import Evaluation
import Laps
import Scenarios
import TestSupport
import Testing

/// Without noise what is left is lag, and every stage states its own.
@Suite struct NoiseFreeTests {
  /// A walker at 1.3 m/s trails by the middle of the 1 s average (0.5 s), the wait for the callback (0 to 1 s,
  /// evenly spread), and the filter's delay: on straight legs that is (1.0 s + delay) 1.3 m/s on the mean.
  ///
  /// The spread of the wait is 1.3 / sqrt(12) = 0.375 m, so the mean over n presses has a standard error of
  /// 0.375 / sqrt(n). The band adds 0.15 m for whole-dBm readings, corners and the curve of the logarithm over a
  /// window, which are not noise. Six standard errors: a false alarm in 5e8 a filter.
  @Test func `fixes trail the walker by the stated delays`() async throws {
    let scenario = try Scenario(contentsOf: Checkout.path("scenarios/two-circle-noise-free.yaml"), laps: 8)
    let result = try await Study(scenario, dataRoot: "").run(width: 2) { _ in }
    let delays: [String: Double] = [
      "none, two circles": 0, "Kalman": 0.207, "Savitzky-Golay, end": 0, "Savitzky-Golay, centre": 2,
      "feedback, literal": 0.25, "feedback, recursive": 1.0 / 3, "moving average": 2,
    ]
    var checked = 0
    for pipeline in result.pipelines {
      guard let delay = delays[pipeline.definition.name] else { continue }
      let along = pipeline.errors.compactMap { error in
        if case .success(let offset) = error.outcome { offset.along } else { nil }
      }
      #expect(along.count == 96)
      let mean = along.reduce(0, +) / Double(along.count)
      let band = 0.15 + 6 * 0.375 / Double(along.count).squareRoot()
      #expect(abs(mean + 1.3 * (1.0 + delay)) < band, "\(pipeline.definition.name): \(mean)")
      checked += 1
    }
    #expect(checked == delays.count)
  }
}
