import Documents
import Evaluation
import Laps
import Rendering
import Results
import Scenarios
import Sites
import TestSupport
import Testing

/// What a shipped scenario gives.
func shipped(_ name: String, laps: Int) async throws -> StudyResult {
  let scenario = try Scenario(contentsOf: Checkout.path("scenarios/\(name).yaml"), laps: laps)
  return try await Study(scenario, dataRoot: "").run(width: 1) { _ in }
}

@Suite struct StudyReportTests {
  private func result(laps: Int = 2) async throws -> StudyResult {
    try await shipped("initial-loop", laps: laps)
  }

  private func lines(_ result: StudyResult, width: Int = OutputWidth.piped) -> [String] {
    result.report().text(width: width).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
  }

  @Test func `has a row for each pipeline, with the published figure beside its own`() async throws {
    let result = try await result()
    let lines = lines(result)
    #expect(
      lines[0]
        == "initial-loop: 2 laps, scored at each press by the last fix before it; horizontal errors."
    )
    let header = try #require(lines.firstIndex { $0.hasPrefix("pipeline") })
    let rows = lines[(header + 2)...].prefix(result.pipelines.count)
    for (row, pipeline) in zip(rows, result.pipelines) { #expect(row.hasPrefix(pipeline.definition.name)) }
    #expect(lines.contains { $0.hasPrefix("Each pipeline: 24 errors, none missed.") })
    let average = try #require(rows.first { $0.hasPrefix("moving average") })
    #expect(average.hasSuffix("  4.00"))
    #expect(rows.count { $0.hasSuffix("  4.00") } == 1)
  }

  @Test func `says how every advertisement ended, and the ends add up`() async throws {
    let result = try await result()
    let sent = try #require(result.tally.simulated)
    #expect(sent.sent == sent.lost + sent.belowSensitivity + result.tally.heard)
    let text = result.report().text(width: .max).replacing(",", with: "")
    #expect(
      text.contains(
        "Advertisements: \(sent.sent) sent of which \(sent.lost) were lost and \(sent.belowSensitivity) below "
          + "the receiver's sensitivity; \(result.tally.heard) received which give \(result.tally.readings) readings."
      ))
  }

  @Test(arguments: [80, 100, 120, 200])
  func `no line is wider than it may be, and none ends in a space`(width: Int) async throws {
    let lines = lines(try await result(), width: width)
    #expect(lines.allSatisfy { $0.displayWidth <= width })
    #expect(lines.allSatisfy { $0.last != " " })
  }

  @Test func `says each filter's delay, and none where nothing is filtered`() async throws {
    let result = try await result()
    // By Kalman's steady gain at Q/R 4, (1 - G) / G = 0.207 s, and 2 s more for the mean of five values.
    let delays = result.pipelines.map { $0.delay }
    #expect(abs(delays[0] - 0.2071) < 0.0001 && abs(delays[3] - 2.2071) < 0.0001)
    let legend = try #require(lines(result).lastIndex { $0.hasPrefix("pipeline") && $0.contains("delay s") })
    let rows = lines(result)[(legend + 2)...]
    let kalman = try #require(rows.first { $0.hasPrefix("Kalman") })
    #expect(kalman.contains(" 0.21 "))
    let centre = try #require(rows.first { $0.hasPrefix("room centre") })
    #expect(!centre.contains("0.00"))
  }

  @Test func `too few laps tell no difference, and the report says how many would`() async throws {
    let result = try await result()
    #expect(result.differences.map(\.verdict) == [Conclusion.Direction](repeating: .notShown, count: 5))
    let text = result.report().text(width: .max)
    // Five differences: 5 / 2^(L - 1) is below 0.05 from L = 8 on.
    #expect(text.contains("2 laps are too few for significance; at least 8 are needed."))
  }

  @Test func `one lap has neither intervals nor differences`() async throws {
    let result = try await result(laps: 1)
    #expect(result.differences.isEmpty)
    let text = result.report().text()
    #expect(text.contains("One lap: there are no intervals") && !text.contains("differences from"))
  }

  @Test func `an interval that Student's t would take below 0 is cut, and the note says so`() async throws {
    // With two laps Student's t of 12.7 exceeds what any difference of two such laps leaves above 0.
    let result = try await result()
    #expect(result.pipelines.contains { $0.score.whole.meanInterval?.lower == 0 })
    #expect(result.pipelines.allSatisfy { ($0.score.whole.meanInterval?.lower ?? 0) >= 0 })
    let text = result.report().text(width: .max)
    #expect(text.contains("An interval that begins at 0 is cut there: the laps are too few for Student's t."))
  }

  @Test func `says what was published, for how many rows, and what is not met`() async throws {
    let result = try await result(laps: 12)
    let figures = result.published
    #expect(figures.map(\.pipeline) == ["moving average"] && figures.map(\.statistic) == [.mean])
    let text = result.report().text(width: .max)
    #expect(
      text.contains(
        "Figures were published for 1 of 6 pipelines, not for Kalman, Savitzky-Golay, feedback, proximity"))
    let figure = figures[0]
    let difference = try #require(figure.difference)
    #expect(figure.verdict == .outside)
    #expect(text.contains("Published figures, within 0.30 m for a mean: 0 of 1 inside, 1 outside."))
    #expect(text.contains("published 4.00 m: smaller by \(FixedPoint.text(-difference, decimals: 2)) m"))
  }
}

@Suite struct PublishedReportTests {
  /// Floor35 with other published means; of 12 laps proximity is surely 1.5 m worse than feedback.
  private func result(feedback: Double, proximity: Double) async throws -> StudyResult {
    let path = Checkout.path("scenarios/floor35.yaml")
    var document = try Document(contentsOf: path)
    for (name, mean) in [("feedback", feedback), ("proximity", proximity)] {
      document = try document.setting(
        "pipelines[\(name)].published", to: ["mean": Document(mean), "source": "x"])
    }
    // The same filters under another name: a tie to the last bit.
    document = try document.setting(
      "pipelines[moving average]",
      to: [
        "name": "twin", "filters": try document["pipelines"][2]["filters"],
        "method": try document["pipelines"][2]["method"], "published": ["mean": 2.5, "source": "x"],
      ])
    let scenario = try Scenario(document, path: path, laps: 12)
    return try await Study(scenario, dataRoot: "").run(width: 2) { _ in }
  }

  @Test func `a tie is no order, and a turned one is not the same`() async throws {
    let result = try await result(feedback: 2.27, proximity: 2.27)
    // Rank one is feedback and proximity, rank two its twin.
    #expect(result.publishedOrder.map(\.verdict) == [.undecided, .opposite])
    #expect(try result.document["publishedOrder"][1].text("verdict") == "opposite")
    let text = result.report().text(width: 400)
    #expect(
      text.contains(
        "Order of the published means, feedback = proximity < twin: not the same here. By paired differences: twin - "
          + "feedback 0.00 [0.00, 0.00] m, undecided; twin - proximity -"), "\(text)")
    let ordered = try await self.result(feedback: 2.27, proximity: 4)
    #expect(ordered.publishedOrder.map(\.verdict) == [.undecided, .same])
    #expect(
      ordered.report().text(width: 400).contains(
        "Order of the published means, feedback < twin < proximity: undecided here."))
  }

  @Test func `all tied have no order`() async throws {
    let result = try await result(feedback: 2.5, proximity: 2.5)
    #expect(result.publishedOrder.isEmpty && !result.document.has("publishedOrder"))
    #expect(
      result.report().text(width: 400).contains(
        "The published means, feedback = twin = proximity, have no order.\n"))
  }
}
