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

  @Test func `a cell without a fix, or that cannot be, has no value and says why`() throws {
    let silent = try document(.noFix(of: 12, most: .tooFewBeacons))
    #expect(try silent.integer("missed") == 12 && silent["value"].json == "null" && silent.integer("n") == 0)
    let other = try document(.unsupported("short", because: "no map"))
    #expect(try other.text("unsupported") == "no map" && other.integer("missed") == 0)
  }
}
