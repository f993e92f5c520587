import Documents
import Evaluation
import Rendering
import Results
import Scenarios
import TestSupport
import Testing
import World

@testable import Comparisons

@Suite struct PowerStudyTests {
  /// The least n of a two-sided paired t test at 5 %, by the noncentral t distribution (scipy.stats.nct).
  @Test(arguments: [(0.2, 0.8, 199), (0.5, 0.8, 34), (1, 0.8, 10)])
  func `as many laps as a paired t test needs`(_ effect: Double, _ power: Double, _ laps: Int) {
    #expect(LapsForPower.laps(toShow: effect, deviation: 1, power: power) == laps)
    #expect(LapsForPower.difference(shownBy: laps, deviation: 1, power: power) <= effect)
    #expect(LapsForPower.difference(shownBy: laps - 1, deviation: 1, power: power) > effect)
  }

  @Test func `a difference that a million laps do not show has none`() {
    #expect(LapsForPower.laps(toShow: 0.001, deviation: 1, power: 0.8) == nil)
    #expect(LapsForPower.laps(toShow: 0.003, deviation: 1, power: 0.8) != nil)
  }

  /// One error a lap: the differences 1, 2 and 3 m have a mean of 2 m and a standard deviation of 1 m.
  @Test func `the deviation is that of the laps' mean differences`() throws {
    func pipeline(_ name: String, _ metres: [Double]) -> SavedResults.Pipeline {
      SavedResults.Pipeline(
        name: name,
        errors: metres.enumerated().map {
          PositionError(lap: $0, walker: nil, point: nil, time: 1, metres: $1)
        })
    }
    let folder = SavedResults(
      path: "results", pipelines: [pipeline("a", [1, 1, 1]), pipeline("b", [2, 3, 4])])
    let result = try PowerResult(folder, pipelines: nil, differences: [1], power: 0.8)
    let row = try #require(result.rows.first)
    #expect(row.pipeline == "b" && row.comparison.difference == 2)
    #expect(abs(row.deviation - 1) < 1e-6)
    // (t of 2 degrees of freedom at 0.975, 4.302653, and at 0.8, 1.060660) / sqrt 3, from tables.
    #expect(abs(row.shown - 3.09651) < 1e-4)
    #expect(row.laps == [10])
    #expect(throws: FileProblem.self) {
      try PowerResult(folder, pipelines: ["a", "a"], differences: [1], power: 0.8)
    }
    #expect(throws: FileProblem.self) {
      try PowerResult(folder, pipelines: ["a"], differences: [1], power: 0.8)
    }
  }
}

/// The cells of a comparison of methods in JSON.
@Suite struct MethodsResultTests {
  private func document(_ cell: MethodsResult.Cell) throws -> Document {
    MethodsResult.Row(pipeline: "p", cell: cell).document
  }

  @Test func `a measured cell has its value, its interval and how many fixes are behind it`() throws {
    let cell = try document(
      .measured(
        .init(due: 12, missed: 2, value: 1.5, interval: .init(lower: 1, upper: 2), observations: 4)))
    #expect(try cell.integer("n") == 10 && cell.integer("missed") == 2 && cell.integer("observations") == 4)
    #expect(try cell.number("value") == 1.5 && cell["interval95"].elements.map { try $0.number } == [1, 2])
  }

  @Test func `the notes say where walks are too few for an interval`() {
    func notes(_ interval: ConfidenceInterval?, observations: Int) -> String {
      let column = MethodsResult.Column(
        name: "c", site: "c", dataset: "d", walks: 5, measure: .mean, leavesOneOut: false,
        at: ScoringRule(at: .callbacks))
      let cell = MethodsResult.Cell.measured(
        .init(due: 12, missed: 0, value: 1.5, interval: interval, observations: observations))
      let line = MethodsResult.Line(name: "p", information: .site, cells: [cell])
      return MethodsResult(name: "m", columns: [column], lines: [line]).report.text(width: .max)
    }
    let cut = notes(.init(lower: 0, upper: 3.2), observations: 5)
    #expect(cut.contains("An interval that begins at 0 is cut there"))
    #expect(notes(nil, observations: 1).contains("one walk has no interval"))
    let enough = notes(.init(lower: 1, upper: 2), observations: 5)
    #expect(!enough.contains("cut there") && !enough.contains("no interval"))
  }

  @Test func `a cell without a fix, or that cannot be, has no value and says why`() throws {
    let silent = try document(.noFix(of: 12, most: .tooFewBeacons))
    #expect(try silent.integer("missed") == 12 && silent["value"].json == "null" && silent.integer("n") == 0)
    let other = try document(.unsupported("short", because: "no map"))
    #expect(try other.text("unsupported") == "no map" && other.integer("missed") == 0)
  }
}
