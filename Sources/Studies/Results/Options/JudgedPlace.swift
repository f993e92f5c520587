import Documents

/// A results folder, or one pipeline of it.
package struct JudgedPlace {
  /// As it was given.
  package let text: String
  /// The path of the folder.
  package let folder: String
  /// Nil for the whole folder.
  package let pipeline: String?

  /// Reads `FOLDER` or `FOLDER:PIPELINE`; what is there as a whole is a folder, whatever its name.
  package init(_ text: String) throws {
    self.text = try OptionValue.path(text)
    let colons = Self.exists(text) ? [] : text.indices.filter { text[$0] == ":" }
    let end = colons.first { Self.exists(String(text[..<$0])) && text.index(after: $0) < text.endIndex }
    folder = end.map { String(text[..<$0]) } ?? text
    pipeline = end.map { String(text[text.index(after: $0)...]) }
  }

  /// Whether the folder exists.
  package var isThere: Bool { Self.exists(folder) }

  private static func exists(_ path: String) -> Bool { Entry(following: path) != nil }
}
