import Documents
import Testing

@testable import Sweeping

/// Published statements about an experiment that is repeated many times.
@Suite struct StatementTests {
  private func mean(_ metres: Double, tolerance: Double) -> Reproduction.Statement {
    .mean(.init { ($0.pipeline, $0.metres, $0.tolerance) = ("p", metres, tolerance) })
  }

  @Test func `a mean holds within its tolerance, the ends included`() {
    let statement = mean(4, tolerance: 0.5)
    #expect(
      [3.4, 3.5, 4, 4.5, 4.6].map { statement.holds(of: ["p": $0]) } == [false, true, true, true, false])
    #expect(statement.holds(of: ["q": 4]) == nil)
    #expect(statement.text == "p within 0.5 m of 4.0 m")
  }

  @Test func `the best have the smallest means in whatever order, and a tie is no first place`() {
    let statement = Reproduction.Statement.best(["a", "b"])
    #expect(statement.holds(of: ["a": 2, "b": 1, "c": 3]) == true)
    #expect(statement.holds(of: ["a": 1, "b": 3, "c": 2]) == false)
    #expect(statement.holds(of: ["a": 1, "b": 2, "c": 2]) == false)
    #expect(statement.holds(of: ["a": 1, "b": 2]) == true)
    // Without the mean of one of them nothing can be said.
    #expect(statement.holds(of: ["a": 1, "c": 2]) == nil)
    #expect(statement.text == "the best 2 are a and b")
  }

  /// 95 % of 40 experiments are 38, and 5 % are 2.
  @Test(arguments: [
    (40, FigureResult.Holding.Verdict.reproduced), (38, .reproduced), (37, .sometimes), (3, .sometimes),
    (2, .notReproduced), (0, .notReproduced),
  ])
  func `a statement is reproduced where it holds in 95 % of the experiments`(
    times: Int, verdict: FigureResult.Holding.Verdict
  ) {
    #expect(
      FigureResult.Holding(statement: mean(1, tolerance: 1), times: times, experiments: 40).verdict == verdict
    )
  }

  @Test func `statements are read and written as they stand in a file`() throws {
    let texts: [Document] = [
      ["mean": ["pipeline": "p", "metres": 4, "tolerance": 0.5]], ["best": ["pipelines": ["a", "b"]]],
    ]
    let read = try texts.map { try Reproduction.Statement.form.read($0) }
    #expect(read == [mean(4, tolerance: 0.5), .best(["a", "b"])])
  }
}
