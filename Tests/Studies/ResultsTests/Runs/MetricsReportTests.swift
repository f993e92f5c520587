import Evaluation
import Laps
import Rendering
import Results
import Scenarios
import TestSupport
import Testing

@Suite struct MetricsReportTests {
  private func result() async throws -> StudyResult {
    let scenario = try Scenario(contentsOf: Checkout.path("scenarios/initial-loop.yaml"), laps: 3)
    return try await Study(scenario, dataRoot: "").run(width: 1) { _ in }
  }

  @Test(arguments: [100, 120, 200])
  func `no line is wider than it may be`(width: Int) async throws {
    let text = (try await result()).metricsReport.text(width: width)
    for line in text.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
  }

  @Test func `says what it has no figures for, and of which rows`() async throws {
    let text = (try await result()).metricsReport.text(width: .max)
    #expect(text.contains("\nFloors not available: the site has one floor.\n"))
    #expect(text.contains("\nStops not available: no walker stops.\n"))
    #expect(text.contains("Lag not available: the fixes or the walkers do not move (room centre).\n"))
    #expect(!text.contains("settling"))
  }

  @Test func `a cost stands beside the error of its row`() async throws {
    let result = try await result()
    let costs = result.pipelines.map {
      PipelineCost(pipeline: $0.definition.name, nanosecondsPerReading: 12.34, nanosecondsPerFix: 5678)
    }
    let lines = result.costReport(costs).text(width: 100).split(separator: "\n")
    let mean = try #require(result.pipelines[0].score.whole.statistics?.mean)
    let cells = lines[2].split(separator: " ").map(String.init)
    #expect(Array(cells.suffix(3)) == [FixedPoint.text(mean, decimals: 2), "12.3", "5678"])
  }
}
