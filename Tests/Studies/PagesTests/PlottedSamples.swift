import Documents
import Evaluation
import Laps
import Pages
import Rendering
import Results
import Scenarios
import TestSupport
import World

/// Small results whose figures are worked by hand.
enum PlottedSamples {
  static let noStudy = PlotProblem("no scenario")

  private static func error(_ lap: Int, _ index: Int, _ metres: Double?) -> PositionError {
    PositionError(
      lap: lap, place: Point(x: 10 * Double(index), y: 0), time: Double(index),
      outcome: metres.map { .success(.init(metres: $0)) } ?? .failure(.noCallback))
  }

  /// One pipeline a list; each inner list is a lap, with an error at 0 s, 1 s and so on, 10 m apart on the x axis.
  static func results(
    _ pipelines: [(String, [[Double?]])], label: String = "sample", constant: [String] = [],
    summary: Document? = nil
  ) -> PlottedResults {
    PlottedResults(
      label: label, scenario: "sample", seed: 7,
      pipelines: pipelines.map { name, laps in
        .init(
          name: name,
          rows: laps.enumerated().flatMap { lap, errors in
            errors.enumerated().map { error(lap, $0, $1) }
          })
      }, looks: PipelineLooks(pipelines.map(\.0), constant: constant), summary: summary,
      study: .failure(noStudy))
  }

  /// A shipped scenario with a few laps, run whole.
  static func study(_ name: String, laps: Int) async throws -> PlottedResults {
    let scenario = try Scenario(contentsOf: Checkout.path("scenarios/\(name).yaml"), laps: laps)
    let study = try Study(scenario, dataRoot: "")
    return PlottedResults(try await study.run(width: 2) { _ in }, of: study, scenario: scenario)
  }

  static func rows(of plot: Plot, layer: Int) throws -> [Document] {
    try plot.specification()["layer"].elements[layer]["data"]["values"].elements
  }
}
