import Foundation

/// A process that runs `peers.py`, asked a line at a time.
final class PythonPeers {
  struct Missing: Error { let package: String }

  private let (input, output) = (Pipe(), Pipe())

  init(_ python: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let program = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "peers.py").path
    process.arguments = [python, program]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Of a unit of the work with that name.
  func nanoseconds(of name: String) throws -> Result<Double, Missing> {
    try input.fileHandleForWriting.write(contentsOf: Data((name + "\n").utf8))
    var line: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
      line.append(byte)
    }
    let answer = String(decoding: line, as: UTF8.self)
    return Double(answer).map { .success($0) } ?? .failure(
      Missing(package: answer.isEmpty ? "no Python" : "no " + answer.split(separator: " ").last!))
  }
}
