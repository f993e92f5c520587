import Foundation

/// A folder of what jobs and their peers both work on: `peers.py` reads it too.
enum Inputs {
  static let folder = FileManager.default.temporaryDirectory.appending(path: "beaconbench-benchmarks")

  /// Without anything of an earlier run.
  static func begin() throws {
    end()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  static func end() { try? FileManager.default.removeItem(at: folder) }

  /// What a peer is given, and at the end our answers, which it must give too.
  static func write(_ numbers: [Double], as name: String) throws {
    try numbers.withUnsafeBytes { try Data($0).write(to: folder.appending(path: name)) }
  }
}
