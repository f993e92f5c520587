import Foundation

/// A folder of a test's own that goes when the test is over.
public final class TemporaryFolder: Sendable {
  // A class, because going away is its purpose.
  public let path: String

  public init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "beaconbench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  public func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a text, in folders that are made when they are missing.
  public func write(_ text: String, to name: String) throws {
    let url = URL(filePath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  public func read(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }
}
