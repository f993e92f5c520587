import Documents
import Foundation
package import World

/// A folder that a command makes for what it writes.
package struct NewFolder {
  /// As the user named it.
  package let path: String

  /// - Parameters:
  ///   - option: the option that names it, for a sentence.
  ///   - replacing: whether files of a folder that is there may be replaced.
  /// - Throws: where something else than such a folder is there, or none can be made.
  package init(_ path: String, for option: String, replacing: Bool) throws(FileProblem) {
    self.path = path
    guard let entry = Entry(following: path) else { return }
    guard entry == .folder, let names = FileName.all(in: path), names.isEmpty || replacing else {
      throw FileProblem(
        file: path, expected: "a new or an empty folder for \(option)",
        found: entry == .folder ? "one with files, which --replace replaces" : "a file")
    }
  }

  /// Writes all files, or none.
  package func write(_ files: [(name: String, text: String)]) throws(FileProblem) {
    try makeNamedFolder(path)
    try OutputFile.write(files.map { ("\(path)/\($0.name)", Data($0.text.utf8)) })
  }
}
