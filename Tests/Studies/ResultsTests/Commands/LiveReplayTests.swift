import Documents
import Foundation
import TestSupport
import Testing

/// `replay` of a FIFO, through the program.
@Suite(.timeLimit(.minutes(5))) struct LiveReplayTests {
  /// A lap of the small scenario, and what is said of its whole file.
  private func lap(_ folder: TemporaryFolder) async throws -> [UInt8] {
    try await folder.succeed("simulate tiny.yaml --capture lap.btsnoop")
    return [UInt8](try folder.bytes("lap.btsnoop"))
  }

  private func follow(
    _ arguments: [String], in folder: TemporaryFolder, meanwhile: @Sendable (Process) async throws -> Void
  ) async throws -> Outcome {
    let (stream, ended) = AsyncStream<Int32>.makeStream()
    let process = try Program.start(arguments, in: folder) {
      ended.yield($0.terminationReason == .uncaughtSignal ? -1 : $0.terminationStatus)
      ended.finish()
    }
    try await meanwhile(process)
    var status: Int32 = -1
    for await value in stream { status = value }
    return Outcome(
      status: status, wasKilled: status == -1, output: try folder.read(".output"),
      errors: try folder.read(".errors"))
  }

  @Test func `results come before the writer ends, and the same as of the whole file`() async throws {
    let folder = try SmallFiles.folder()
    let bytes = try await lap(folder)
    let half = bytes.count / 2
    let fifo = try Fifo()
    let signal = DispatchSemaphore(value: 0)
    fifo.write([Array(bytes[..<half]), Array(bytes[half...])], after: signal)
    let arguments = ["--scenario", "tiny.yaml", "--json"]
    let outcome = try await follow(["replay", fifo.path] + arguments, in: folder) { _ in
      try await wait { try folder.read(".output").contains("\"time\":2") }
      signal.signal()
    }
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let lines = try outcome.output.split(separator: "\n").map { try Document(json: String($0), file: "line") }
    let whole = try Document(
      json: try await Program.run(["replay", "lap.btsnoop"] + arguments, in: folder).output, file: "whole")

    let ending = try #require(lines.last)
    for key in ["advertisements", "damages", "ranges", "seconds"] {
      #expect(try ending[key].json == whole[key].json, "\(key)")
    }
    func fixes(_ documents: [Document]) throws -> [String] {
      try documents.flatMap { try $0.elements("fixes") }.map(\.json).sorted()
    }
    #expect(try fixes(Array(lines.dropLast())) == fixes([whole]))
    #expect(try fixes([whole]).count > 8)
    #expect(try lines.dropLast().map { try $0.number("time") } == (1..<lines.count).map { Double($0) })
  }

  /// SIGTERM is what `timeout` sends.
  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends with a summary of what has come, and a record cut there is no damage`(signal: Int32)
    async throws
  {
    let folder = try SmallFiles.folder()
    let bytes = try await lap(folder)
    let fifo = try Fifo()
    let end = DispatchSemaphore(value: 0)
    fifo.write([Array(bytes[..<(bytes.count / 2 + 7)])], end: end)
    let outcome = try await follow(["replay", fifo.path, "--site", "site.yaml"], in: folder) { process in
      try await wait { try folder.read(".output").contains("2.0 s: ") }
      kill(process.processIdentifier, signal)
    }
    end.signal()
    #expect(outcome.status == 0 && !outcome.wasKilled && outcome.errors.isEmpty)
    #expect(outcome.output.contains("Advertisements: "))
    #expect(!outcome.output.contains("malformed") && !outcome.output.contains("damaged"))
  }

  /// As of a shell's background job: what comes after the signal is heard too.
  @Test func `a Ctrl-C that was ignored from the beginning stays ignored`() async throws {
    let folder = try SmallFiles.folder()
    let bytes = try await lap(folder)
    let whole = try await folder.run("inspect lap.btsnoop").output
    let fifo = try Fifo()
    let signal = DispatchSemaphore(value: 0)
    fifo.write([Array(bytes[..<(bytes.count / 2)]), Array(bytes[(bytes.count / 2)...])], after: signal)
    let script = """
      trap '' INT; cd '\(folder.path)'; '\(Program.path)' inspect \(fifo.path) > o & sleep 0.5
      kill -INT $!; sleep 0.2; kill -0 $! && echo alive; touch go; wait $!
      """
    async let output = Task.detached { try TestSupport.run(["bash", "-c", script]).output }.value
    try await wait { folder.exists("go") }
    signal.signal()
    #expect(try await output == "alive\n")
    #expect(
      try folder.read("o").split(separator: "\n").dropFirst() == whole.split(separator: "\n").dropFirst())
  }

  @Test(arguments: [["inspect"], ["inspect", "--json"]])
  func `Ctrl-C ends inspect of a FIFO with what was read`(verb: [String]) async throws {
    let folder = try SmallFiles.folder()
    let bytes = try await lap(folder)
    let fifo = try Fifo()
    let end = DispatchSemaphore(value: 0)
    fifo.write([Array(bytes[..<(bytes.count / 2)])], end: end)
    let outcome = try await follow(verb + [fifo.path], in: folder) { process in
      try await wait { fifo.isWritten }
      try await Task.sleep(for: .milliseconds(300))
      process.interrupt()
    }
    end.signal()
    #expect(outcome.status == 0 && !outcome.wasKilled && outcome.errors.isEmpty)
    #expect(outcome.output.contains(verb.count == 1 ? "iBeacon frames" : "\"iBeaconFrames\""))
    #expect(!outcome.output.contains("could not be read"))
  }

  /// With a writer that sends nothing, with the header alone, and without any writer.
  @Test(arguments: [[], [[UInt8]("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 3, 234]], nil] as [[[UInt8]]?])
  func `Ctrl-C before anything was heard says so`(pieces: [[UInt8]]?) async throws {
    let folder = try SmallFiles.folder()
    let fifo = try Fifo()
    let end = DispatchSemaphore(value: 0)
    if let pieces { fifo.write(pieces, end: end) }
    let outcome = try await follow(["replay", fifo.path], in: folder) { process in
      try await wait { try isListening(process) }
      if pieces?.isEmpty == false { try await wait { fifo.isWritten } }
      try await Task.sleep(for: .milliseconds(100))
      process.interrupt()
    }
    end.signal()
    let expected =
      pieces?.isEmpty == false
      ? "at least one beacon's advertisement with an RSSI before the interruption, found none"
      : "at least one advertisement before the interruption, found nothing"
    #expect(outcome.status == 2 && !outcome.wasKilled && outcome.output.isEmpty)
    #expect(outcome.errors == "beaconbench: \(fifo.path): expected \(expected)\n")
  }

  /// Whether the process catches SIGINT, as /proc says in its hexadecimal masks of signals.
  private func isListening(_ process: Process) throws -> Bool {
    let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let mask = status.firstMatch(of: /SigCgt:\s+([0-9a-f]+)/).flatMap { UInt64($0.1, radix: 16) } ?? 0
    return mask & 1 << (SIGINT - 1) != 0
  }

  @Test func `a FIFO that ends without a byte says so`() async throws {
    let folder = try SmallFiles.folder()
    let fifo = try Fifo()
    fifo.write([])
    let outcome = try await follow(["replay", fifo.path], in: folder) { _ in }
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(
      outcome.errors
        == "beaconbench: \(fifo.path): expected a capture, the text of hcidump --raw or btmon, or a log, found nothing before its end\n"
    )
  }

  @Test func `truth, presses, site and scenario may come from FIFOs`() async throws {
    let folder = try SmallFiles.folder()
    _ = try await folder.run("simulate tiny.yaml --capture lap.btsnoop --truth t.csv --presses p.csv")
    try folder.write(
      SmallFiles.scenario.replacing("site: site.yaml", with: "site: \(folder.path)/site.yaml"), to: "s.yaml")
    func arguments(_ place: (String) throws -> String) rethrows -> [String] {
      try ["replay", "lap.btsnoop", "--json"]
        + [("site", "site.yaml"), ("scenario", "s.yaml"), ("truth", "t.csv"), ("presses", "p.csv")].flatMap {
          ["--\($0.0)", try place($0.1)]
        }
    }
    let plain = try await Program.run(arguments { $0 }, in: folder)
    var pipes: [Fifo] = []
    let piped = try await Program.run(
      try arguments { name in
        let fifo = try Fifo()
        fifo.write([[UInt8](try folder.bytes(name))])
        pipes.append(fifo)
        return fifo.path
      }, in: folder)
    #expect(piped.status == 0 && piped.errors.isEmpty, "\(piped.errors)")
    #expect(piped.output == plain.output && plain.output.contains("meanMetres"))
    withExtendedLifetime(pipes) {}
  }

  @Test func `half a million records take no more memory than the first ones`() async throws {
    let folder = try SmallFiles.folder()
    let bytes = try await lap(folder)
    let records = Array(bytes[16...])
    let fifo = try Fifo()
    let (signal, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // The same lap again and again: each time the clock is set back to its beginning.
    let many = (0..<20).flatMap { _ in records }
    let rounds = 500_000 / (20 * (records.count / 69)) + 1
    fifo.write([bytes + many] + [[UInt8]](repeating: many, count: rounds), after: signal, end: end)
    let outcome = try await follow(["replay", fifo.path, "--json"], in: folder) { process in
      func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        return status.firstMatch(of: /VmHWM:\s+(\d+) kB/).flatMap { Int($0.1) } ?? 0
      }
      try await wait { try folder.read(".output").contains("\"time\":2") }
      let early = try peak()
      for _ in 0..<rounds { signal.signal() }
      try await wait { fifo.isWritten }
      #expect(early > 0)
      #expect(try peak() < early + 8 * 1024, "kB")
      end.signal()
    }
    #expect(outcome.status == 0)
    let ending = try Document(
      json: outcome.output.split(separator: "\n").last.map { String($0) } ?? "", file: "end")
    #expect(try ending["advertisements"].integer("delivered") > 500_000)
  }
}
