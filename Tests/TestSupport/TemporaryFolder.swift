import Foundation

/// A folder of a test's own that goes when the test is over.
package final class TemporaryFolder: Sendable {
  // A class, because going away is its purpose.
  package let path: String

  package init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "beaconbench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a text, in folders that are made when they are missing.
  package func write(_ text: String, to name: String) throws {
    let url = URL(filePath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  package func read(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }
}
