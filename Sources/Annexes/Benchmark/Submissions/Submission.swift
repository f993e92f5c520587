import Comparisons
package import Documents
import Positioning
import Sites
import World

/// What one method does on one task of a benchmark.
package struct Submission: DeclaredSettings {
  /// How the fixes come about.
  package enum Entered: String, CaseIterable, Sendable {
    /// By a method of the task's own scenario.
    case builtIn = "built-in"
    /// By a program that is started for each lap.
    case program
    /// By a system that cannot be started; a table of fixes came with it.
    case fixes
  }

  package private(set) var task = ""
  package internal(set) var entered = Entered.builtIn
  package private(set) var method = ""
  /// As a scenario would have it; of programs only.
  var pipeline: Document?
  /// By path, the SHA-256 digests of the program's files.
  var files: [String: String] = [:]
  /// The prior information that the method is given.
  private(set) var given: [String] = []
  /// Whether and how it uses later readings.
  var lookAhead: String?
  /// Whether it was registered while the task was closed.
  var isRegistered = false
  /// On laps for practice; of closed tasks only.
  var practice: TaskScore?
  /// Nil while the task is closed.
  package internal(set) var result: TaskScore?
  /// As the file states it; nil for one that was not read.
  private(set) var stated: Document?

  package init() {}

  package static let keys: [SettingKey<Submission>] = [
    .required("method", \.method, .text(.line), "The name of the method."),
    .optional(
      "pipeline", \.pipeline, .document(.anything),
      "The program, its filters and settings, as `pipelines` of a scenario has them."),
    .defaulted(
      "files", \.files, .map(of: .text(.sha256)).checked(Self.checkFiles),
      "The SHA-256 digests of the program's files."),
    .required("given", \.given, .list(of: .text(.line)), "The prior information that it is given."),
    .optional("laterReadings", \.lookAhead, .text(.line), "How far it looks ahead."),
    .defaulted(
      "registered", \.isRegistered, .flag,
      "Whether it was entered before the seed was known, as the task lists it."),
    .optional(
      "practice", \.practice, .settings, "Its score on laps for practice, while the task is closed."),
    .optional("result", \.result, .settings, "Its score; absent while the task is closed."),
  ]

  @Sendable private static func checkFiles(
    _ document: Document, _ files: inout [String: String]
  ) throws(FileProblem) {
    guard let path = files.keys.sorted().first(where: { !ProgramFiles.isBelow($0) }) else { return }
    throw try document[path].problem(expected: "a path below the working folder", found: path)
  }

  package init(task: String, method: String, entered: Entered, given: [String]) {
    (self.task, self.method, self.entered, self.given) = (task, method, entered, given)
  }

  /// - Parameter document: resolved.
  init(_ document: Document, to task: String, entered: Entered) throws(FileProblem) {
    self = try Submission(document)
    (self.task, self.entered, stated) = (task, entered, document)
    guard (entered == .program) == (pipeline != nil) else {
      throw document.problem(expected: "pipeline for a program, and for no other method")
    }
  }

  /// What a file says of it, with all defaults.
  var content: Document { (try? Self.schema.resolve(written)) ?? written }

  /// The digest of what a round must not alter once it is open: the method, its program and the digests of its files.
  package var registration: String {
    get throws(FileProblem) {
      let fixed = Document(present: [
        "task": Document(task), "method": Document(method), "entered": Document(entered.rawValue),
        "pipeline": pipeline,
        "files": Document(files.map { .init(key: $0.key, value: Document($0.value)) }),
      ])
      return try FileDigest.sha256(of: fixed.json, name: "the registration of \(method)")
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
}
