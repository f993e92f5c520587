import Comparisons
import Sites
import World

/// The files of a program, and whether they are the ones that were entered.
enum ProgramFiles {
  /// The words of a command that are files below the working folder, and more files.
  static func digests(of words: [String], more: [String]) throws(FileProblem) -> [(
    path: String, sha256: String
  )] {
    let found = words.filter { isBelow($0) && FileKind(ofFile: $0) == .plain }
    for path in more where !isBelow(path) {
      throw FileProblem(file: "--files", expected: "paths below the working folder", found: path)
    }
    var digests: [(path: String, sha256: String)] = []
    for path in Set(found + more).sorted() {
      digests.append((path, try FileDigest.sha256(ofFile: path)))
    }
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
    for file in submission.files {
      guard FileKind(ofFile: file.path) == .plain else {
        return "files: \(file.path.printable()) is not here"
      }
      guard (try? FileDigest.sha256(ofFile: file.path)) == file.sha256 else {
        return "files: \(file.path.printable()) is another file than was entered"
      }
    }
    let fixed = Set(submission.files.map(\.path))
    let free = submission.command.first {
      isBelow($0) && FileKind(ofFile: $0) == .plain && !fixed.contains($0)
    }
    return free.map { "files has no digest of \($0.printable())" }
  }
}
