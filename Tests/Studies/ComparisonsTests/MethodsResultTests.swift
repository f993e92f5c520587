import Documents
import Evaluation
import Rendering
import Testing
import World

@testable import Comparisons

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
        name: "c", dataset: "d", walks: 5, measure: .mean, leavesOneOut: false,
        at: ScoringRule(at: .callbacks))
      let cell = MethodsResult.Cell.measured(
        .init(due: 12, missed: 0, value: 1.5, interval: interval, observations: observations))
      return MethodsResult(name: "m", seed: 1, pipelines: ["p"], columns: [column], cells: [[cell]]).report
        .text(width: .max)
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
