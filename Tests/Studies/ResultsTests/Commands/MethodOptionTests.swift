import Documents
import Foundation
import TestSupport
import Testing

/// Methods and checks from the command line.
@Suite struct MethodOptionTests {
  @Test func `a built-in method from the command line is the same row as in a scenario`() async throws {
    let folder = try SmallFiles.folder()
    let arguments = ["--quiet", "--laps", "3", "--keep-fixes"]
    let row = "  - {name: k2, method: {weightedCentroid: {k: 2}}}\n"
    try folder.write(
      try folder.read("tiny.yaml").replacing("pipelines:\n", with: "pipelines:\n" + row), to: "k2.yaml")
    let given = try await Program.run(
      ["run", "tiny.yaml", "--method", "k2={weightedCentroid: {k: 2}}", "--name", "a"] + arguments, in: folder
    )
    let stated = try await Program.run(["run", "k2.yaml", "--name", "b"] + arguments, in: folder)
    #expect(given.status == 0 && stated.status == 0, "\(given.errors)\(stated.errors)")
    func fixes(_ name: String) throws -> [Substring] {
      try folder.read("results/tiny/\(name)/fixes.csv").split(separator: "\n").filter { $0.hasPrefix("k2,") }
    }
    #expect(try fixes("a") == fixes("b") && fixes("a").count > 50)
  }

  @Test(arguments: [
    ("Kalman,mine", ["Kalman", "room centre", "mine"]), ("mine", ["room centre", "mine"]),
    // It was added to be there.
    ("Kalman", ["Kalman", "room centre", "mine"]),
  ])
  func `a row that --method adds can be chosen like the others`(_ chosen: String, _ rows: [String])
    async throws
  {
    let folder = try SmallFiles.folder()
    let outcome = try await folder.succeed(
      "run tiny.yaml --laps 2 --json --method mine=nearest --pipelines \(chosen)")
    let scores = try Document(json: outcome.output, file: "run").elements("scores")
    #expect(try scores.map { try $0.text("pipeline") } == rows)
    let wrong = try await folder.run("run tiny.yaml --method mine=nearest --pipelines mime")
    #expect(wrong.errors.contains("(Kalman; nearest; room centre; mine), found mime (did you mean mine?)"))
  }

  @Test(arguments: [
    ("", "expected a positioning method"), ("=nearest", "expected a positioning method"),
    ("mine=", "expected a positioning method"), ("exec:", "expected a command after exec:, found nothing"),
    ("nearst", "found nearst (did you mean nearest?)"), ("{nearest", "found a syntax error"),
    (
      "{weightedCentroid: {k: 0}}",
      "method.weightedCentroid.k: expected a whole number of at least 1, found 0"
    ),
    (" nearest = kalman", "one of the methods roomCentre, nearest"),
    ("nearestFingerprints", "expected the key survey beside pipelines"),
    ("Kalman = nearest", "expected a unique name, found \"Kalman\""),
    ("3", "expected one of roomCentre, nearest"),
  ])
  func `a method that cannot be read is refused in a sentence`(_ method: String, _ sentence: String)
    async throws
  {
    let folder = try SmallFiles.folder()
    let outcome = try await Program.run(["run", "tiny.yaml", "--method", method], in: folder)
    #expect(outcome.status == 2 && outcome.errors.contains(sentence), "\(outcome.errors)")
    #expect(!folder.exists("results"))
  }

  @Test func `run --check says what would run and writes nothing`() async throws {
    let folder = try SmallFiles.folder()
    let outcome = try await folder.run("run tiny.yaml --check --laps 3")
    #expect(outcome.unwrapped.contains("tiny.yaml can run: 3 laps of tiny"), "\(outcome.output)")
    #expect(outcome.unwrapped.contains("Results would go to results/tiny/seed1-laps3/."), "\(outcome.output)")
    #expect(!folder.exists("results"))
    let wrong = try await folder.run("run tiny.yaml --check --set laps.count=0")
    #expect(wrong.status == 2 && wrong.output.isEmpty)
  }

  @Test func `CSV has one number in a field`() async throws {
    let folder = try SmallFiles.folder()
    let text = try folder.read("tiny.yaml").replacing(
      "- name: Kalman\n", with: "- name: Kalman\n    published: {mean: 2.5, std: 1.25, source: nobody}\n")
    try folder.write(text, to: "tiny.yaml")
    let outcome = try await folder.run("run tiny.yaml --table csv --quiet")
    let lines = outcome.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let titles = try #require(lines.first { $0.first == "pipeline" })
    let row = try #require(lines.first { $0.first == "Kalman" })
    let values = Dictionary(uniqueKeysWithValues: zip(titles, row))
    #expect(values["published m"] == "2.50" && values["published std m"] == "1.25", "\(outcome.output)")
    #expect(row.dropFirst().allSatisfy { $0.isEmpty || Double($0) != nil })
  }
}
