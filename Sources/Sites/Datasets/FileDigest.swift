import Documents
import Foundation
public import World

/// SHA-256 digests, as coreutils' `sha256sum` gives them.
public enum FileDigest {
  /// The digest of a file's octets, in lower-case hexadecimal.
  public static func sha256(ofFile path: String) throws(FileProblem) -> String {
    _ = try octets(ofFile: path)
    let descriptor = open(path.fileName, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FileProblem(file: path, expected: "a file that can be read", found: "one that cannot")
    }
    let digest = try digest(
      "sha256sum", of: FileHandle(fileDescriptor: descriptor, closeOnDealloc: true), name: path)
    guard TextFormat.sha256.accepts(String(digest.prefix(64))) else {
      throw missing("sha256sum", for: path)
    }
    return String(digest.prefix(64))
  }

  /// The digest of a text in UTF-8, in lower-case hexadecimal.
  ///
  /// - Parameter name: what the text is, for messages.
  package static func sha256(of text: String, name: String) throws(FileProblem) -> String {
    let digest = try digest("sha256sum", of: Data(text.utf8), name: name)
    guard TextFormat.sha256.accepts(String(digest.prefix(64))) else { throw missing("sha256sum", for: name) }
    return String(digest.prefix(64))
  }

  /// What one of coreutils' programs prints of some octets, in lower case.
  ///
  /// - Parameter name: what the octets are, for messages.
  static func digest(_ program: String, of octets: Data, name: String) throws(FileProblem) -> String {
    let input = Pipe()
    return try digest(program, of: input, name: name) {
      // It prints nothing before it has read everything.
      try? input.fileHandleForWriting.write(contentsOf: octets)
      try? input.fileHandleForWriting.close()
    }
  }

  /// - Parameters:
  ///   - input: a file or a pipe.
  ///   - feed: fills the pipe, once the program runs.
  private static func digest(
    _ program: String, of input: Any, name: String, feed: () -> Void = {}
  ) throws(FileProblem) -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program]
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let data: Data?
    do {
      try process.run()
      feed()
      data = try output.fileHandleForReading.readToEnd()
      process.waitUntilExit()
    } catch {
      throw missing(program, for: name)
    }
    guard process.terminationStatus == 0 else { throw missing(program, for: name) }
    return String(decoding: data ?? Data(), as: UTF8.self).lowercased()
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
