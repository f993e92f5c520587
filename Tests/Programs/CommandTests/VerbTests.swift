import Documents
import Foundation
import Sites
import TestSupport
import Testing

@Suite struct VerbTests {
  @Test(arguments: Verbs.all)
  func `every verb explains itself`(verb: String) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await folder.run("\(verb) --help")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.contains("USAGE: beaconbench\(verb.isEmpty ? "" : " ")\(verb) "))
    #expect(try folder.contents == [])
  }

  @Test func `an interval in milliseconds is taken for one, and seconds are what is asked for`() async throws
  {
    let encode = "encode --uuid 2D6C1A5E7B1F4C399E553A0B6F3D9C21 --major 7 --minor 9 --json --interval "
    let folder = try TemporaryFolder()
    func outcome(_ interval: String) async throws -> Outcome {
      try await folder.run(encode + interval)
    }
    let (seconds, milliseconds) = (try await outcome("0.25"), try await outcome("250"))
    #expect(seconds.status == 0 && seconds.errors.isEmpty && seconds.output == milliseconds.output)
    #expect(
      milliseconds.errors
        == "beaconbench: warning: --interval is in seconds: 250.0 is taken for milliseconds\n")
    #expect(
      try await outcome("15").errors.contains("--interval: expected seconds from 0.02 to 10.24, found 15"))
  }

  @Test(arguments: ["sweep --help", "help sweep", "sweep -h"])
  func `the help of sweep has the options of what it means without a command`(arguments: String) async throws
  {
    let outcome = try await TemporaryFolder().run(arguments)
    for option in ["--vary <key=values>", "--seeds <seeds>", "--shard <i/n>", "--slurm", "<sweep>"] {
      #expect(outcome.output.contains(option), "\(option): \(outcome.output)")
    }
    let site = try await TemporaryFolder().run("site --help")
    #expect(
      site.unwrapped.contains(
        "Options of each command: beaconbench site import --help, beaconbench site check --help, beaconbench site identifiers --help."
      ),
      "\(site.output)")
  }

  /// What bash proposes behind a command line whose last word is being typed.
  private func completions(of line: String, in folder: TemporaryFolder) async throws -> [String] {
    let script = try await folder.run("--generate-completion-script bash")
    try folder.write(script.output, to: "completion.bash")
    let words = line.components(separatedBy: " ")
    let array = words.map { "'\($0)'" }.joined(separator: " ")
    let program = """
      source completion.bash
      COMP_WORDS=(\(array)); COMP_CWORD=\(words.count - 1); COMP_LINE='\(line)'; COMP_POINT=${#COMP_LINE}
      $(complete -p beaconbench | sed 's/.*-F \\([^ ]*\\).*/\\1/') beaconbench '\(words[words.count - 1])' ''
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", program]
    process.currentDirectoryURL = URL(filePath: folder.path)
    let tools = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    process.environment = ["PATH": "\(URL(filePath: Program.path).deletingLastPathComponent().path):\(tools)"]
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    ("beaconbench run ti", "tiny.yaml"), ("beaconbench replay c.btsnoop --site si", "site.yaml"),
    ("beaconbench sweep run ti", "tiny.yaml"), ("beaconbench report res", "results"),
    ("beaconbench compare res", "results"), ("beaconbench place ti", "tiny.yaml"),
    ("beaconbench sweep ti", "tiny.yaml"), ("beaconbench sweep st", "status"),
    ("beaconbench sweep --est", "--estimate"), ("beaconbench sweep tiny.yaml --dry", "--dry-run"),
    ("beaconbench sweep status ti", "tiny.yaml"), ("beaconbench run floor35-", "floor35-pillars"),
    ("beaconbench sensitivity floor35-", "floor35-pillars"), ("beaconbench copy floor35-", "floor35-pillars"),
  ])
  func `bash proposes what is expected, of a command that need not be named too`(
    line: String, proposed: String
  ) async throws {
    let folder = try SmallFiles.folder()
    try folder.write("", to: "results/tiny/a/errors.csv")
    let found = try await completions(of: line, in: folder)
    #expect(found.map { $0.trimmingCharacters(in: .whitespaces) } == [proposed], "\(found)")
  }

  private static func hasShell(_ name: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)")
  }

  @Test(
    .enabled(if: hasShell("fish"), "needs fish"),
    arguments: [
      ("beaconbench sweep ti", "tiny.yaml"), ("beaconbench sweep st", "status"),
      ("beaconbench sweep --est", "--estimate"), ("beaconbench sweep tiny.yaml --dry", "--dry-run"),
    ])
  func `fish proposes what sweep means when no command is named`(line: String, proposed: String)
    async throws
  {
    let folder = try SmallFiles.folder()
    let script = try await folder.run("--generate-completion-script fish")
    try folder.write(script.output, to: "completion.fish")
    let found = try await Program.run(
      ["-c", "source completion.fish; complete -C'\(line)'"], in: folder, program: "/usr/bin/fish")
    #expect(found.output.split(separator: "\n").map { $0.split(separator: "\t")[0] } == [proposed[...]])
  }

  @Test(.enabled(if: hasShell("zsh"), "needs zsh"))
  func `zsh takes the completions, which try what sweep means first`() async throws {
    let folder = try TemporaryFolder()
    let script = try await folder.run("--generate-completion-script zsh")
    try folder.write(script.output, to: "_beaconbench")
    #expect(script.output.contains("!= (run|status|merge|cancel) ]]; then\n        _beaconbench_sweep_run\n"))
    let check = try await Program.run(["-n", "_beaconbench"], in: folder, program: "/usr/bin/zsh")
    #expect(check.status == 0 && check.errors.isEmpty, "\(check.errors)")
  }

  @Test func `says its version`() async throws {
    let outcome = try await TemporaryFolder().run("--version")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.wholeMatch(of: /\d+\.\d+\.\d+ \(commit .+\)\n/) != nil)
  }

  @Test func `what encode makes it reads back, with options on either side`() async throws {
    let folder = try TemporaryFolder()
    let made = try await folder.succeed(
      "encode --uuid 2D6C1A5E7B1F4C399E553A0B6F3D9C21 --major 7 --minor 9 --power -10 --only sequence")
    #expect(
      made.errors
        == "beaconbench: warning: --power: -10 dBm is outside -100 to -20, and receivers may ignore it\n"
    )
    for arguments in [["--json", "--decode", made.output], ["--decode", made.output, "--json"]] {
      let read = try await Program.run(["encode"] + arguments, in: folder)
      #expect(read.status == 0 && read.errors.isEmpty)
      let document = try Document(json: read.output, file: "encode")
      let frame = try #require(try document.elements("frames").first)
      #expect(try frame.integer("major") == 7 && frame.integer("minor") == 9)
      #expect(try frame.integer("measuredPower") == -10)
      #expect(try document["parameters"].number("leastMilliseconds") == 100)
      #expect(try document["isOn"].content == .boolean(true))
    }
    let table = try await Program.run(["encode", "--decode", made.output], in: folder)
    #expect(
      table.output.hasPrefix(
        "sent      every 100 ms, nonConnectable, on 37, 38, 39\nswitched  on\noctets    02 01"))
  }

  @Test func `what is odd about beacons stands in the table and in the notes of the JSON`() async throws {
    let folder = try SmallFiles.folder()
    try folder.write(
      "time_s,beacon,rssi_dbm,transmitter\n0,one,-60,@-62\n1,one,-61,@12\n2,two,-61,@-59\n2,nine,-61,@-59\n",
      to: "r.csv")
    let table = try await folder.run("replay r.csv --site site.yaml")
    let doubt =
      "one transmits measured power -62 and 12 dBm: 12 is outside -100 to -20, so none of its powers is used"
    #expect(table.unwrapped.contains(doubt + ".\n"))
    #expect(table.unwrapped.contains("excluded: 1 of a beacon that the site does not have"))
    let json = try await folder.run("replay r.csv --site site.yaml --json")
    let notes = try Document(json: json.output, file: "replay").elements("notes").map { try $0.text }
    #expect(notes.contains(doubt))
  }

  /// DESIGN, "Files that people and programs exchange".
  @Test func `prints one JSON document and nothing else, the same as the summary`() async throws {
    let folder = try SmallFiles.folder()
    let outcome = try await folder.run("run tiny.yaml --json")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let document = try Document(json: outcome.output, file: "run")
    #expect(try document.text("scenario") == "tiny" && document.integer("laps") == 4)
    let scores = try document.elements("scores")
    #expect(try scores.map { try $0.text("pipeline") } == ["Kalman", "nearest", "room centre"])
    for score in scores {
      for key in DocumentedKeys.ofScores { #expect(score.has(key), "\(key)") }
      // Four laps with two test points each.
      #expect(try score.integer("n") + score.integer("missed") == 8)
      #expect(try score["by"].members.map(\.key) == ["direction", "hand"])
    }
    let summary = try Document(contentsOf: folder.path("results/tiny/seed1-laps4/summary.json"))
    #expect(summary.json == document.json)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("results/tiny/seed1-laps4")).sorted()
        == ["errors.csv", "provenance.json", "scenario.yaml", "site.yaml", "summary.json"])
  }

  @Test func `documents every key of its JSON`() async throws {
    let folder = try SmallFiles.folder()
    _ = try await folder.run("simulate tiny.yaml --capture l --presses p.csv")
    let text = try String(contentsOfFile: Checkout.path("docs/columns.md"), encoding: .utf8)
    for arguments in [
      ["run", "tiny.yaml"], ["replay", "l", "--scenario", "tiny.yaml", "--presses", "p.csv"],
    ] {
      let outcome = try await Program.run(arguments + ["--json"], in: folder)
      for key in try keys(of: Document(json: outcome.output, file: arguments[0])) {
        #expect(
          text.contains(try Regex("\\b\(key)\\b")), "\(arguments[0]): \(key) is not in docs/columns.md")
      }
    }
  }

  /// The keys of a document and, one level down, those of the first element of each list.
  private func keys(of document: Document) throws -> [String] {
    try document.members.flatMap { member in
      guard case .array(let elements) = member.value.content, let first = elements.first else {
        return [member.key]
      }
      return [member.key] + ((try? first.members.map(\.key)) ?? [])
    }
  }

  @Test func `writes the same bytes with one thread and with two`() async throws {
    let folder = try SmallFiles.folder()
    for threads in ["1", "2"] {
      try await folder.succeed("run tiny.yaml --threads \(threads) --name with\(threads)")
    }
    for file in ["errors.csv", "scenario.yaml", "summary.json"] {
      let (one, two) = try (
        folder.bytes("results/tiny/with1/\(file)"), folder.bytes("results/tiny/with2/\(file)")
      )
      #expect(one == two && !one.isEmpty, "\(file)")
    }
  }

  @Test func `a resolved scenario runs again to the same results`() async throws {
    let folder = try SmallFiles.folder()
    _ = try await folder.run("run tiny.yaml --laps 2 --seed 5 --name first")
    let resolved = try folder.read("results/tiny/first/scenario.yaml")
    try folder.write(resolved, to: "again.yaml")
    _ = try await folder.run("run again.yaml --name second")
    for file in ["errors.csv", "scenario.yaml", "summary.json"] {
      #expect(
        try folder.bytes("results/tiny/first/\(file)") == folder.bytes("results/tiny/second/\(file)"),
        "\(file)")
    }
  }

  @Test func `a rerun replaces its folder whole, and shows no progress off a terminal`() async throws {
    let folder = try SmallFiles.folder()
    for extra in [[], ["--quiet"]] {
      let outcome = try await Program.run(["run", "tiny.yaml", "--laps", "2"] + extra, in: folder)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      #expect(outcome.output.contains("\nResults: results/tiny/seed1-laps2/\n"))
      #expect(!folder.exists("results/tiny/seed1-laps2/bounds.csv"))
      try folder.write("stale", to: "results/tiny/seed1-laps2/bounds.csv")
    }
  }

  @Test func `a run that is killed leaves no folder under its name`() async throws {
    let folder = try SmallFiles.folder()
    // Far more laps than can be done before the signal comes.
    let arguments = ["run", "tiny.yaml", "--laps", "1000000", "--threads", "1", "--name", "cut"]
    let wasKilled = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Bool, any Error>) in
      do {
        let process = try Program.start(arguments, in: folder) {
          continuation.resume(returning: $0.terminationReason == .uncaughtSignal && $0.terminationStatus == 9)
        }
        Thread.sleep(forTimeInterval: 0.5)
        kill(process.processIdentifier, SIGKILL)
      } catch {
        continuation.resume(throwing: error)
      }
    }
    #expect(wasKilled)
    #expect(!folder.exists("results/tiny/cut"))
    try await folder.succeed("run tiny.yaml --name cut")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("results/tiny")) == ["cut"])
  }

  @Test func `a stream too short for the route is noted, and its late presses are missed`() async throws {
    let folder = try SmallFiles.folder()
    // 17.2 m at 1.3 m/s after 5 s, and up to a second in which he begins.
    let scenario = try folder.read("tiny.yaml").replacing("walkIn: 5", with: "walkIn: 5, duration: 10")
    try folder.write(scenario, to: "short.yaml")
    let outcome = try await folder.run("run short.yaml --json")
    let document = try Document(json: outcome.output, file: "run")
    #expect(
      try document.elements("notes").map { try $0.text }.contains(
        "walk.duration of 10.0 s ends laps before the route's end, which takes up to 20 s at 1.3 m/s: presses "
          + "after it are missed"))
    for score in try document.elements("scores") {
      #expect(try score["missedByReason"].integer("noCallback") > 0)
      #expect(try score.integer("n") + score.integer("missed") == 8)
    }
  }

  @Test func `a press after the capture's end, as with a clock that is off, is missed`() async throws {
    let folder = try SmallFiles.folder()
    _ = try await folder.run("simulate tiny.yaml --capture lap.btsnoop")
    // The lap lasts some 20 s.
    try folder.write("time_s,point\n12,1\n16,2\n3616,1\n", to: "p.csv")
    let outcome = try await folder.run("replay lap.btsnoop --scenario tiny.yaml --presses p.csv --json")
    for score in try Document(json: outcome.output, file: "replay").elements("scores") {
      #expect(try score.integer("n") == 2 && score.integer("missed") == 1)
      #expect(try score["missedByReason"].integer("noCallback") == 1)
    }
  }

  @Test func `a simulated lap replays to the scores of run`() async throws {
    let folder = try SmallFiles.folder()
    _ = try await folder.run("run tiny.yaml --laps 1 --name one")
    let simulated = try await folder.run(
      "simulate tiny.yaml --capture lap.btsnoop --truth t.csv --presses p.csv --json")
    let lap = try Document(json: simulated.output, file: "simulate")
    #expect(try lap.text("hand") == "left")
    #expect(
      try lap.integer("sent") - lap.integer("lost") - lap.integer("belowSensitivity") == lap.integer("heard"))
    let replayed = try await folder.run(
      "replay lap.btsnoop --scenario tiny.yaml --truth t.csv --presses p.csv --json")
    let run = try Document(contentsOf: folder.path("results/tiny/one/summary.json")).elements("scores")
    let replay = try Document(json: replayed.output, file: "replay").elements("scores")
    #expect(run.count == 3 && replay.count == 3)
    for (a, b) in zip(run, replay) {
      for key in ["pipeline", "n", "missed", "meanMetres", "stdMetres", "p50", "rmse", "max"] {
        #expect(try a[key] == b[key], "\(key)")
      }
    }
  }
}
