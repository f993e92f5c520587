import Documents
import Foundation
public import World

/// SHA-256 digests, as coreutils' `sha256sum` gives them.
public enum FileDigest {
  /// The digest of a file's octets, in lower-case hexadecimal.
  public static func sha256(ofFile path: String) throws(FileProblem) -> String {
    _ = try octets(ofFile: path)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sha256sum"]
    let output = Pipe()
    let descriptor = open(path.fileName, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FileProblem(file: path, expected: "a file that can be read", found: "one that cannot")
    }
    process.standardInput = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let data: Data?
    do {
      try process.run()
      data = try output.fileHandleForReading.readToEnd()
      process.waitUntilExit()
    } catch {
      throw missing(path)
    }
    let digest = String(decoding: data ?? Data(), as: UTF8.self).prefix(64)
    guard process.terminationStatus == 0, TextFormat.sha256.accepts(String(digest)) else {
      throw missing(path)
    }
    return digest.lowercased()
  }

  /// Refuses a file that is not the one that was declared.
  static func check(_ path: String, is declared: String) throws(FileProblem) {
    let digest = try sha256(ofFile: path)
    guard digest == declared.lowercased() else {
      throw FileProblem(file: path, expected: "the SHA-256 digest \(declared.lowercased())", found: digest)
    }
  }

  private static func missing(_ path: String) -> FileProblem {
    FileProblem(
      file: path, expected: "the program sha256sum of coreutils, to check the file's digest",
      found: "none that runs")
  }
}
