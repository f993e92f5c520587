import Documents
import Glibc
public import World

/// SHA-256 digests, as coreutils' `sha256sum` gives them.
public enum FileDigest {
  /// The digest of a file's octets, in lower-case hexadecimal.
  public static func sha256(ofFile path: String) throws(FileProblem) -> String {
    try checkReadable(path)
    let descriptor = try InputFile.open(path).descriptor
    defer { close(descriptor) }
    let digest = try digest("sha256sum", of: .file(descriptor), name: path)
    guard TextFormat.sha256.accepts(String(digest.prefix(64))) else {
      throw missing("sha256sum", for: path)
    }
    return String(digest.prefix(64))
  }

  /// The digest of a text in UTF-8, in lower-case hexadecimal.
  ///
  /// - Parameter name: what the text is, for messages.
  package static func sha256(of text: String, name: String) throws(FileProblem) -> String {
    let digest = try digest("sha256sum", of: .octets(Array(text.utf8)), name: name)
    guard TextFormat.sha256.accepts(String(digest.prefix(64))) else { throw missing("sha256sum", for: name) }
    return String(digest.prefix(64))
  }

  /// What one of coreutils' programs prints of some octets, in lower case.
  ///
  /// - Parameter name: what the octets are, for messages.
  static func digest(
    _ program: String, of octets: BoundedProgram.Input, name: String
  ) throws(FileProblem) -> String {
    var limits = BoundedProgram.Limits()
    // A large file on a slow disk.
    limits.seconds = 3600
    guard let ended = try? BoundedProgram.run([program], input: octets, within: limits), ended.status == 0
    else {
      throw missing(program, for: name)
    }
    return String(decoding: ended.output, as: UTF8.self).lowercased()
  }

  /// Refuses a file that is not the one that was declared.
  static func check(_ path: String, is declared: String) throws(FileProblem) {
    let digest = try sha256(ofFile: path)
    guard digest == declared.lowercased() else {
      throw FileProblem(file: path, expected: "the SHA-256 digest \(declared.lowercased())", found: digest)
    }
  }

  static func missing(_ program: String, for name: String) -> FileProblem {
    FileProblem(
      file: name, expected: "the program \(program) of coreutils, to compute a digest",
      found: "none that runs")
  }
}
