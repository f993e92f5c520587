package import Documents

/// What all cells of a journal have in common: whose they are.
///
/// Cells of another study, seed or program are of no use, even where their keys should be the same.
package struct JournalIdentity: Hashable, Sendable {
  /// What kind of study writes it: `search`.
  package let study: String
  /// Of the study's file.
  package let name: String
  package let seed: UInt64
  /// The program that computes: ``ProgramIdentity``.
  package let program: String
  /// Everything else that all cells have in common.
  package let definition: Document

  package init(study: String, name: String, seed: UInt64, program: String, definition: Document) {
    (self.study, self.name, self.seed) = (study, name, seed)
    (self.program, self.definition) = (program, definition)
  }

  /// The form of the lines that follow.
  private static let version = 2

  /// Whether a first line is that of version 1, which had no checksums.
  static func isUnchecked(_ document: Document) -> Bool { (try? document.integer("journal")) == 1 }

  /// What the first line of a journal holds.
  var document: Document {
    [
      "journal": Document(Self.version), "study": Document(study), "name": Document(name),
      "seed": Document(Int(seed)), "program": Document(program), "definition": definition,
    ]
  }

  /// Reads the first line of a journal; nil when it is something else.
  init?(_ document: Document) {
    guard let version = try? document.integer("journal"), version == Self.version,
      let study = try? document.text("study"), let name = try? document.text("name"),
      let seed = try? document.integer("seed"), seed >= 0, let program = try? document.text("program"),
      let definition = document.optional("definition")
    else { return nil }
    self.init(
      study: study, name: name, seed: UInt64(seed), program: program, definition: definition)
  }

  /// What tells another journal's owner from this one, as the end of "found …"; nil when they are the same.
  func difference(of other: JournalIdentity) -> String? {
    if other.study != study || other.name != name { return "one of the \(other.study) \(other.name)" }
    if other.seed != seed { return "one of seed \(other.seed), where this has \(seed)" }
    if other.program != program { return "one by the program \(other.program), where this is \(program)" }
    return other.definition.json == definition.json ? nil : "one of the same name whose files were others"
  }
}
