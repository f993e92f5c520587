import Evaluation
import SiteFiles
import Studies
import TestSupport
import Testing
import World

@Suite struct FolderComparisonTests {
  private func pipeline(_ name: String, laps: Int = 20, offset: Double = 0) -> SavedResults.Pipeline {
    SavedResults.Pipeline(
      name: name,
      errors: (0..<laps).flatMap { lap in
        (0..<3).map { press in
          DueError(
            lap: lap, point: press, time: Double(press), metres: 1 + Double((lap + press) % 5) + offset)
        }
      })
  }

  private func folder(_ path: String, _ pipelines: [SavedResults.Pipeline], seed: Int? = 1) -> SavedResults {
    SavedResults(path: path, scenario: "s", seed: seed, pipelines: pipelines)
  }

  @Test func `compares pipelines of the same name, and names those that are new`() throws {
    let comparison = try FolderComparison(
      folder("A", [pipeline("x"), pipeline("y")]),
      folder("B", [pipeline("new"), pipeline("y", offset: 1), pipeline("x")]))
    #expect(comparison.rows.map(\.b) == ["x", "y"])
    #expect(comparison.rows.map(\.comparison.difference) == [0, 1])
    #expect(comparison.worse.map(\.b) == ["y"])
    #expect(comparison.notes == ["Only in B, not compared: new."])
    // All of 20 laps are worse: 2 / 2^20, and twice that for two pairs.
    #expect(comparison.rows.map(\.comparison.signedRankTest.p) == [1, 0x1p-19])
    #expect(comparison.rows.map(\.pHolm) == [1, 0x1p-18])
  }

  @Test func `compares pipelines of one folder with the first that is named`() throws {
    let results = folder("A", [pipeline("x", offset: 0.5), pipeline("y"), pipeline("z")])
    let comparison = try FolderComparison(within: results, pipelines: ["z", "x", "y"])
    #expect(comparison.rows.map(\.a) == ["z", "z"] && comparison.rows.map(\.b) == ["x", "y"])
    #expect(comparison.rows.map(\.comparison.difference) == [0.5, 0])
    #expect(comparison.isWithinOneFolder)
  }

  @Test func `results of another seed are refused, and few laps are told`() throws {
    let few = folder("A", [pipeline("x", laps: 4)])
    do {
      _ = try FolderComparison(few, folder("B", [pipeline("x", laps: 4)], seed: 2))
      Issue.record("results of another seed were compared")
    } catch let problem {
      #expect(
        problem.description
          == "B: expected results of the seed 1, as A has, so that both heard the same, found the seed 2")
    }
    let unknown = try FolderComparison(few, folder("B", [pipeline("x", laps: 4)], seed: nil))
    #expect(
      unknown.notes == ["With 4 laps the interval is too narrow; ten or more are needed to trust it."])
    let one = try FolderComparison(
      folder("A", [pipeline("x", laps: 1)]), folder("B", [pipeline("x", laps: 1, offset: 9)]))
    #expect(one.worse.isEmpty)
    #expect(one.notes == ["With one lap there is no interval, and nothing can be called worse."])
  }

  /// Of 50 laps: five laps lost are seen, though a sign test of five has p = 1/16; what B leaves out of laps that it has is
  /// missed; laps that B does not have are not.
  @Test func `whole laps lost, and bad moments left out, make B worse, and fewer laps do not`() throws {
    let whole = pipeline("x", laps: 50)
    let a = folder("A", [whole, pipeline("y", laps: 50)])
    func judged(_ errors: [DueError]) throws -> FolderComparison {
      let b = [
        SavedResults.Pipeline(name: "x", errors: errors),
        SavedResults.Pipeline(name: "y", errors: a.pipelines[1].errors),
      ]
      return try FolderComparison(a, folder("B", b))
    }
    func lost(_ laps: Int) -> [DueError] {
      whole.errors.map {
        DueError(lap: $0.lap, point: $0.point, time: $0.time, metres: $0.lap < laps ? nil : $0.metres)
      }
    }
    #expect(try judged(lost(5)).worse.map(\.b) == ["x"])
    #expect(try judged(lost(1)).worse.isEmpty)
    let good = whole.errors.filter { ($0.metres ?? 0) < 4 }
    let dropping = try judged(good)
    #expect(dropping.worse.map(\.b) == ["x"] && dropping.rows[0].missesMore)
    #expect(dropping.rows[0].comparison.errors.missedB == whole.errors.count - good.count)
    let fewer = try FolderComparison(a, folder("B", [pipeline("x", laps: 25), pipeline("y", laps: 25)]))
    #expect(fewer.worse.isEmpty && fewer.rows[0].comparison.errors.unmatchedA == 75)
  }

  @Test func `the same folders give the same bytes`() throws {
    let (a, b) = (folder("A", [pipeline("x")]), folder("B", [pipeline("x", offset: 0.1)]))
    #expect(try FolderComparison(a, b).document.json == FolderComparison(a, b).document.json)
  }
}

@Suite struct SavedResultsTests {
  @Test func `reads back what a study wrote`() async throws {
    let root = try TemporaryFolder()
    let scenario = try Scenario(contentsOf: Checkout.path("scenarios/initial-loop.yaml"), laps: 2)
    let study = try Study(scenario, dataRoot: "")
    let result = try await study.run(width: 1) { _ in }
    let folder = ResultsFolder(path: root.path("r"))
    try folder.write(
      result, scenario: study.saved, provenance: Provenance(start: RunClock(), threads: 1))
    let saved = try SavedResults(contentsOf: folder.path)
    #expect(saved.scenario == "initial-loop" && saved.seed == Int(scenario.seed))
    #expect(saved.pipelines.map(\.name) == result.pipelines.map(\.definition.name))
    for (read, written) in zip(saved.pipelines, result.pipelines) {
      #expect(read.errors.map(\.metres) == written.errors.map(\.metres))
      #expect(read.errors.map(\.time) == written.errors.map(\.time))
      #expect(read.errors.map(\.lap) == written.errors.map(\.lap))
    }
  }

  @Test func `reads the four columns that any program can write`() throws {
    let root = try TemporaryFolder()
    try root.write(
      "lap,pipeline,error_m,time_s\n3,\"mine, 2nd\",1.25,7\n3,other,,8.5\n4,\"mine, 2nd\",0,7\n",
      to: "r/errors.csv")
    let saved = try SavedResults(contentsOf: root.path("r"))
    #expect(saved.scenario == nil && saved.seed == nil)
    #expect(
      saved.pipelines == [
        SavedResults.Pipeline(
          name: "mine, 2nd",
          errors: [DueError(lap: 3, time: 7, metres: 1.25), DueError(lap: 4, time: 7, metres: 0)]),
        SavedResults.Pipeline(name: "other", errors: [DueError(lap: 3, time: 8.5, metres: nil)]),
      ])
  }
}
