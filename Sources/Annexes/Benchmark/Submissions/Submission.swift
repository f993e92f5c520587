import Comparisons
package import Documents
import Positioning
import Results
import Sites
package import World

/// What one method does on one task of a benchmark, as its file has it.
package struct Submission: Sendable {
  /// How the fixes come about.
  package enum Entered: String, CaseIterable, Sendable {
    /// By a method of the task's own scenario.
    case builtIn = "built-in"
    /// By a program that is started for each lap.
    case program
    /// By a system that cannot be started; a table of fixes came with it.
    case fixes
  }

  package let task: String
  package let method: String
  package let entered: Entered
  /// As a scenario would have it; of programs only.
  package var pipeline: Document?
  /// By path, the SHA-256 digests of the program's files.
  package var files: [(path: String, sha256: String)] = []
  /// The prior information that the method is given.
  package let given: [String]
  /// Whether and how it uses later readings.
  package var lookAhead: String?
  /// Whether it was registered while the task was closed.
  package var isRegistered = false
  /// On laps for practice; of closed tasks only.
  package var practice: TaskScore?
  /// Nil while the task is closed.
  package var result: TaskScore?
  /// What is stated and never compared: duration, machine and commit.
  package var run: Document?
  /// As the file states it, without ``run``; nil for one that was not read.
  package private(set) var stated: Document?

  package init(task: String, method: String, entered: Entered, given: [String]) {
    (self.task, self.method, self.entered, self.given) = (task, method, entered, given)
  }

  /// The keys of a submission.
  package static var schema: Schema {
    .object([
      .required("beaconbench", .text(.line), "The version of BeaconBench that made it."),
      .required("task", .text(.name), "The name of the task."),
      .required("method", .text(.line), "The name of the method."),
      .required(
        "entered",
        .enumeration([
          .init("built-in", "a method of the task's scenario."),
          .init("program", "a program that is started for each lap."),
          .init("fixes", "a table of fixes alone."),
        ]), "How its fixes come about."),
      .optional(
        "pipeline", .anything, "The program, its filters and settings, as `pipelines` of a scenario has them."
      ),
      .defaulted("files", .map(of: .text(.sha256)), to: [:], "The SHA-256 digests of the program's files."),
      .required("given", .array(of: .text(.line)), "The prior information that it is given."),
      .optional("laterReadings", .text(.line), "How far it looks ahead."),
      .defaulted(
        "registered", .boolean, to: false,
        "Whether it was entered before the seed was known, as the task lists it."),
      .optional("practice", TaskScore.schema, "Its score on laps for practice, while the task is closed."),
      .optional("result", TaskScore.schema, "Its score; absent while the task is closed."),
      .optional("run", .anything, "Duration, machine and commit of the run, which are never compared."),
    ])
  }

  /// The published JSON Schema.
  package static var jsonSchema: Document {
    schema.jsonSchema(
      title: "BeaconBench submission to a benchmark", about: "What one method does on one task.")
  }

  /// What does not depend on when and where it was made.
  package var content: Document {
    Document(present: [
      "beaconbench": Document(Provenance.version), "task": Document(task), "method": Document(method),
      "entered": Document(entered.rawValue), "pipeline": pipeline,
      "files": Document(files.map { .init(key: $0.path, value: Document($0.sha256)) }),
      "given": Document(given.map { Document($0) }), "laterReadings": lookAhead.map { Document($0) },
      "registered": Document(isRegistered), "practice": practice?.document, "result": result?.document,
    ])
  }

  /// The whole file.
  package var document: Document {
    guard let run, case .object(let members) = content.content else { return content }
    return Document(members + [.init(key: "run", value: run)])
  }

  /// The digest of what a round must not alter once it is open: the method, its program and the digests of its files.
  package var registration: String {
    get throws(FileProblem) {
      let fixed = try content.members.filter {
        ["task", "method", "entered", "pipeline", "files"].contains($0.key)
      }
      return try FileDigest.sha256(of: Document(fixed).json, name: "the registration of \(method)")
    }
  }

  /// A program's pipeline: the command, and nothing that its own name and prior information do not say.
  static func pipeline(_ method: String, _ words: [String], given: [String]) -> Document {
    let given = Document(given.map { Document($0) })
    return [
      "name": Document(method), "given": given, "snap": false,
      "method": ["command": ["run": Document(words.map { Document($0) }), "given": given]],
    ]
  }

  /// The words of a program's command; none where the pipeline has no command.
  var command: [String] {
    let words = pipeline?.optional("method")?.optional("command")?.optional("run")
    return (try? words?.elements.map { try $0.text }) ?? []
  }

  /// This with everything that follows from its name, its command and the task, whatever the file states; the scores, how far it looks
  /// ahead and what a built-in method is given show only when it runs.
  func derived(on task: BenchmarkTask) throws(FileProblem) -> Submission {
    let allowed = Set(task.given.map(\.rawValue)).intersection(given).sorted()
    var derived = Submission(
      task: task.name, method: method, entered: entered, given: entered == .builtIn ? given : allowed)
    if entered == .program {
      (derived.pipeline, derived.files) = (Self.pipeline(method, command, given: allowed), files)
    }
    derived.isRegistered = try task.registers(self)
    derived.lookAhead = lookAhead
    return derived
  }

  /// - Throws: one sentence, for a submission of another version too.
  package init(contentsOf path: String) throws(FileProblem) {
    let file = try Document(contentsOf: path)
    if let version = file.optional("beaconbench"), version.content != .text(Provenance.version) {
      throw version.problem(
        expected: "a submission of version \(Provenance.version), which alone computes the same bits")
    }
    let document = try Self.schema.resolve(file)
    (task, method) = (try document.text("task"), try document.text("method"))
    entered = try document.choice("entered", of: Entered.self)
    pipeline = document.optional("pipeline")
    files = try document["files"].members.map { member throws(FileProblem) in
      guard ProgramFiles.isBelow(member.key) else {
        throw member.value.problem(expected: "a path below the working folder", found: member.key)
      }
      return (member.key, try member.value.text)
    }
    given = try document.elements("given").map { given throws(FileProblem) in try given.text }
    lookAhead = try document.optional("laterReadings").map { text throws(FileProblem) in try text.text }
    isRegistered = try document.flag("registered")
    practice = try document.optional("practice").map { score throws(FileProblem) in try TaskScore(score) }
    result = try document.optional("result").map { score throws(FileProblem) in try TaskScore(score) }
    run = document.optional("run")
    stated = Document(try document.members.filter { $0.key != "run" })
    guard (entered == .program) == (pipeline != nil) else {
      throw document.problem(expected: "pipeline for a program, and for no other method")
    }
  }
}
