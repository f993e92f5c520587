import Documents
import Laps
import Rendering
import Results
import Scenarios
import Sites
import TestSupport
import Testing

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
