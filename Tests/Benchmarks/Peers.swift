import Foundation

/// A process that runs `peers.py`, asked a line at a time.
final class Peers {
  private let (process, input, output) = (Process(), Pipe(), Pipe())

  init(_ python: String) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    let program = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "peers.py").path
    process.arguments = [python, program]
    let inputs = ["BEACONBENCH_INPUTS": Inputs.folder.path]
    process.environment = ProcessInfo.processInfo.environment.merging(inputs) { $1 }
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
    guard !line.isEmpty else { throw Child.Failure(description: "peers.py ended at \(work)") }
    return Double(String(decoding: line, as: UTF8.self))
  }

  /// Ends it, so that its processor time counts as this process's.
  func end() throws {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// How many times longer this machine takes for the C of J1 than that of the limits in nanoseconds, 14 ns; 1 without a
  /// compiler.
  func machine() throws -> Double { try (nanoseconds(of: "j1-c") ?? 14) / 14 }
}
