import Foundation

/// A process that runs `peers.py`, asked a line at a time.
final class Peers {
  private let (input, output) = (Pipe(), Pipe())

  /// - Parameter records: the file whose records are read.
  init(_ python: String, records: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let program = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "peers.py").path
    process.arguments = [python, program]
    process.environment = ProcessInfo.processInfo.environment.merging(["BEACONBENCH_RECORDS": records]) { $1 }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Of a unit of the work with that name; nil where a package of it is missing.
  func nanoseconds(of work: String) throws -> Double? {
    try input.fileHandleForWriting.write(contentsOf: Data((work + "\n").utf8))
    var line: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
      line.append(byte)
    }
    return Double(String(decoding: line, as: UTF8.self))
  }

  /// How many times longer this machine takes for the C of J1 than that of the limits in nanoseconds, 14 ns; 1 without a
  /// compiler.
  func machine() throws -> Double { try (nanoseconds(of: "j1-c") ?? 14) / 14 }
}
