import Comparisons
import Documents
import Evaluation
import Foundation
import Laps
import Placement
import Rendering
import Reproducing
import Results
import Scenarios
import Sweeping
import TestSupport
import Testing

@testable import Runs

@Suite struct MetricRegistryTests {
  @Test func `a metric that is added in one line stands in everything that shows metrics`() async throws {
    let scenario = try Scenario(contentsOf: Checkout.path("scenarios/initial-loop.yaml"), laps: 3)
    let result = try await Metric.$all.withValue(Metric.builtIn + [.quantile(0.66)]) {
      let result = try await Study(scenario, dataRoot: "").run(width: 1) { _ in }
      try checkAll(result)
      return result
    }
    #expect(!result.document.json.contains("p66"), "only where it is registered")
  }

  private func checkAll(_ result: StudyResult) throws {
    // run, report: the table and its JSON.
    let kept = Array(result.pipelines[0].kept.byLap)
    let expected = try #require(Quantiles.of(ErrorsByLap(ofLaps: kept).values, at: [0.66])?[0])
    #expect(try result.document.elements("scores")[0].number("p66") == expected)
    #expect(result.report().text(width: .max).contains("  P66 m  "))
    #expect(Scenario.Reference.keys.contains { $0.name == "p66" })
    #expect(Scenario.Reference.figures.contains { $0.key == "p66" && $0.column?.title == "P66" })
    // export
    let column = try #require(ExportColumns.pipelines(of: []).first { $0.field.name == "p66_m" })
    #expect(column.field.about == "The 66th percentile of the errors.")
    // sweep
    #expect(
      Sweep.jsonSchema.json.contains("\"p66\"") && Sweep.defaults.metrics.map(\.rawValue).contains("p66"))
    let swept = SweepScore(ofLaps: kept, Metric.all(for: .sweeps), spread: .population)["p66"]
    #expect(swept?.value == expected && swept?.interval.map { $0.lower < expected } == true)
    // methods
    #expect(MethodsScenario.jsonSchema.json.contains("\"p66\""))
    // compare
    let folder = SavedResults(
      path: "a",
      pipelines: result.pipelines.map { pipeline in
        .init(
          name: pipeline.definition.name,
          errors: pipeline.errors.map { DueError(lap: $0.lap, point: nil, time: $0.time, metres: $0.metres) })
      })
    let asked = try #require(Metric.named("p66", for: .comparisons))
    let compared = try FolderComparison(folder, folder, rules: .init(metrics: [asked]))
    #expect(compared.rows[0].metrics[0].a == expected)
    #expect(compared.report.text(width: .max).contains("\nP66 "))
    // place, twin
    #expect(JudgedPipeline.figures.contains { $0.key == "p66" && $0.column?.title == "P66" })
    let agreement = try #require(QuantileAgreement(recorded: kept[0], replicas: kept))
    #expect(agreement.rows.map(\.figure.rawValue).contains("p66"))
    // docs/metrics.md
    #expect(Self.table.contains("| `p66` | P66 of the error |"))
  }

  /// The table of docs/metrics.md.
  private static var table: String {
    "| key | metric | unit | better | interval over laps | shown by |\n|---|---|---|---|---|---|\n"
      + Metric.all.map { metric in
        let uses = names.filter { use, _ in Metric.all(for: use).contains(metric) }.map { use, name in
          let key = metric.key(for: use)
          return key == metric.rawValue ? name : "\(name) as `\(key)`"
        }
        let better =
          metric.ideal.map { "near \(metric.isShare ? "\(Int(100 * $0 + 0.5)) %" : "\(Int($0))")" }
          ?? (metric.isBetterLarger ? "larger" : "smaller")
        return "| `\(metric.rawValue)` | \(metric.title) | \(metric.unit.rawValue) | \(better) | "
          + "\(interval(of: metric)) | \(uses.joined(separator: ", ")) |\n"
      }.joined()
  }

  private static let names: KeyValuePairs<Metric.Use, String> = [
    .scores: "run", .foreignScores: "report of other programs' errors", .references: "references",
    .sweeps: "sweep", .comparisons: "compare", .methods: "methods", .replicas: "twin", .layouts: "place",
    .uncertainty: "run `--metrics`",
  ]

  private static func interval(of metric: Metric) -> String {
    switch metric.form {
    case .mean, .share, .ratio: "Student's t"
    case .deviation, .positiveRatio: "jackknife"
    case .quantile: "Woodruff"
    case .other where metric == .lag: "[jackknife](#lag)"
    case .rootMeanSquare, .largest, .figure, .other: "none"
    }
  }

  @Test func `docs/metrics.md has the table of the registry`() throws {
    let file = URL(filePath: Checkout.path("docs/metrics.md"))
    var page = try String(contentsOf: file, encoding: .utf8)
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      let start = try #require(page.range(of: "| key | metric |")).lowerBound
      let end = try #require(page.range(of: "\n\n", range: start..<page.endIndex)).lowerBound
      page.replaceSubrange(start...end, with: Self.table)
      try Data(page.utf8).write(to: file)
      Issue.record("wrote docs/metrics.md; run again without RECORD_GOLDEN")
    }
    #expect(page.contains("\n\(Self.table)\n"))
  }
}
