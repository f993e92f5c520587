import Foundation
import World

/// Files that a command writes for its user.
enum TextFile {
  /// Writes a file whole or not at all.
  static func write(_ text: String, to path: String) throws(FileProblem) {
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw FileProblem(file: path, expected: "a place to write to", found: "\(error.localizedDescription)")
    }
  }
}
