import Evaluation
import TestSupport
import Testing

@testable import Comparisons
@testable import Laps
@testable import Results
@testable import Scenarios

@Suite struct PipelineDifferenceTests {
  private func difference(
    _ pHolm: Double, _ interval: ConfidenceInterval?
  ) -> Conclusion.Direction {
    PipelineDifference(
      pipeline: "b", reference: "a", pairs: 24, laps: 12, metres: 0, interval: interval, p: pHolm / 2,
      pHolm: pHolm
    ).verdict
  }

  @Test func `is a difference when the test and the interval say so`() {
    #expect(difference(0.04, ConfidenceInterval(lower: 0.1, upper: 0.2)) == .worse)
    #expect(difference(0.04, ConfidenceInterval(lower: -0.2, upper: -0.1)) == .better)
  }

  @Test func `is unclear when one of the two does not`() {
    #expect(difference(0.05, ConfidenceInterval(lower: 0.1, upper: 0.2)) == .notShown)
    #expect(difference(0.01, ConfidenceInterval(lower: -0.1, upper: 0.2)) == .notShown)
    #expect(difference(0.01, nil) == .notShown)
  }

  /// Two-sided, L laps on one side have p = 2 / 2^L, and Holm multiplies the least of m by m.
  @Test(arguments: [(1, 6), (2, 7), (5, 8), (10, 9), (15, 10)])
  func `knows how many laps can tell`(count: Int, laps: Int) {
    #expect(PipelineDifference.fewestLaps(forDifferences: count) == laps)
  }

  /// `compare` pairs the errors of a results folder by another way, from text.
  @Test func `is what comparing the pipelines of the results folder gives`() async throws {
    let folder = try TemporaryFolder()
    let scenario = try Scenario(contentsOf: Checkout.path("scenarios/initial-loop.yaml"), laps: 12)
    let study = try Study(scenario, dataRoot: "")
    let result = try await study.run(width: 2) { _ in }
    let results = ResultsFolder(root: folder.path, scenario: "loop", name: "twelve")
    try results.write(
      result, scenario: study.saved, provenance: Provenance(start: RunClock(), threads: 2))
    let comparison = try FolderComparison(
      within: SavedResults(contentsOf: results.path), pipelines: result.pipelines.map(\.definition.name))
    try #require(comparison.rows.count == 5 && result.differences.count == 5)
    for (row, difference) in zip(comparison.rows, result.differences) {
      #expect(row.a == "Kalman" && difference.reference == "Kalman" && row.b == difference.pipeline)
      #expect(difference.pairs == 144 && difference.laps == 12)
      // The order of summation differs.
      let pair = try #require(row.comparison)
      #expect(abs(pair.difference - difference.metres) < 1e-9)
      #expect(pair.signedRankTest.p == difference.p && row.pHolm == difference.pHolm)
      let (a, b) = try (#require(pair.interval), #require(difference.interval))
      #expect(abs(a.lower - b.lower) < 1e-9 && abs(a.upper - b.upper) < 1e-9)
    }
  }
}
