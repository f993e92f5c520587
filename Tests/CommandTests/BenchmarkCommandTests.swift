import Foundation
import TestSupport
import Testing

/// `submit`, `verify` and `benchmark` through the program.
@Suite(.timeLimit(.minutes(5))) struct BenchmarkCommandTests {
  private static let hasPython = (try? TestSupport.run(["python3", "--version"]).status) == 0

  private static let program = """
    import json, sys
    for line in sys.stdin:
        message = json.loads(line)["message"]
        print(json.dumps({} if message in ("hello", "lap", "end") else {"x": 5.0, "y": 3.0, "floor": 0}), flush=True)

    """

  private static let nearest = "benchmark/submissions/nearest/rriesebos.json"

  /// A folder with one submission, changed; its task is that of the checkout.
  private func verify(_ change: (String) -> String, at place: String = nearest) async throws -> Outcome {
    let folder = try TemporaryFolder()
    let text = try String(contentsOfFile: Checkout.path(Self.nearest), encoding: .utf8)
    let changed = change(text)
    #expect(changed != text || place != Self.nearest)
    try folder.write(changed, to: place)
    return try await Program.run(["verify", place], in: folder)
  }

  @Test func `every built-in submission to a task is the same to the last bit`() async throws {
    let folder = try TemporaryFolder()
    let files = try Checkout.files(in: "benchmark/submissions", ending: "").map { "\($0)/rriesebos.json" }
      .filter { FileManager.default.fileExists(atPath: Checkout.path($0)) }
    #expect(files.count > 30)
    let outcome = try await Program.run(["verify"] + files.map { Checkout.path($0) }, in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("rriesebos        \(files.count)"), "\(outcome.output)")
  }

  @Test func `a digest or a score that was altered is found`() async throws {
    let digest = try await verify { $0.replacing("\"sha256\": \"a", with: "\"sha256\": \"b") }
    #expect(digest.status == 1 && digest.errors.contains("result.fixes.sha256 is"), "\(digest.errors)")
    let mean = try await verify { $0.replacing("\"mean\": 2.2", with: "\"mean\": 1.2") }
    #expect(mean.status == 1 && mean.errors.contains("result.mean is 1.2"), "\(mean.errors)")
  }

  @Test
  func
    `a submission of another version, to no task, in another place or with numbers that no lap has is refused`()
    async throws
  {
    let version = try await verify { $0.replacing("\"0.1.0\"", with: "\"0.0.9\"") }
    #expect(version.status == 2)
    #expect(
      version.errors.contains("expected a submission of version 0.1.0, which alone computes the same bits"))
    let path = try await verify { $0.replacing("\"rriesebos\"", with: "\"../rriesebos\"") }
    #expect(path.status == 2 && path.errors.contains("expected a name of letters, digits"), "\(path.errors)")
    let place = try await verify({ $0 }, at: "benchmark/submissions/other/rriesebos.json")
    #expect(place.status == 2 && place.errors.contains("found it here"), "\(place.errors)")
    let sums = try await verify { $0.replacing(/"due": \[\s*\d+/, with: "\"due\": [9007199254740991") }
    #expect(
      sums.status == 2 && sums.errors.contains("result.due[0]: expected a whole number from 0"),
      "\(sums.errors)")
    for outcome in [version, path, place, sums] {
      #expect(
        outcome.errors.split(separator: "\n").filter { !$0.hasPrefix(" ") }.count == 1, "\(outcome.errors)")
    }
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func `a program's submission is checked by its fixes, and by running it where that is allowed`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write(Self.program, to: "own.py")
    let submitted = try await Program.run(
      ["submit", "rriesebos", "--as", "My own", "--command", "python3 own.py"], in: folder)
    #expect(submitted.status == 0, "\(submitted.errors)")
    let file = "benchmark/submissions/my-own/rriesebos.json"
    let byFixes = try await Program.run(["verify", file], in: folder)
    #expect(byFixes.status == 0 && byFixes.output.contains("--allow-programs"), "\(byFixes.output)")
    let again = try await Program.run(["verify", file, "--allow-programs"], in: folder)
    #expect(again.status == 0 && !again.output.contains("score of its fixes:"), "\(again.output)")
    // Another program under the same name is not run.
    try folder.write(Self.program + "\n", to: "own.py")
    let other = try await Program.run(["verify", file, "--allow-programs"], in: folder)
    #expect(other.unwrapped.contains("own.py is another file than was entered"), "\(other.output)")
    // Other fixes have another score.
    let text = try folder.read(file).replacing("\"sum\": [", with: "\"sum\": [1")
    try folder.write(text, to: file)
    let altered = try await Program.run(["verify", file], in: folder)
    #expect(altered.status == 1 && altered.errors.contains("result.sum"), "\(altered.errors)")
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func `a program that is registered while a task is closed cannot be altered when it opens`() async throws {
    let folder = try SmallFiles.folder()
    try folder.write(Self.program, to: "own.py")
    let salt = "0123456789abcdef0123456789abcdef"
    let digest = try TestSupport.run(["sh", "-c", "printf %s round:42:\(salt) | sha256sum"]).output.prefix(64)
    let task = """
      name: round
      about: A round.
      scenario: ../../tiny.yaml
      set: [score.callback=last]
      round:
        commitment: {sha256: \(digest)}

      """
    try folder.write(task, to: "benchmark/tasks/round.yaml")
    let enter = ["submit", "round", "--as", "own", "--command", "python3 own.py"]
    let file = "benchmark/submissions/own/round.json"
    let closed = try await Program.run(enter, in: folder)
    #expect(closed.status == 0 && closed.output.contains("closed"), "\(closed.errors)")
    let registered = try folder.read(file)
    #expect(registered.contains("\"registered\": true") && registered.contains("\"practice\""))
    #expect(!registered.contains("\"result\""))

    try folder.write(task + "  reveal: {seed: 42, salt: \(salt)}\n", to: "benchmark/tasks/round.yaml")
    try folder.write(Self.program + "\n", to: "own.py")
    let altered = try await Program.run(enter + ["--replace"], in: folder)
    #expect(altered.status == 2 && altered.errors.contains("as it was registered"), "\(altered.errors)")
    try folder.write(Self.program, to: "own.py")
    let opened = try await Program.run(enter + ["--replace"], in: folder)
    #expect(opened.status == 0, "\(opened.errors)")
    let scored = try folder.read(file)
    #expect(scored.contains("\"registered\": true") && scored.contains("\"seed\": 42"))
  }

  @Test func `the page keeps recorded and simulated walks apart`() async throws {
    let folder = try TemporaryFolder()
    let page = folder.path("index.html")
    let outcome = try await Program.run(
      ["benchmark", Checkout.path("benchmark"), "--output", page], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let parts = try folder.read("index.html").split(separator: "<section ")
    let recorded = try #require(parts.first { $0.hasPrefix("id=\"recorded-walks\"") })
    let simulated = try #require(parts.first { $0.hasPrefix("id=\"simulated-walks\"") })
    #expect(recorded.contains("id=\"rriesebos\"") && !recorded.contains("id=\"floor35-1\""))
    #expect(simulated.contains("id=\"floor35-1\"") && !simulated.contains("id=\"rriesebos\""))
    // The committed page is made from the committed files.
    #expect(
      try folder.read("index.html")
        == String(contentsOfFile: Checkout.path("benchmark/index.html"), encoding: .utf8))
  }
}
