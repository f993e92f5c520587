import Benchmark
import Comparisons
import Evaluation
import TestSupport
import Testing

/// Tasks, seeds and ranks of a benchmark.
@Suite struct BenchmarkTests {
  private static let digest = String(repeating: "0", count: 64)

  /// A submission with one error in each of its laps; missed where there is none.
  private static func submission(_ method: String, _ errors: [Double?]) throws -> Submission {
    let folder = try TemporaryFolder()
    let missed = errors.map { $0 == nil ? "1" : "0" }.joined(separator: ", ")
    try folder.write(
      """
      {"beaconbench": "0.1.0", "task": "t", "entered": "built-in", "methods": [{"method": "\(method)", "given": [],
       "result": {"fixes": {"rows": 1, "sha256": "\(digest)"}, "by": "lap", "due": \(errors.map { _ in 1 }),
       "missed": [\(missed)], "sum": \(errors.map { $0 ?? 0 })}}]}
      """, to: "submissions/built-in/t.json")
    return try SubmittedFile(folder.path("submissions/built-in/t.json")).submissions[0]
  }

  @Test func `methods share a rank unless the paired difference from its best is significant`() throws {
    // b - a: 0.1, -0.1, 0.2, -0.2, 0.05: mean 0.01, t 0.14. c - a: mean 2, standard error 0.0354, t 57, p 6e-7 with 4 degrees of
    // freedom. d - c: mean 0.02, t 0.5.
    let ranking = BenchmarkRanking(
      [
        try Self.submission("d", [3, 3.1, 2.9, 3.1, 3]), try Self.submission("c", [3, 3.1, 2.9, 3.05, 2.95]),
        try Self.submission("b", [1.1, 0.9, 1.2, 0.8, 1.05]), try Self.submission("a", [1, 1, 1, 1, 1]),
      ], missed: 0)
    #expect(ranking.rows.map(\.submission.method) == ["a", "b", "c", "d"])
    #expect(ranking.rows.map(\.rank) == [1, 1, 3, 3])
    let behind = try #require(ranking.rows[2].behind)
    #expect(abs(behind.value - 2) < 1e-12 && ranking.rows[2].p ?? 1 < 1e-5)
  }

  @Test func `a method with too few fixes has no rank, however small its errors are`() throws {
    let ranking = BenchmarkRanking(
      [
        try Self.submission("seldom", [0.1, nil, 0.1, nil, 0.1]),
        try Self.submission("always", [1, 2, 1, 2, 1]),
      ], missed: 0.02)
    #expect(ranking.rows.map(\.submission.method) == ["always", "seldom"])
    #expect(ranking.rows.map(\.rank) == [1, nil])
  }

  private static func task(_ round: String) throws -> BenchmarkTask {
    let folder = try TemporaryFolder()
    try folder.write("name: round\nabout: A round.\nscenario: s.yaml\nround:\n\(round)", to: "round.yaml")
    return try BenchmarkTask(contentsOf: folder.path("round.yaml"))
  }

  @Test func `a seed opens a task only if it was committed to`() throws {
    let commitment = "  commitment: {sha256: \(SHA.ofRound)}\n"
    #expect(try !Self.task(commitment).isOpen)
    let salt = "0123456789abcdef0123456789abcdef"
    #expect(try Self.task(commitment + "  reveal: {seed: 42, salt: \(salt)}\n").round?.seed == 42)
    for (reveal, sentence) in [
      ("seed: 43, salt: \(salt)", "expected the seed that was committed to"),
      ("seed: 42, salt: short", "expected a salt of 32 characters or more"),
    ] {
      #expect(refusal { try Self.task(commitment + "  reveal: {\(reveal)}\n") }.contains(sentence))
    }
  }

  @Test func `public random numbers give the seed that sha256sum gives`() throws {
    let beacon = "  commitment: {beacon: {name: drand quicknet, round: 7, at: 2027-01-01T00:00:00Z}}\n"
    #expect(try !Self.task(beacon).isOpen)
    let randomness = String(repeating: "ab", count: 32)
    let task = try Self.task(beacon + "  reveal: {randomness: \(randomness)}\n")
    #expect(task.round?.seed == SHA.seedOfRandomness)
  }
}

/// Computed with coreutils and Python.
private enum SHA {
  /// `printf %s round:42:0123456789abcdef0123456789abcdef | sha256sum`
  static let ofRound = "65050aedca5ad1a5418d8931ad817aa0aa5f9d51a9c32670f198fd1688ab9707"
  /// `int(hashlib.sha256(b"round:" + b"ab" * 32).hexdigest()[:13], 16)`
  static let seedOfRandomness: UInt64 = 2_971_728_306_410_778
}
