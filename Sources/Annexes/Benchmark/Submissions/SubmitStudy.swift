import Comparisons
package import Documents
import Evaluation
import Foundation
import Laps
import Positioning
package import Rendering
package import Results
import Scenarios
import World

/// Makes submissions to one task.
package struct SubmitStudy: PreparedStudy {
  /// What is entered.
  enum Entry: Sendable {
    case builtIn
    case program(String, [String], files: [String])
    /// A table at a path.
    case fixes(String, path: String)
  }

  private let study: TaskStudy
  private let entry: Entry
  private let given: [String]
  /// Of the program, before it runs.
  private let files: [String: String]
  private let folder: BenchmarkFolder
  private let others: OutputFile.Others

  /// - Parameters:
  ///   - task: that is entered.
  ///   - given: the prior information that a program is given.
  ///   - folder: the benchmark, below which submissions are written.
  ///   - root: the folder in which data sets lie.
  ///   - others: what becomes of a submission that is there already.
  init(
    _ task: BenchmarkTask, _ entry: Entry, given: [String], in folder: BenchmarkFolder, root: String,
    others: OutputFile.Others
  ) throws {
    let given = Set(given).sorted()
    (self.entry, self.given, self.folder, self.others) = (entry, given, folder, others)
    switch entry {
    case .builtIn:
      files = [:]
      study = try TaskStudy(task, root: root)
    case .program(let name, let words, let more):
      files = try ProgramFiles.digests(of: words, more: more)
      let row = MethodRow(Submission.pipeline(name, words, given: given))
      study = try TaskStudy(task, root: root, own: [row]) { $0 == name }
    case .fixes:
      guard task.isOpen else {
        throw FileProblem(
          file: task.path, expected: "a task with a published seed for --fixes",
          found: "a closed one, which takes programs only")
      }
      files = [:]
      study = try TaskStudy(task, root: root, isKept: TaskStudy.isReference)
    }
  }

  package func run(_ runner: StudyRunner) async throws -> SubmitOutcome {
    let outcome = try await study.run(runner)
    var entered: [SubmitOutcome.Entered] = []
    var lacks: [(method: String, reason: String)] = []
    if case .fixes(let name, let path) = entry {
      let laps = try study.fixes(contentsOf: path, at: outcome)
      let plain = Submission(task: study.task.name, method: name, entered: .fixes, given: given)
      entered = [try submission(plain, laps, outcome)]
    } else {
      for (definition, answer) in zip(study.methods, outcome.answers) {
        switch answer {
        case .lack(let reason): lacks.append((definition.name, reason))
        case .fixes(let laps, let lookAhead):
          var plain = submission(of: definition)
          plain.lookAhead = lookAhead.summary
          entered.append(try submission(plain, laps, outcome))
        }
      }
    }
    return SubmitOutcome(entered: entered, lacks: lacks, isOpen: study.task.isOpen)
  }

  private func submission(of definition: PipelineDefinition) -> Submission {
    var submission = Submission(
      task: study.task.name, method: definition.name, entered: .builtIn,
      given: definition.settings.given.map(\.rawValue).sorted())
    guard case .program(let name, let words, _) = entry else { return submission }
    submission.entered = .program
    (submission.pipeline, submission.files) = (Submission.pipeline(name, words, given: given), files)
    return submission
  }

  /// The submission with its score, where it belongs.
  private func submission(
    _ plain: Submission, _ laps: [[Callback]], _ outcome: TaskStudy.Outcome
  ) throws -> SubmitOutcome.Entered {
    var submission = plain
    let path = try folder.file(of: plain.method, entered: plain.entered, on: plain.task)
    let score = try TaskScore(laps, of: submission.method, on: outcome.ground, seed: study.seed)
    if study.task.isOpen { submission.result = score } else { submission.practice = score }
    submission.isRegistered = try isRegistered(submission, at: path)
    let keepsFixes = plain.entered != .builtIn && study.task.isOpen
    let text = keepsFixes ? TaskScore.Fixes(of: submission.method, laps).text : nil
    return SubmitOutcome.Entered(path: path, submission: submission, fixes: text)
  }

  /// Whether it was entered while the task was closed; refuses one that was altered since.
  private func isRegistered(_ new: Submission, at path: String) throws(FileProblem) -> Bool {
    if try study.task.registers(new) { return true }
    guard study.task.round?.registered[new.method] == nil else {
      throw FileProblem(
        file: path, expected: "the program as it was registered before the seed was published",
        found: "another command or other files")
    }
    return false
  }

  package func keep(_ outcome: SubmitOutcome, provenance: Provenance) throws -> [String] {
    let stated = ["commit", "modified", "machine", "processor", "operatingSystem", "threads", "wallSeconds"]
    let run = Document(try provenance.document.members.filter { stated.contains($0.key) })
    guard let path = outcome.entered.first?.path else { return [] }
    let submissions = outcome.entered.map(\.submission).inOrder
    let new = SubmittedFile.document(of: submissions, run: nil).prettyJSON
    // A file that says the same stays as it is, so that nothing changes but what the methods do.
    let old = try? SubmittedFile(path)
    let isSame = old.map { SubmittedFile.document(of: $0.submissions, run: nil).prettyJSON == new } ?? false
    let text = SubmittedFile.document(of: submissions, run: isSame ? old?.run : run).prettyJSON
    let files =
      [(path: path, data: Data(text.utf8))]
      + outcome.entered.compactMap { entered in
        entered.fixes.map { (path: BenchmarkFolder.fixes(of: path), data: Data($0.utf8)) }
      }
    try makeNamedFolder(Place.split(path).folder)
    try OutputFile.write(files, others: others)
    return files.map(\.path)
  }
}

/// What was entered.
package struct SubmitOutcome: StudyOutcome, Sendable {
  fileprivate struct Entered: Sendable {
    let path: String
    let submission: Submission
    /// The table beside it; nil for none.
    let fixes: String?

    var score: TaskScore? { submission.result ?? submission.practice }
  }

  fileprivate let entered: [Entered]
  fileprivate let lacks: [(method: String, reason: String)]
  fileprivate let isOpen: Bool

  package var report: [ReportSection] {
    let notes = isOpen ? [] : ["The task is closed: scores are those of the laps for practice."]
    return [
      .table(
        entered,
        [
          .init(nil, "method", \.submission.method),
          .init(nil, "mean", unit: "m", decimals: 2) {
            $0.score?.mean?.value
          } interval: {
            $0.score?.mean?.interval
          },
          .init(nil, "no fix", unit: "%", decimals: 1) { ($0.score?.missedShare ?? 0) * 100 },
        ], notes: notes + lacks.map { "\($0.method) is not entered: \($0.reason)." })
    ]
  }

  package var document: Document {
    [
      "entered": Document(entered.map { ["path": Document($0.path), "submission": $0.submission.content] }),
      "left": Document(lacks.map { ["method": Document($0.method), "reason": Document($0.reason)] }),
    ]
  }
}

extension TaskStudy {
  /// The method whose callbacks all others share: the middle of the site, which every scenario has.
  static func isReference(_ name: String) -> Bool { name.hasPrefix("room centre") }

  /// Fixes that were made elsewhere, at exactly the callbacks of the task.
  func fixes(contentsOf path: String, at outcome: Outcome) throws -> [[Callback]] {
    guard case .fixes(let expected, _)? = outcome.answers.first else { return [] }
    let given = try GivenFixes(contentsOf: path, site: outcome.ground.site)
    guard given.pipelines.count == 1 else {
      throw FileProblem(file: path, expected: "the fixes of one method", found: "\(given.pipelines.count)")
    }
    guard given.laps == Array(expected.indices) else {
      throw FileProblem(
        file: path, expected: "laps 0 to \(expected.count - 1)",
        found: "\(given.laps.count) laps from \(given.laps.first ?? 0) to \(given.laps.last ?? 0)")
    }
    for (lap, (own, task)) in zip(given.callbacks[0], expected).enumerated() {
      let wrong = zip(own, task).first { abs($0.time - $1.time) > PairedErrors.sameMoment }
      guard own.count == task.count, wrong == nil else {
        throw FileProblem(
          file: path,
          expected:
            "a row for each of the \(task.count) callbacks of lap \(lap), at \(wrong?.1.time ?? task.last?.time ?? 0) s",
          found: wrong.map { "one at \($0.0.time) s" } ?? "\(own.count) rows")
      }
    }
    return given.callbacks[0]
  }
}
