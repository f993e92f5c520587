import Documents
import Foundation
import TestSupport
import Testing
import World

/// Programs with limits, and input files that nothing waits for.
@Suite(.timeLimit(.minutes(3))) struct BoundedProgramTests {
  private func run(
    _ command: [String], input: BoundedProgram.Input = .nothing,
    _ change: (inout BoundedProgram.Limits) -> Void = { _ in }
  ) throws -> BoundedProgram.Ended {
    var limits = BoundedProgram.Limits()
    change(&limits)
    return try BoundedProgram.run(command, input: input, within: limits)
  }

  @Test func `a program reads its input to the end, and both of its streams are kept`() throws {
    // More than any pipe holds, in both directions.
    let octets = [UInt8](repeating: 0x61, count: 3_000_000)
    let ended = try run(["sh", "-c", "cat; echo said >&2; exit 7"], input: .octets(octets))
    #expect(ended.status == 7 && ended.output == octets && ended.errors == Array("said\n".utf8))
    #expect(try run(["cat"]).output.isEmpty)
    #expect(try run(["sh", "-c", "kill -TERM $$"]).status == 128 + SIGTERM)
    #expect(try run(["no-such-program"]).status == 127)
  }

  @Test func `a program that takes too long or prints too much is ended with what it has started`()
    async throws
  {
    let folder = try TemporaryFolder()
    let script = "sleep 1000 & echo $! > \(folder.path("number")); wait"
    #expect(throws: BoundedProgram.Failure.late(1)) { try run(["sh", "-c", script]) { $0.seconds = 1 } }
    let number = try folder.read("number").trimmingCharacters(in: .whitespacesAndNewlines)
    // A process that was killed is seen by others a moment later.
    try await wait {
      let status = (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)) ?? ") Z"
      return status.split(separator: ")").last?.hasPrefix(" Z") == true
    }
    let talkative = #expect(throws: BoundedProgram.Failure.self) {
      try run(["cat", "/dev/zero"]) { $0.output = 1 << 20 }
    }
    #expect(talkative?.reason == "printed more than 1 MiB")
  }

  @Test(.enabled(if: Python.isPresent, "needs python3"))
  func `a program gets no more memory than its limit`() throws {
    let ended = try run(["python3", "-I", "-c", "bytearray(1 << 30)"]) { $0.memory = 1 << 29 }
    #expect(ended.status == 1 && String(decoding: ended.errors, as: UTF8.self).hasSuffix("MemoryError\n"))
  }

  @Test func `what is no regular file is refused and not waited for`() throws {
    let fifo = try Fifo()
    for path in [fifo.path, "/dev/zero"] {
      #expect(
        throws: FileProblem(file: path, expected: "a regular file", found: "a FIFO, a socket or a device")
      ) { try InputFile.octets(of: path, atMost: 10) }
    }
    let folder = try TemporaryFolder()
    try folder.write("four", to: "four")
    #expect(try InputFile.octets(of: folder.path("four"), atMost: 4) == Array("four".utf8))
    #expect(throws: FileProblem.self) { try InputFile.octets(of: folder.path("four"), atMost: 3) }
    #expect(throws: FileProblem.self) { try InputFile.octets(of: folder.path, atMost: 3) }
  }

  @Test func `a gzip file that grows to more than 100 times its size is damaged beyond 64 MiB`() throws {
    let folder = try TemporaryFolder()
    let zipped = Gzip.zip([UInt8](repeating: 0, count: (64 << 20) + 1), level: 1)
    try Data(zipped).write(to: URL(filePath: folder.path("zeros.gz")))
    var input = try ByteInput(path: folder.path("zeros.gz"), .plain)
    var count = 0
    while try input.fill(to: 1) {
      count += input.ready
      input.consume(input.ready)
    }
    #expect(count > 64 << 20 && count < 65 << 20)
    #expect(input.damage?.expected == "at most 100 times as many bytes when unzipped, or 67108864")
  }
}
