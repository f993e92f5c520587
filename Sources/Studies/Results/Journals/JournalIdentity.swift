package import Documents
import Sites
import World

/// The properties that all cells of a journal share, which identify its study.
///
/// Cells of another study, seed or program are of no use, even where their keys are the same.
package struct JournalIdentity: Hashable, Sendable {
  /// What kind of study writes it: `search`.
  package let study: String
  /// The name in the study's file.
  package let name: String
  /// Of all random numbers of the study.
  package let seed: UInt64
  /// The program that computes: ``ProgramIdentity``.
  package let program: String
  /// Everything else that all cells have in common.
  package let definition: Document

  package init(study: String, name: String, seed: UInt64, program: String, definition: Document) {
    (self.study, self.name, self.seed) = (study, name, seed)
    (self.program, self.definition) = (program, definition)
  }

  /// The version of the format of the lines that follow.
  private static let version = 2

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

  /// The same of another program.
  package func of(_ program: String) -> JournalIdentity {
    JournalIdentity(study: study, name: name, seed: seed, program: program, definition: definition)
  }

  /// How another journal's identity differs from this one, as the end of "found …"; nil when they are the same.
  func difference(of other: JournalIdentity) -> String? {
    if other.study != study || other.name != name { return "one of the \(other.study) \(other.name)" }
    if other.seed != seed { return "one of seed \(other.seed), where this has \(seed)" }
    if other.program != program { return "one of the program \(other.program), where this is \(program)" }
    return other.definition.json == definition.json ? nil : "one of the same name with other input files"
  }
}

/// Distinguishes this program from every other one that might compute something else.
package enum ProgramIdentity {
  /// The version and the beginning of the digest of the running program's file, `0.1.0 3f2a9c4e1b07`: another build counts
  /// as another program, since its changes are unknown.
  ///
  /// The version alone where `sha256sum` is missing.
  package static var current: String {
    guard let digest = try? FileDigest.sha256(ofFile: "/proc/self/exe") else { return Provenance.version }
    return "\(Provenance.version) \(digest.prefix(12))"
  }
}

/// The CRC-32 before each line of a journal, which any altered octet makes wrong.
enum LineChecksum {
  /// Eight hexadecimal digits and a space.
  static let size = 9

  /// A line with its checksum before it, without a line feed.
  static func checked(_ line: [UInt8]) -> [UInt8] {
    Array((padded(Gzip.checksum(of: line), to: 8) + " ").utf8) + line
  }

  /// The line behind a checksum; nil when the two do not agree or there is none.
  static func content(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let content = line.dropFirst(size)
    return checked(Array(content)).elementsEqual(line) ? content : nil
  }
}

/// Why a journal cannot be continued.
package enum JournalProblem: InputProblem, Hashable, Sendable {
  /// Something that no program of this kind has written.
  case foreign(path: String, found: String)
  /// The journal of another study.
  case others(path: String, found: String)
  /// Another process writes it.
  case busy(path: String)
  /// A complete line, counted from 1, whose contents are not what was written.
  case damaged(path: String, line: Int)
  case unwritable(path: String, reason: String)

  /// One sentence that names the file.
  package var description: String {
    switch self {
    case .foreign(let path, let found):
      "\(path): expected a journal or nothing, found \(found); name another with --name"
    case .others(let path, let found):
      "\(path): expected the journal of the same study, seed and program, or none, found \(found); name another with --name, or start over with --replace"
    case .busy(let path):
      "\(path): another process is writing this journal"
    case .damaged(let path, let line):
      "\(path):\(line): expected a line as the program wrote it, found an altered one; start over with --replace"
    case .unwritable(let path, let reason):
      "\(path): the journal cannot be written: \(reason)"
    }
  }
}
