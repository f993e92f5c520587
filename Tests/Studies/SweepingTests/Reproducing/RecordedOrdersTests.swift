import Documents
import Evaluation
import Laps
import Rendering
import Scenarios
import TestSupport
import Testing

@testable import Comparisons
@testable import Sweeping

/// The published order of rows on recorded walks.
@Suite struct RecordedOrdersTests {
  /// A data set on which A, published as better by 1 m, has an error of 2 m on each walk, and B those that are given.
  private func pair(_ metres: [Double], published: Double = 4) -> RecordedOrders.Pair? {
    func row(_ mean: Double) -> PipelineDefinition.Published {
      var published = PipelineDefinition.Published()
      published.mean = mean
      return published
    }
    func laps(_ metres: [Double]) -> [[PositionError]] {
      metres.enumerated().map { [PositionError(lap: $0, time: 1, outcome: .success(.init(metres: $1)))] }
    }
    let column = MethodsResult.Column(
      name: "d", site: "d", dataset: "d", walks: metres.count, measure: .mean, leavesOneOut: false,
      at: ScoringRule(at: .callbacks))
    let result = MethodsResult(
      name: "m", columns: [column],
      lines: ["B", "none", "A"].map { MethodsResult.Line(name: $0, information: .site, cells: []) },
      published: [row(published), nil, row(3)])
    let rows = [laps(metres), laps(metres), laps(metres.map { _ in 2 })]
    return RecordedOrders.Pair.all(on: 0, of: result, rows).first
  }

  /// Differences of 1, 2 and 3 m: 2 +- 4.3027 / sqrt 3 = 2 +- 2.48 m. With 1, 2, 3 and 2 m: 2 +- 3.1824 * 0.8165 / 2 = 2 +- 1.30 m.
  @Test func `a pair agrees where the whole interval is above 0, and does not where it is below`() throws {
    let undecided = try #require(pair([3, 4, 5]))
    #expect(undecided.verdict == .undecided)
    #expect(undecided.smaller == "A" && undecided.larger == "B" && undecided.published == 1)
    let agrees = try #require(pair([3, 4, 5, 4]))
    let interval = try #require(agrees.power?.comparison.interval)
    #expect(agrees.verdict == .same)
    #expect(abs(interval.lower - 0.7008) < 1e-3 && abs(interval.upper - 3.2992) < 1e-3)
    let opposite = try #require(pair([1, 0, 1, 0.5]))
    #expect(opposite.verdict == .opposite && opposite.document.optional("agrees")?.content == .text("no"))
    #expect(pair([3])?.verdict == .undecided)
  }

  /// By the noncentral t distribution (scipy.stats.nct), a difference of one standard deviation takes 10 walks and one of two takes 5.
  @Test func `says how many walks show the difference that was found, and the published one`() throws {
    let power = try #require(pair([3, 4, 5])?.power)
    #expect(power.laps == [5, 10])
  }

  @Test func `rows that were published as equal have no order`() {
    #expect(pair([3, 4, 5], published: 3) == nil)
  }

  @Test func `the rows and the phone are those of the scenario, unchanged`() throws {
    let path = Checkout.path(ReproduceRecordedCommand.scenario)
    let scenario = try Scenario(contentsOf: path)
    let methods = try MethodsScenario(
      contentsOf: Checkout.path(ReproduceRecordedCommand.file), datasets: ["danis", "uji-ble"], rowsOf: path)
    #expect(
      methods.parts.map(\.title) == [
        "danis presses", "danis callbacks", "uji-ble presses", "uji-ble callbacks",
      ])
    for part in methods.parts {
      #expect(part.scenario.pipelines.map(\.name) == scenario.pipelines.map(\.name))
      #expect(part.scenario.pipelines.map(\.settings) == scenario.pipelines.map(\.settings))
      #expect(part.scenario.phone == scenario.phone)
    }
    #expect(methods.parts.map(\.leavesOneOut) == [false, false, true, true])
  }

  /// NumPy alone, from the tables of the recordings to the interval, each walk with n and C of the four others.
  @Test func `feedback and proximity on rriesebos are those of an independent computation`() async throws {
    let methods = try MethodsScenario(
      contentsOf: Checkout.path(ReproduceRecordedCommand.file), datasets: ["rriesebos"],
      rowsOf: Checkout.path(ReproduceRecordedCommand.scenario))
    let result = try await RecordedOrdersStudy(methods, root: "").run(width: 2) { _ in }
    let expected = [
      "rriesebos presses": ["feedback": 1.3918, "proximity": 2.9916],
      "rriesebos callbacks": ["feedback": 1.3010, "proximity": 2.6813],
    ]
    for (index, column) in result.methods.columns.enumerated() {
      for line in result.methods.lines {
        guard let mean = expected[column.name]?[line.name], case .measured(let measured) = line.cells[index]
        else { continue }
        #expect(abs(measured.value - mean) < 1e-3, "\(column.name) \(line.name)")
      }
    }
    let found = try #require(
      result.pairs.first {
        $0.column == "rriesebos callbacks" && $0.smaller == "feedback" && $0.larger == "proximity"
      })
    let interval = try #require(found.power?.comparison.interval)
    #expect(abs(interval.lower - 0.6485) < 1e-3 && abs(interval.upper - 2.1119) < 1e-3)
  }
}
