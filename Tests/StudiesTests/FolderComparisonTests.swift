import Evaluation
import SiteFiles
import Studies
import TestSupport
import Testing

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

  @Test func `says when pairs heard other advertisements, and when laps are few`() throws {
    let comparison = try FolderComparison(
      folder("A", [pipeline("x", laps: 4)]), folder("B", [pipeline("x", laps: 4)], seed: 2))
    #expect(
      comparison.notes == [
        "A has the seed 1, B 2: the pairs did not hear the same advertisements.",
        "With 4 laps the interval is too narrow; ten or more are needed to trust it.",
      ])
    let one = try FolderComparison(
      folder("A", [pipeline("x", laps: 1)]), folder("B", [pipeline("x", laps: 1, offset: 9)]))
    #expect(one.worse.isEmpty)
    #expect(one.notes == ["With one lap there is no interval, and nothing can be called worse."])
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
