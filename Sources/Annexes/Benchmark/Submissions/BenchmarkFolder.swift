import Comparisons
import Documents
import Foundation
import Results
import Sites
package import World

/// A folder with `tasks/NAME.yaml` and `submissions/METHOD/TASK.json`.
package struct BenchmarkFolder: Hashable, Sendable {
  package let path: String

  package init(_ path: String) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// The folder itself, and those that came with the program, whose tasks it can do without.
  private var places: [String] { [path] + ShippedFile.folders.map { "\($0)/benchmark" } }

  /// The names of its tasks, or of the shipped ones where it has none, in alphabetical order.
  package var taskNames: [String] {
    places.lazy.map { Self.names(in: "\($0)/tasks", ending: ".yaml") }.first { !$0.isEmpty } ?? []
  }

  /// - Parameter name: of a task, or the path of its file.
  /// - Throws: for a name that none has.
  package func task(_ name: String) throws(FileProblem) -> BenchmarkTask {
    if name.hasSuffix(".yaml") { return try BenchmarkTask(contentsOf: name) }
    guard TextFormat.name.accepts(name) else {
      throw FileProblem(
        file: path, expected: "the name of a task, \(TextFormat.name.expected)", found: name.printable())
    }
    let files = places.map { "\($0)/tasks/\(name).yaml" }
    guard let file = files.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
      throw FileProblem(
        file: "\(path)/tasks", expected: "a task: \(listing(taskNames))",
        found: name + suggestion(for: name, among: taskNames))
    }
    try checkIsPlain(file)
    return try BenchmarkTask(contentsOf: file)
  }

  /// Where the submission of a method belongs.
  package func file(of method: String, on task: String) throws(FileProblem) -> String {
    let folder = Self.folderName(of: method)
    guard !folder.isEmpty else {
      throw FileProblem(
        file: "--as", expected: "a name with letters or digits of ASCII, which name its folder",
        found: method.printable())
    }
    return "\(path)/submissions/\(folder)/\(task).json"
  }

  /// Where the table of fixes of a submission lies.
  package static func fixes(of submission: String) -> String {
    submission.dropLast(".json".count) + ".fixes.csv.gz"
  }

  /// Small letters and digits, with one hyphen for all between them.
  package static func folderName(of method: String) -> String {
    method.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
  }

  /// The files of all submissions, in alphabetical order.
  package var submissions: [String] {
    let folder = "\(path)/submissions"
    return Self.names(in: folder, ending: "").flatMap { method in
      Self.names(in: "\(folder)/\(method)", ending: ".json").map { "\(folder)/\(method)/\($0).json" }
    }
  }

  private static func names(in folder: String, ending: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }.map {
      String($0.dropLast(ending.count))
    }
    .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

/// A submission where it lies.
package struct SubmittedFile: Sendable {
  package let path: String
  package let submission: Submission
  package let folder: BenchmarkFolder

  /// - Throws: for a file whose place and contents name different methods or tasks.
  package init(_ path: String) throws(FileProblem) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[parts.count - 3] == "submissions", path.hasSuffix(".json") else {
      throw FileProblem(
        file: path, expected: "a submission, which lies at BENCHMARK/submissions/METHOD/TASK.json",
        found: "another place")
    }
    // Both may be a stranger's, who could let this wait without end.
    for file in [path, BenchmarkFolder.fixes(of: path)] { try checkIsPlain(file) }
    submission = try Submission(contentsOf: path)
    let above = parts.dropLast(3).joined(separator: "/")
    folder = BenchmarkFolder(above.isEmpty ? "." : above)
    let place = try folder.file(of: submission.method, on: submission.task)
    guard place.hasSuffix(parts.suffix(3).joined(separator: "/")) else {
      throw FileProblem(
        file: path, expected: "the submission of \(submission.method) to \(submission.task) at \(place)",
        found: "it here")
    }
    self.path = path
  }

  /// The submissions that a path names: one file, or all below a folder, in alphabetical order.
  package static func all(at path: String) throws(FileProblem) -> [SubmittedFile] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw FileProblem(file: path, sentence: "no such file or folder")
    }
    guard isFolder.boolValue else { return [try SubmittedFile(path)] }
    let folder = BenchmarkFolder(path).path
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let files = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { "\(folder)/\($0)" }.filter {
      $0.hasSuffix(".json") && $0.split(separator: "/").dropLast(2).last == "submissions"
    }
    guard !files.isEmpty else {
      throw FileProblem(file: path, expected: "submissions at submissions/METHOD/TASK.json", found: "none")
    }
    return try files.map { path throws(FileProblem) in try SubmittedFile(path) }
  }
}
