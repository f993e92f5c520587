import Foundation
import TestSupport
import Testing

/// However a run ends, nothing that it started stays.
@Suite(.timeLimit(.minutes(3))) struct ProgramEndTests {
  private static let hasPython = (try? TestSupport.run(["python3", "--version"]).status) == 0

  /// Writes its number down, answers hello and every lap, and then never again.
  private static let program = """
    import json, os, sys, time
    with open("pids", "a") as file:
        file.write(f"{os.getpid()}\\n")
    for line in sys.stdin:
        if json.loads(line)["message"] not in ("hello", "lap"):
            open("asked", "w").close()
            time.sleep(1000)
        print("{}", flush=True)

    """

  enum Start: String, CaseIterable {
    case direct = "python3, own.py"
    /// As `uv run` and `conda run` start programs.
    case wrapped = "bash, wrap.sh"
  }

  private func folder(_ start: Start, timeLimit: Double) throws -> TemporaryFolder {
    let folder = try SmallFiles.folder()
    try folder.write(Self.program, to: "own.py")
    try folder.write("python3 own.py\necho done >&2\n", to: "wrap.sh")
    let row = """
        - name: own
          method: {command: {run: [\(start.rawValue)], timeLimit: \(timeLimit)}}
          snap: false

      """
    try folder.write(SmallFiles.scenario + row, to: "tiny.yaml")
    return folder
  }

  /// Of the programs that wrote their numbers down, those that run: a zombie does not.
  private func running(_ folder: TemporaryFolder) throws -> [Substring] {
    try folder.read("pids").split(separator: "\n").filter { process in
      guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
        return false
      }
      return status.split(separator: ")").last?.hasPrefix(" Z") == false
    }
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"), arguments: Start.allCases)
  func `a program that takes too long is ended with what it started`(_ start: Start) async throws {
    let folder = try folder(start, timeLimit: 0.3)
    let outcome = try await folder.run("run tiny.yaml --laps 3 --quiet --allow-programs")
    #expect(outcome.status == 0 && outcome.unwrapped.contains("answers that took too long 3"))
    #expect(try folder.read("pids").split(separator: "\n").count >= 3)
    while try !running(folder).isEmpty { try await Task.sleep(for: .milliseconds(10)) }
  }

  @Test(
    .enabled(if: hasPython, "python3 is not installed"), arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL],
    Start.allCases)
  func `a signal that ends the run ends its programs and what they started`(_ signal: Int32, _ start: Start)
    async throws
  {
    let folder = try folder(start, timeLimit: 1000)
    // A job in a shell's background ignores some signals, and so would what it starts.
    let process = try Program.start(
      ["--default-signal=INT,TERM,HUP", Program.path, "run", "tiny.yaml", "--quiet", "--allow-programs"],
      in: folder, program: "/usr/bin/env")
    while !folder.exists("asked") { try await Task.sleep(for: .milliseconds(20)) }
    #expect(try !running(folder).isEmpty)
    kill(process.processIdentifier, signal)
    while process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
    while try !running(folder).isEmpty { try await Task.sleep(for: .milliseconds(10)) }
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func `a program that ends by itself takes with it what it started`() async throws {
    let folder = try folder(.wrapped, timeLimit: 1000)
    try folder.write("python3 own.py &\nuntil [ -e pids ]; do sleep 0.01; done\nexit 3\n", to: "wrap.sh")
    let outcome = try await folder.run("run tiny.yaml --quiet --allow-programs")
    #expect(outcome.status == 2 && outcome.errors.contains("ended with status 3"), "\(outcome.errors)")
    while try !running(folder).isEmpty { try await Task.sleep(for: .milliseconds(10)) }
  }
}
