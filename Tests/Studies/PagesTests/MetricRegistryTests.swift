import Comparisons
import Documents
import Foundation
import Laps
import Rendering
import Results
import Scenarios
import Sweeping
import TestSupport
import Testing
import World

@testable import Evaluation
@testable import Pages
@testable import Placement

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
      Sweep.jsonSchema.json.contains("\"p66\"") && Sweep().metrics.map(\.rawValue).contains("p66"))
    let swept = SweepScore(ofLaps: kept, Metric.all(for: .sweeps), spread: .population)["p66"]
    #expect(swept?.value == expected && swept?.interval.map { $0.lower < expected } == true)
    // methods
    #expect(MethodsScenario.jsonSchema.json.contains("\"p66\""))
    // compare
    let folder = SavedResults(
      path: "a",
      pipelines: result.pipelines.map { pipeline in
        .init(name: pipeline.definition.name, errors: pipeline.errors)
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

  /// A metric of each form for every use, with what it is worked out to be by hand from the errors of a pipeline.
  private struct Own: Sendable, CustomTestStringConvertible {
    let unit: Metric.Unit
    let form: Metric.Form
    let expected: @Sendable ([PositionError]) -> Double

    var metric: Metric {
      Metric("own", form, for: Set(Metric.Use.allCases), unit: unit, heading: "own one", "own metric")
    }
    var testDescription: String { "\(form)" }

    init(
      _ form: Metric.Form, in unit: Metric.Unit = .metres,
      _ expected: @escaping @Sendable ([Double]) -> Double
    ) {
      (self.unit, self.form) = (unit, form)
      self.expected = { expected($0.compactMap(\.metres)) }
    }
  }

  @Sendable private static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(values.count)
  }

  private static let forms: [Own] = [
    Own(.mean, mean),
    Own(.deviation) { values in mean(values.map { ($0 - mean(values)) * ($0 - mean(values)) }).squareRoot() },
    Own(.quantile(1)) { $0.max() ?? 0 }, Own(.largest) { $0.max() ?? 0 },
    Own(.rootMeanSquare) { mean($0.map { $0 * $0 }).squareRoot() },
    Own(.share { $0.metres.map { $0 <= 2 } }, in: .share) { mean($0.map { $0 <= 2 ? 1 : 0 }) },
    Own(.ratio { SIMD2($0.metres <= 2 ? 1 : 0, 1) }, in: .share) { mean($0.map { $0 <= 2 ? 1 : 0 }) },
    Own(.positiveRatio(power: 0.5) { SIMD2($0.metres, 1) }, in: .number) { mean($0).squareRoot() },
    Own(.positiveRatio(power: 1) { SIMD2($0.metres, 1) }, in: .number, mean),
    Own(
      .figure { laps in mean(laps.joined().compactMap { $0.metres.map { $0 * $0 } }) }, in: .squareMetres
    ) { mean($0.map { $0 * $0 }) },
  ]

  @Test(arguments: forms.indices) func `a metric of any form has its value and its unit in every use`(
    form: Int
  ) async throws {
    let own = Self.forms[form]
    let scenario = try Scenario(contentsOf: Checkout.path("scenarios/initial-loop.yaml"), laps: 6)
    try await Metric.$all.withValue(Metric.builtIn + [own.metric]) {
      let study = try Study(scenario, dataRoot: "")
      let result = try await study.run(width: 1) { _ in }
      let folder = try TemporaryFolder()
      let results = ResultsFolder(path: folder.path("r"))
      try results.write(
        result, scenario: study.saved, provenance: Provenance(start: RunClock(), threads: 1))
      try check(own, result)
      try check(own, result, in: try SavedResults(contentsOf: results.path))
      try await check(own, result, foreignIn: folder, errors: "\(results.path)/errors.csv")
    }
  }

  private func isNear(_ value: Double?, _ expected: Double) -> Bool {
    value.map { abs($0 - expected) < 1e-9 * max(expected, 1) } ?? false
  }

  /// run, report, export, sweep, methods, place and twin.
  private func check(_ own: Own, _ result: StudyResult) throws {
    let (metric, pipeline) = (own.metric, result.pipelines[0])
    let (laps, expected) = (Array(pipeline.kept.byLap), own.expected(pipeline.errors))
    let score = try result.document.elements("scores")[0]
    #expect(isNear(try score.number("own"), expected))
    for group in try score["by"]["direction"].members {
      let errors = pipeline.errors.filter { $0.direction.map(result.directionNames.name) == group.key }
      #expect(!errors.isEmpty)
      #expect(isNear(try group.value.number("own"), own.expected(errors)))
    }
    let heading = metric.sign.map { "own one \($0)" } ?? "own one"
    #expect(result.report().text(width: .max).contains("  \(heading)  "))
    let column = try #require(ExportColumns.pipelines(of: [score]).first { $0.field.name.hasPrefix("own") })
    let (name, unit): (String, String?) =
      switch own.unit {
      case .metres: ("own_m", "m")
      case .squareMetres: ("own_m2", "m²")
      default: ("own", nil)
      }
    #expect(column.field.name == name && column.field.unit == unit)
    #expect(column.figure.value(score).document.json == Document(try score.number("own")).json)
    let swept = SweepScore(ofLaps: laps, Metric.all(for: .sweeps), spread: .population)["own"]
    #expect(isNear(swept?.value, expected))
    let estimate = MetricEstimate(
      metric, ofLaps: laps, ErrorsByLap(byLap: laps.map { $0.compactMap(\.metres) }))
    #expect(isNear(estimate.value, expected))
    let judged = JudgedPipeline(
      layout: "a", beacons: 1, pipeline: "p", standing: nil, figure: nil, mean: nil,
      statistics: pipeline.score.whole.statistics, others: Metric.others(for: .layouts) { laps }, missed: 0,
      wrongRooms: nil, more: nil)
    #expect(isNear(try judged.document.number("own"), expected))
    let row = try #require(QuantileAgreement(recorded: pipeline.errors, replicas: laps)?[metric])
    let key = own.unit == .metres ? "recordedMetres" : "recorded"
    #expect(isNear(try row.document.number(key), expected))
    #expect(Scenario.Reference.figures.contains { $0.key == "own" })
    #expect(Scenario.Reference.keys.contains { $0.name == "own" })
    let stated = laps.map { $0.compactMap { $0.offset.map(Self.stated) } }
    let uncertainty = try #require(UncertaintyScore(ofLaps: stated))
    #expect(isNear(try uncertainty.document.number("own"), expected))
  }

  /// The same error, with a covariance of 1 m² along both axes.
  private static func stated(_ offset: PositionError.Offset) -> PositionError {
    let claim = ErrorClaim(PlanCovariance(xx: 1, xy: 0, yy: 1))
    return PositionError(
      lap: 0, time: 0,
      outcome: .success(.init(metres: offset.metres, vector: offset.vector, claim: claim)))
  }

  /// compare.
  private func check(_ own: Own, _ result: StudyResult, in folder: SavedResults) throws {
    let names = [result.pipelines[0].definition.name, result.pipelines[1].definition.name]
    let comparison = try FolderComparison(
      within: folder, pipelines: names, rules: .init(metrics: [own.metric]))
    let row = try comparison.document.elements("pairs")[0].elements("metrics")[0]
    #expect(isNear(try row.number("a"), own.expected(result.pipelines[0].errors)))
    #expect(isNear(try row.number("b"), own.expected(result.pipelines[1].errors)))
    let heading = own.metric.sign.map { "A \($0)" } ?? "A"
    #expect(comparison.report.text(width: .max).contains("\(heading)  "))
  }

  /// report, of errors alone.
  private func check(
    _ own: Own, _ result: StudyResult, foreignIn folder: TemporaryFolder, errors: String
  ) async throws {
    try folder.write(String(contentsOfFile: errors, encoding: .utf8), to: "foreign/errors.csv")
    let report = try await ResultsReport([folder.path("foreign")], options: .init()) { _, _ in }
    let text = report.results.text(width: .max)
    let lines = text.split(separator: "\n")
    #expect(lines.contains { $0.contains("own one") })
    let share = own.unit == .share ? 100.0 : 1
    let value = FixedPoint.text(
      share * own.expected(result.pipelines[0].errors), decimals: own.metric.decimals)
    #expect(lines.contains { $0.hasSuffix(" \(value)") }, "\(value) in \(text)")
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
          if case .near(let ideal) = metric.better {
            "near \(metric.isShare ? "\(Int(100 * ideal + 0.5)) %" : "\(Int(ideal))")"
          } else {
            metric.better.name
          }
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
