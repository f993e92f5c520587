import Comparisons
import Documents
import Sites
import World

/// The files of a program, and whether they are the ones that were entered.
enum ProgramFiles {
  /// The words of a command that are files below the working folder, and more files.
  static func digests(of words: [String], more: [String]) throws(FileProblem) -> [String: String] {
    let found = words.filter { isBelow($0) && Entry(following: $0) == .file }
    for path in more where !isBelow(path) {
      throw FileProblem(file: "--files", expected: "paths below the working folder", found: path)
    }
    var digests: [String: String] = [:]
    for path in Set(found + more).sorted() { digests[path] = try FileDigest.sha256(ofFile: path) }
    guard !digests.isEmpty else {
      throw FileProblem(
        file: "--files", expected: "a file of the program below the working folder, here or in --command",
        found: "none")
    }
    return digests
  }

  /// Whether a path leads below the working folder.
  static func isBelow(_ path: String) -> Bool {
    !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
  }

  /// Why a submission's program cannot be run here; nil where it can.
  static func difference(from submission: Submission) -> String? {
    guard !submission.files.isEmpty else { return "files fixes no file of the program by its digest" }
    for (path, digest) in submission.files.sorted(by: { $0.key < $1.key }) {
      guard Entry(following: path) == .file else { return "files: \(path.printable()) is not here" }
      guard (try? FileDigest.sha256(ofFile: path)) == digest else {
        return "files: \(path.printable()) is another file than was entered"
      }
    }
    let free = submission.command.first {
      isBelow($0) && Entry(following: $0) == .file && submission.files[$0] == nil
    }
    return free.map { "files has no digest of \($0.printable())" }
  }
}
