import Documents
import Foundation
import Sites
import TestSupport
import Testing

/// `benchmark submit`, `benchmark verify` and `benchmark page` through the program.
@Suite(.timeLimit(.minutes(5))) struct BenchmarkCommandTests {
  private static let hasPython = (try? TestSupport.run(["python3", "--version"]).status) == 0

  private static let program = """
    import json, sys
    for line in sys.stdin:
        message = json.loads(line)["message"]
        print(json.dumps({} if message in ("hello", "lap", "end") else {"x": 5.0, "y": 3.0, "floor": 0}), flush=True)

    """

  private static let builtIn = "benchmark/submissions/built-in/rriesebos.json"

  /// A folder with the submission of one built-in method, changed; its task is that of the checkout.
  private func verify(
    _ change: (String) -> String, of method: String = "nearest", at place: String = builtIn
  ) async throws -> Outcome {
    let folder = try TemporaryFolder()
    let all = try String(contentsOfFile: Checkout.path(Self.builtIn), encoding: .utf8)
    let parts = all.split(separator: /\n    \{\n|\n    \},?(?=\n)/)
    let one = try #require(parts.first { $0.contains("\"method\": \"\(method)\"") })
    let text = "\(parts[0])\n    {\n\(one)\n    }\(parts[parts.count - 1])"
    let changed = change(text)
    #expect(changed != text || place != Self.builtIn)
    try folder.write(changed, to: place)
    return try await Program.run(["benchmark", "verify", place], in: folder)
  }

  @Test func `every built-in submission to a task is the same to the last bit`() async throws {
    let folder = try TemporaryFolder()
    let file = Checkout.path(Self.builtIn)
    let outcome = try await Program.run(["benchmark", "verify", file], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let count = try Document(contentsOf: file).elements("methods").count
    #expect(count > 30 && outcome.output.contains("rriesebos        \(count)"), "\(outcome.output)")
  }

  @Test func `a digest or a score that was altered is found`() async throws {
    let digest = try await verify { $0.replacing("\"sha256\": \"9", with: "\"sha256\": \"8") }
    #expect(digest.status == 1 && digest.errors.contains("result.fixes.sha256 is"), "\(digest.errors)")
    let mean = try await verify { $0.replacing("\"mean\": 1.7", with: "\"mean\": 1.2") }
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
    let place = try await verify({ $0 }, at: "benchmark/submissions/nearest/rriesebos.json")
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

  @Test func `every field of a built-in submission that is edited by hand is found`() async throws {
    let head = "\"given\": []"
    for (old, new, sentence) in [
      (head, "\"given\": [\"survey\"]", "given is [\"survey\"], and [] now"),
      (head, head + ", \"laterReadings\": \"none\"", "laterReadings is \"none\", and not there now"),
      (
        head,
        head
          + ", \"practice\": {\"fixes\": {\"rows\": 1, \"sha256\": \"\(String(repeating: "0", count: 64))\"}, "
          + "\"by\": \"lap\", \"due\": [], \"missed\": [], \"sum\": []}", "practice is"
      ),
      (head, head + ", \"registered\": true", "registered is true, and false now"),
      (head, head + ", \"files\": {\"a\": \"\(String(repeating: "0", count: 64))\"}", "files.a is"),
      ("\"by\": \"lap\"", "\"by\": \"stretch\"", "result.by is"),
      ("\"rows\": ", "\"rows\": 1", "result.fixes.rows is"),
      ("\"median\": ", "\"median\": 1", "result.median is"), ("\"p95\": ", "\"p95\": 1", "result.p95 is"),
      ("\"interval95\": [", "\"interval95\": [1", "result.interval95[0] is"),
      ("\"sum\": [", "\"sum\": [1", "result"),
      ("\"due\": [", "\"due\": [1", "result.due[0] is"),
      ("\"by\"", "\"seed\": 1, \"by\"", "result.seed is 1, and not there now"),
      ("\"result\"", "\"practice\"", "practice is"),
    ] {
      let outcome = try await verify { text in
        text.replacing(old, with: new, maxReplacements: 1)
      }
      #expect(outcome.status == 1 && outcome.errors.contains(sentence), "\(new): \(outcome.errors)")
    }
    let given = try await verify(
      { $0.replacing("\"given\": [\"survey\"]", with: head) }, of: "nearest fingerprints")
    #expect(
      given.status == 1 && given.errors.contains("given is [], and [\"survey\"] now"), "\(given.errors)")
  }

  /// A folder with a program that is entered in the task rriesebos, and the path of its submission.
  private func entered() async throws -> (folder: TemporaryFolder, file: String) {
    let folder = try TemporaryFolder()
    try folder.write(Self.program, to: "own.py")
    let submitted = try await Program.run(
      [
        "benchmark", "submit", "rriesebos", "--as", "My own", "--command", "python3 own.py", "--given",
        "survey",
      ], in: folder)
    #expect(submitted.status == 0, "\(submitted.errors)")
    return (folder, "benchmark/submissions/my-own/rriesebos.json")
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func `a program's submission is verified only by running the program that was entered`() async throws {
    let (folder, file) = try await entered()
    let again = try await Program.run(["benchmark", "verify", file, "--allow-programs"], in: folder)
    #expect(again.status == 0 && !again.output.contains("score of its fixes:"), "\(again.errors)")
    let byFixes = try await Program.run(["benchmark", "verify", file], in: folder)
    #expect(byFixes.status == 1)
    #expect(
      byFixes.errors.contains(
        "entered is program, which was not run: programs run with --allow-programs only"),
      "\(byFixes.errors)")
    // Another program under the same name is not run.
    try folder.write(Self.program + "\n", to: "own.py")
    let other = try await Program.run(["benchmark", "verify", file, "--allow-programs"], in: folder)
    #expect(other.status == 1)
    #expect(other.errors.contains("files: own.py is another file than was entered"), "\(other.errors)")
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func `every field of a program's submission that is edited by hand is found`() async throws {
    let (folder, file) = try await entered()
    let text = try folder.read(file)
    let files = try #require(text.firstRange(of: /"files": \{\s*"own.py": "[0-9a-f]+"\s*\}/))
    let given = "\n      \"given\": [\"survey\"]"
    for (old, new, sentence) in [
      (String(text[files]), "\"files\": {}", "files fixes no file of the program by its digest"),
      ("\"own.py\": \"", "\"rest\": \"", "files: rest is not here"),
      (given, "\n      \"given\": []", "pipeline.given is"),
      (given, "\n      \"given\": [\"luck\"]", "given is"),
      (given, "\n      \"given\": [\"survey\", \"stays\"]", "given is"),
      (given, given + ", \"laterReadings\": \"none\"", "laterReadings is"),
      (given, given + ", \"registered\": true", "registered is true, and false now"),
      ("\"snap\": false", "\"snap\": true", "pipeline.snap is true, and false now"),
      ("\"snap\": false", "\"snap\": false, \"filters\": []", "pipeline.filters is"),
      ("\"run\": [", "\"timeout\": 1, \"run\": [", "pipeline.method.command.timeout is 1, and not there now"),
      (
        "\"run\": [\"python3\", \"own.py\"]", "\"run\": [\"python3\", \"./own.py\"]",
        "files has no digest of ./own.py"
      ),
      ("\"sum\": [", "\"sum\": [1", "result"), ("\"p95\": ", "\"p95\": 1", "result.p95 is"),
      ("\"rows\": ", "\"rows\": 1", "result.fixes.rows is"),
    ] {
      let edited = text.replacing(old, with: new, maxReplacements: 1)
      #expect(edited != text, "\(new)")
      try folder.write(edited, to: file)
      let outcome = try await Program.run(["benchmark", "verify", file, "--allow-programs"], in: folder)
      #expect(outcome.status == 1 && outcome.errors.contains(sentence), "\(new): \(outcome.errors)")
    }
    // Other fixes than those that the program gives.
    try folder.write(text, to: file)
    try FileManager.default.removeItem(
      atPath: folder.path("benchmark/submissions/my-own/rriesebos.fixes.csv.gz"))
    let without = try await Program.run(["benchmark", "verify", file, "--allow-programs"], in: folder)
    #expect(
      without.status == 1 && without.errors.contains("has fixes that cannot be scored"), "\(without.errors)")
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func `what a table of fixes was given is marked as stated`() async throws {
    let (folder, _) = try await entered()
    let table = "benchmark/submissions/my-own/rriesebos.fixes.csv.gz"
    let submitted = try await Program.run(
      ["benchmark", "submit", "rriesebos", "--as", "elsewhere", "--fixes", table, "--given", "survey"],
      in: folder)
    #expect(submitted.status == 0, "\(submitted.errors)")
    let file = "benchmark/submissions/elsewhere/rriesebos.json"
    let verified = try await Program.run(["benchmark", "verify", file], in: folder)
    #expect(verified.status == 0 && verified.output.contains("score of its fixes"), "\(verified.errors)")
    let page = try await Program.run(["benchmark", "page", "benchmark"], in: folder)
    #expect(page.unwrapped.contains("survey (stated)"), "\(page.output) \(page.errors)")
    #expect(page.output.contains("Stated: by the author"))
    for (old, new, sentence) in [
      ("\"given\"", "\"registered\": true, \"given\"", "registered is"),
      ("[\"survey\"]", "[\"luck\"]", "given is"), ("\"result\"", "\"practice\"", "the key result is missing"),
    ] {
      let text = try folder.read(file)
      try folder.write(text.replacing(old, with: new, maxReplacements: 1), to: file)
      let outcome = try await Program.run(["benchmark", "verify", file], in: folder)
      #expect(outcome.status == 1 && outcome.errors.contains(sentence), "\(new): \(outcome.errors)")
      try folder.write(text, to: file)
    }
  }

  @Test func `a program without a file that fixes it is not entered`() async throws {
    let outcome = try await Program.run(
      ["benchmark", "submit", "rriesebos", "--as", "mine", "--command", "cat"], in: TemporaryFolder())
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains("--files: expected a file of the program below the working folder"),
      "\(outcome.errors)")
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
    let enter = ["benchmark", "submit", "round", "--as", "own", "--command", "python3 own.py"]
    let file = "benchmark/submissions/own/round.json"
    let closed = try await Program.run(enter, in: folder)
    #expect(closed.status == 0 && closed.output.contains("closed"), "\(closed.errors)")
    let registered = try folder.read(file)
    #expect(registered.contains("\"registered\": true") && registered.contains("\"practice\""))
    #expect(!registered.contains("\"result\""))

    let verified = try await Program.run(["benchmark", "verify", file, "--allow-programs"], in: folder)
    #expect(verified.status == 0 && verified.output.contains("registered"), "\(verified.errors)")
    let unrun = try await Program.run(["benchmark", "verify", file], in: folder)
    #expect(
      unrun.status == 1 && unrun.errors.contains("entered is program, which was not run"), "\(unrun.errors)")
    let listed = try await Program.run(["benchmark", "page", "benchmark", "--json"], in: folder)
    let list = try #require(listed.output.firstMatch(of: /"own": ?"([0-9a-f]{64})"/), "\(listed.output)")

    // The organiser lists what was entered before.
    try folder.write(
      task + "  reveal: {seed: 42, salt: \(salt), registered: {own: \(list.1)}}\n",
      to: "benchmark/tasks/round.yaml")
    try folder.write(Self.program + "\n", to: "own.py")
    let altered = try await Program.run(enter + ["--replace"], in: folder)
    #expect(altered.status == 2 && altered.errors.contains("as it was registered"), "\(altered.errors)")
    try folder.write(Self.program, to: "own.py")
    let opened = try await Program.run(enter + ["--replace"], in: folder)
    #expect(opened.status == 0, "\(opened.errors)")
    let scored = try folder.read(file)
    #expect(scored.contains("\"registered\": true") && scored.contains("\"seed\": 42"))
    let same = try await Program.run(["benchmark", "verify", file, "--allow-programs"], in: folder)
    #expect(same.status == 0, "\(same.errors)")

    // A file that says so itself was not entered before.
    try folder.write(task + "  reveal: {seed: 42, salt: \(salt)}\n", to: "benchmark/tasks/round.yaml")
    let forged = try await Program.run(["benchmark", "verify", file, "--allow-programs"], in: folder)
    #expect(
      forged.status == 1 && forged.errors.contains("registered is true, and false now"), "\(forged.errors)")
    let page = try await Program.run(["benchmark", "page", "benchmark"], in: folder)
    #expect(page.status == 0, "\(page.errors)")
    #expect(try folder.read("benchmark/index.html").contains(">after the seed<"))
  }

  @Test func `the page keeps recorded and simulated walks apart`() async throws {
    let folder = try TemporaryFolder()
    let page = folder.path("index.html")
    let outcome = try await Program.run(
      ["benchmark", "page", Checkout.path("benchmark"), "--output", page], in: folder)
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
