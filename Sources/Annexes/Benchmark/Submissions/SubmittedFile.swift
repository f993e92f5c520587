package import Documents
import Foundation
import Results
import Sites
package import World

/// A file of submissions to one task, where it lies: all methods of the task's own scenario, or one other method.
package struct SubmittedFile: Sendable {
  package let path: String
  package let folder: BenchmarkFolder
  package let entered: Submission.Entered
  package let submissions: [Submission]
  /// What is stated and never compared: duration, machine and commit.
  let run: Document?

  /// The keys of the file.
  package static var schema: Schema {
    .object([
      .required("beaconbench", .text(.line), "The version of BeaconBench that made it."),
      .required("task", .text(.name), "The name of the task."),
      .required(
        "entered",
        .enumeration([
          .init("built-in", "all methods of the task's scenario."),
          .init("program", "a program that is started for each lap."),
          .init("fixes", "a table of fixes alone."),
        ]), "How the fixes come about."),
      .required("methods", .array(of: Submission.schema, count: .atLeast(1)), "What each method does."),
      .optional("run", .anything, "Duration, machine and commit of the run, which are never compared."),
    ])
  }

  /// The published JSON Schema.
  package static var jsonSchema: Document {
    schema.jsonSchema(
      title: "BeaconBench submission to a benchmark", about: "What methods do on one task.")
  }

  /// What the file of some submissions to one task holds.
  static func document(of submissions: [Submission], run: Document?) -> Document {
    Document(present: [
      "beaconbench": Document(Provenance.version), "task": submissions.first.map { Document($0.task) },
      "entered": submissions.first.map { Document($0.entered.rawValue) },
      "methods": Document(submissions.map(\.written)), "run": run,
    ])
  }

  /// - Throws: one sentence, for a submission of another version, and for a file whose place and contents name different methods or
  ///   tasks.
  package init(_ path: String) throws(FileProblem) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[parts.count - 3] == "submissions", path.hasSuffix(".json") else {
      throw FileProblem(
        file: path, expected: "a submission, which lies at BENCHMARK/submissions/METHOD/TASK.json",
        found: "another place")
    }
    // Both may be a stranger's, who could let this wait without end.
    for file in [path, BenchmarkFolder.fixes(of: path)] { try checkIsPlain(file) }
    let file = try Document(contentsOf: path)
    if let version = file.optional("beaconbench"), version.content != .text(Provenance.version) {
      throw version.problem(
        expected: "a submission of version \(Provenance.version), which alone computes the same bits")
    }
    let document = try Self.schema.resolve(file)
    let (task, entered) = (
      try document.text("task"), try document.choice("entered", of: Submission.Entered.self)
    )
    submissions = try document.elements("methods").map { method throws(FileProblem) in
      try Submission(method, to: task, entered: entered)
    }
    (self.path, self.entered, run) = (path, entered, document.optional("run"))
    let above = parts.dropLast(3).joined(separator: "/")
    folder = BenchmarkFolder(above.isEmpty ? "." : above)
    for submission in submissions {
      let place = try folder.file(of: submission.method, entered: entered, on: task)
      guard place.hasSuffix(parts.suffix(3).joined(separator: "/")) else {
        throw FileProblem(
          file: path, expected: "the submission of \(submission.method) to \(task) at \(place)",
          found: "it here")
      }
    }
    guard Set(submissions.map(\.method)).count == submissions.count,
      entered == .builtIn || submissions.count == 1
    else {
      throw try document["methods"].problem(
        expected: entered == .builtIn ? "each method once" : "one method", found: "more")
    }
  }

  /// The files that a path names: one, or all below a folder, in alphabetical order.
  package static func all(at path: String) throws(FileProblem) -> [SubmittedFile] {
    guard let entry = Entry(following: path) else {
      throw FileProblem(file: path, sentence: "no such file or folder")
    }
    guard entry == .folder else { return [try SubmittedFile(path)] }
    let folder = BenchmarkFolder(path).path
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return try names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { "\(folder)/\($0)" }.filter {
      $0.hasSuffix(".json") && $0.split(separator: "/").dropLast(2).last == "submissions"
    }.map { path throws(FileProblem) in try SubmittedFile(path) }
  }
}

extension [Submission] {
  /// In the order of their methods' folders.
  var inOrder: [Submission] {
    sorted { BenchmarkFolder.folderName(of: $0.method) < BenchmarkFolder.folderName(of: $1.method) }
  }
}
