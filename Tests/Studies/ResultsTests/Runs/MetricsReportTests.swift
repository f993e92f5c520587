import Evaluation
import Laps
import Rendering
import Results
import Scenarios
import TestSupport
import Testing

@Suite struct MetricsReportTests {
  private func result() async throws -> StudyResult { try await shipped("initial-loop", laps: 3) }

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

@Suite struct RoomReportTests {
  @Test func `rooms counted alike stand beside the pooled share, and each room has a row`() async throws {
    let result = try await shipped("initial-loop", laps: 2)
    let lines = result.metricsReport.text(width: 200).split(separator: "\n").map(String.init)
    let head = try #require(lines.firstIndex { $0.hasPrefix("pipeline") && $0.contains("right room %") })
    #expect(lines[head].contains("  macro %  "))
    let rooms = try #require(result.pipelines.first?.metrics.rooms)
    let cells = lines[head + 2].split(separator: " ").map(String.init)
    #expect(cells[1] == FixedPoint.text(100 * (rooms.hitRate.share ?? -1), decimals: 1))
    #expect(cells[2] == FixedPoint.text(100 * (rooms.macroShare ?? -1), decimals: 1))
    let table = try #require(lines.firstIndex { $0.hasPrefix("right room") && $0.contains("Kalman %") })
    for (row, name) in ["south", "east", "north", "west"].enumerated() {
      #expect(lines[table + 2 + row].hasPrefix(name + " "))
    }
  }

  @Test func `the main table shows wrong floors where there are several floors`() async throws {
    let result = try await shipped("two-floors", laps: 2)
    let lines = result.report().text(width: 100).split(separator: "\n").map(String.init)
    #expect(lines[1].hasSuffix("wrong floor %"))
    let score = result.pipelines[0].score.whole
    let share = 100 * Double(score.wrongFloors) / Double(score.count)
    #expect(lines[3].hasSuffix(" " + FixedPoint.text(share, decimals: 1)))
    let single = (try await shipped("initial-loop", laps: 2)).report().text(width: 100)
    #expect(!single.contains("wrong floor") && !single.contains("Wrong floor"))
  }
}
