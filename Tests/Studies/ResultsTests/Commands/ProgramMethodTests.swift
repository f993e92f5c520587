import Documents
import Foundation
import TestSupport
import Testing

/// Rows whose method is a program, through the program.
@Suite(.timeLimit(.minutes(5))) struct ProgramMethodTests {
  private static let hasPython = (try? TestSupport.run(["python3", "--version"]).status) == 0

  /// Answers hello and every lap, and then as the body says.
  private static func program(_ body: String) -> String {
    """
    import json, os, sys, time
    for line in sys.stdin:
        message = json.loads(line)["message"]
        if message in ("hello", "lap", "end"):
            print("{}", flush=True)
        else:
            \(body)

    """
  }

  /// The small scenario with a row of a program, which lies beside it.
  private func folder(_ program: String, settings: String = "") throws -> TemporaryFolder {
    let folder = try SmallFiles.folder()
    try folder.write(program, to: "own.py")
    let row = """
        - name: own
          method: {command: {run: [python3, own.py]\(settings)}}
          snap: false

      """
    try folder.write(SmallFiles.scenario + row, to: "tiny.yaml")
    return folder
  }

  private func rows(of pipeline: String, in fixes: String) -> [[Substring]] {
    fixes.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      .filter { $0[0] == pipeline }.map { Array($0.dropFirst()) }
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func `the Python example gives the fixes of the built-in row to the last digit, on any number of threads`()
    async throws
  {
    let folder = try SmallFiles.folder()
    let example = Checkout.path("notebooks-export/nearest_method.py")
    let more = """
        - name: plain
          method: nearest
          snap: false
        - name: own
          method: {command: [python3, \(example)]}
          snap: false

      """
    try folder.write(SmallFiles.scenario + more, to: "tiny.yaml")
    for threads in [1, 4] {
      try await folder.succeed(
        "run tiny.yaml --allow-programs --keep-fixes --quiet --threads \(threads) --name \(threads)")
    }
    for file in ["fixes.csv", "errors.csv", "summary.json"] {
      #expect(try folder.read("results/tiny/1/\(file)") == folder.read("results/tiny/4/\(file)"))
    }
    let fixes = try folder.read("results/tiny/1/fixes.csv")
    let own = rows(of: "own", in: fixes)
    #expect(own == rows(of: "plain", in: fixes) && own.count > 40)
    #expect(own.contains { $0[7] == "ok" } && own != rows(of: "Kalman", in: fixes))
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func `--method adds the same row to a run and a replay`() async throws {
    let folder = try SmallFiles.folder()
    let example = Checkout.path("notebooks-export/nearest_method.py")
    _ = try await folder.run("simulate tiny.yaml --lap 1 --capture lap.btsnoop")
    let arguments = ["--method", "exec:python3 \(example)"]
    let ran = try await Program.run(
      ["run", "tiny.yaml", "--laps", "2", "--quiet", "--name", "n", "--keep-fixes"] + arguments, in: folder)
    #expect(ran.status == 0, "\(ran.errors)")
    let replayed = try await Program.run(
      ["replay", "lap.btsnoop", "--scenario", "tiny.yaml", "--lap", "1", "--fixes", "f.csv"] + arguments,
      in: folder)
    #expect(replayed.status == 0, "\(replayed.errors)")
    let name = "exec:python3 \(example)"
    let ofRun = rows(of: name, in: try folder.read("results/tiny/n/fixes.csv")).filter { $0[0] == "1" }
    #expect(ofRun == rows(of: name, in: try folder.read("f.csv")) && ofRun.count > 10)
  }

  @Test(
    .enabled(if: hasPython, "python3 is not installed"),
    arguments: [
      ("time.sleep(60)", "answers that took too long 2"),
      ("sys.exit(3)", "unexpected ends 2"),
      ("os.kill(os.getpid(), 9)", "unexpected ends 2"),
      ("print('found it', flush=True)", "lines that are no answer 2"),
      ("print('x' * 200000, flush=True)", "lines that are too long 2"),
      ("print('{\"x\": 1, \"y\": 1}\\n{\"x\": 1, \"y\": 1}', flush=True)", "lines that nothing asked for 2"),
      ("print('{\"x\": NaN, \"y\": 1}', flush=True)", "answers with wrong values"),
      ("print('{\"x\": 1}', flush=True)", "answers with wrong values"),
      (
        "print('{\"x\": 1, \"y\": 1, \"covariance\": [1, 2, 1]}', flush=True)", "answers with wrong values"
      ),
      ("print('{\"x\": 1, \"y\": 1, \"covariance\": [1, 0]}', flush=True)", "answers with wrong values"),
      (
        "print('{\"x\": 1, \"y\": 1, \"uncertainty\": 3, \"covariance\": [1, 0, 1]}', flush=True)",
        "answers with wrong values"
      ),
      ("print('{\"x\": 1e5, \"y\": 1}', flush=True)", "positions outside the building"),
      ("print('{\"x\": 1, \"y\": 1, \"floor\": 9}', flush=True)", "positions outside the building"),
    ])
  func `a program that misbehaves is counted, and neither hangs nor ends the run`(
    body: String, note: String
  ) async throws {
    let folder = try folder(Self.program(body), settings: ", timeLimit: 1")
    let outcome = try await folder.run(
      "run tiny.yaml --allow-programs --laps 2 --quiet --keep-fixes --name n")
    #expect(outcome.status == 0 && !outcome.wasKilled, "\(outcome.errors)")
    #expect(outcome.unwrapped.contains("own: of the program, \(note)"), "\(outcome.output)")
    let own = rows(of: "own", in: try folder.read("results/tiny/n/fixes.csv"))
    #expect(own.allSatisfy { $0[7].contains("the method failed") } && own.count > 20)
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func `a program says why it has no position, and what it prints on standard error is passed on`()
    async throws
  {
    let folder = try folder(
      Self.program("print('thinking', file=sys.stderr); print('{\"none\": \"undetermined\"}', flush=True)"))
    let outcome = try await folder.succeed(
      "run tiny.yaml --allow-programs --laps 1 --quiet --keep-fixes --name n")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.first == "exec:python3 own.py: thinking" && lines.count <= 51)
    let own = rows(of: "own", in: try folder.read("results/tiny/n/fixes.csv"))
    #expect(own.allSatisfy { $0[7] == "the beacons heard leave the position open" })
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func `the covariance that a program states is written and scored, and so is an uncertainty alone`()
    async throws
  {
    for (stated, columns, trace) in [
      ("\"covariance\": [4, 1, 2]", ["4.0", "1.0", "2.0"], 6.0), ("\"uncertainty\": 2", ["", "", ""], 4.0),
    ] {
      let folder = try folder(Self.program("print('{\"x\": 1, \"y\": 1, \(stated)}', flush=True)"))
      try await folder.succeed("run tiny.yaml --allow-programs --laps 2 --quiet --keep-fixes --name n")
      let own = rows(of: "own", in: try folder.read("results/tiny/n/fixes.csv"))
      #expect(own.allSatisfy { $0[6] == "\(trace.squareRoot())" } && own.count > 20)
      #expect(own.allSatisfy { $0[10..<13].map(String.init) == columns })
      let scores = try Document(json: folder.read("results/tiny/n/summary.json"), file: "").elements("scores")
      let score = try #require(try scores.first { try $0.text("pipeline") == "own" })
      let uncertainty = try score["metrics"]["uncertainty"]
      #expect(try abs(uncertainty.number("sharpness") - trace.squareRoot()) < 1e-6)
      #expect(try uncertainty.integer("n") == score.integer("n"))
    }
  }

  @Test func `a command that cannot start or does not begin ends the run before it begins`() async throws {
    let folder = try folder("raise SystemExit(7)\n")
    for (arguments, found) in [
      (["--method", "exec:no-such-program-here"], "no such file"),
      (["--method", "exec:false"], "ended with status 1"),
      (["--method", "exec:cat"], "expected an answer, found the line {"),
      (["--method", "python3 own.py"], ", or exec: and a command, found python3 own.py"),
    ] {
      let outcome = try await Program.run(
        ["run", "tiny.yaml", "--pipelines", "Kalman", "--quiet"] + arguments, in: folder)
      #expect(outcome.status == 2 && outcome.errors.contains(found), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1 && !folder.exists("results"))
    }
  }
}
