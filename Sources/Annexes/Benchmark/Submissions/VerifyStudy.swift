import Comparisons
import Documents
import Laps
import Positioning
import Rendering
package import Results
import Scenarios
import World

/// Submissions that are run again, those of one task together.
package struct VerifyStudy: PreparedStudy {
  private typealias Entry = (file: SubmittedFile, submission: Submission)

  private let entries: [Entry]
  private let tasks: [(task: BenchmarkTask, indices: [Int])]
  private let root: String

  /// - Parameter root: the folder in which data sets lie.
  /// - Throws: for a task that is missing or malformed.
  package init(_ files: [SubmittedFile], root: String) throws {
    self.root = root
    let entries: [Entry] = files.flatMap { file in file.submissions.map { (file, $0) } }
    let places = Dictionary(grouping: entries.indices) {
      "\(entries[$0].file.folder.path)\0\(entries[$0].submission.task)"
    }
    tasks = try places.values.sorted { $0[0] < $1[0] }.map { indices in
      let (file, submission) = entries[indices[0]]
      return (try file.folder.task(submission.task), indices)
    }
    self.entries = entries
  }

  package func run(_ runner: StudyRunner) async throws -> VerifyOutcome {
    var verdicts = [VerifyOutcome.Verdict?](repeating: nil, count: entries.count)
    for (task, indices) in tasks {
      for index in indices {
        let submission = entries[index].submission
        verdicts[index] = difference(submission, try submission.derived(on: task), scores: false)
      }
      let left = indices.filter { verdicts[$0] == nil }
      let builtIn = left.filter { entries[$0].submission.entered == .builtIn }
      for (index, verdict) in try await verdictsOfBuiltIn(builtIn, on: task, runner) {
        verdicts[index] = verdict
      }
      for index in left {
        switch entries[index].submission.entered {
        case .builtIn: continue
        case .program: verdicts[index] = try await verdict(onProgramOf: entries[index], task, runner)
        case .fixes:
          verdicts[index] = try await verdict(onFixesOf: entries[index], task, runner)
        }
      }
    }
    return VerifyOutcome(
      rows: zip(entries, verdicts).map { entry, verdict in
        VerifyOutcome.Row(
          path: entry.file.path, submission: entry.submission,
          verdict: verdict ?? .failed("was not looked at"))
      })
  }

  /// All of them in one run.
  private func verdictsOfBuiltIn(
    _ indices: [Int], on task: BenchmarkTask, _ runner: StudyRunner
  ) async throws -> [(Int, VerifyOutcome.Verdict)] {
    guard !indices.isEmpty else { return [] }
    let names = Set(indices.map { entries[$0].submission.method })
    let study = try TaskStudy(task, root: root, isKept: names.contains)
    guard !study.methods.isEmpty else {
      return indices.map { ($0, .failed("is none of the task's methods")) }
    }
    let outcome = try await study.run(runner)
    return try indices.map { index in
      let submission = entries[index].submission
      guard let place = study.methods.firstIndex(where: { $0.name == submission.method }) else {
        return (index, .failed("is none of the task's methods"))
      }
      return (
        index, try verdict(on: submission, study.methods[place], outcome.answers[place], outcome, study)
      )
    }
  }

  /// A submission comes from others: its program runs only where the user allows all programs. Its fixes alone show less than that the
  /// program makes them.
  private func verdict(
    onProgramOf entry: Entry, _ task: BenchmarkTask, _ runner: StudyRunner
  ) async throws -> VerifyOutcome.Verdict {
    let submission = entry.submission
    var reason = ProgramFiles.difference(from: submission)
    if case .all = ProgramPolicy.current.rule {
    } else {
      reason = reason ?? "programs run with --allow-programs only"
    }
    if let reason {
      if submission.result != nil,
        case .failed(let difference) = try await verdict(onFixesOf: entry, task, runner)
      {
        return .failed(difference)
      }
      return .failed("entered is program, which was not run: \(reason)")
    }
    let row = MethodRow(try submission.derived(on: task).pipeline ?? [:])
    let study = try TaskStudy(task, root: root, own: [row]) { $0 == submission.method }
    guard study.methods.count == 1 else { return .failed("method is the name of one of the task's methods") }
    let outcome = try await study.run(runner)
    let verdict = try verdict(on: submission, study.methods[0], outcome.answers[0], outcome, study)
    guard verdict == .same else { return verdict }
    return try verdictOnTable(of: entry, outcome, study) ?? .same
  }

  /// - Parameters:
  ///   - definition: the method that ran.
  ///   - answer: what it gave.
  private func verdict(
    on submission: Submission, _ definition: PipelineDefinition, _ answer: TaskStudy.Answer,
    _ outcome: TaskStudy.Outcome, _ study: TaskStudy
  ) throws -> VerifyOutcome.Verdict {
    guard case .fixes(let laps, let lookAhead) = answer else { return .failed("cannot run on the task") }
    var again = Submission(
      task: submission.task, method: submission.method, entered: submission.entered,
      given: definition.settings.given.map(\.rawValue).sorted())
    (again.pipeline, again.files) = (submission.pipeline, submission.files)
    (again.isRegistered, again.lookAhead) = (submission.isRegistered, lookAhead.summary)
    let score = try TaskScore(laps, of: submission.method, on: outcome.ground, seed: study.seed)
    // What was registered stands without a score until it is entered again.
    if study.task.isOpen, submission.isRegistered, submission.result == nil {
      again.practice = submission.practice
      return difference(submission, again) ?? .registered
    }
    (again.result, again.practice) = study.task.isOpen ? (score, nil) : (nil, score)
    return difference(submission, again) ?? (study.task.isOpen ? .same : .registered)
  }

  /// The score of the table beside a submission.
  private func verdict(
    onFixesOf entry: Entry, _ task: BenchmarkTask, _ runner: StudyRunner
  ) async throws -> VerifyOutcome.Verdict {
    guard entry.submission.result != nil else { return .failed("the key result is missing") }
    guard task.isOpen else { return .failed("result is there, although the seed is not published") }
    let study = try TaskStudy(task, root: root, isKept: TaskStudy.isReference)
    let outcome = try await study.run(runner)
    return try verdictOnTable(of: entry, outcome, study) ?? .byFixes("it has no program")
  }

  /// How the score of the table beside a submission differs; nil where it does not.
  private func verdictOnTable(
    of entry: Entry, _ outcome: TaskStudy.Outcome, _ study: TaskStudy
  ) throws -> VerifyOutcome.Verdict? {
    let submission = entry.submission
    do {
      let laps = try study.fixes(contentsOf: BenchmarkFolder.fixes(of: entry.file.path), at: outcome)
      var again = try submission.derived(on: study.task)
      again.result = try TaskScore(laps, of: submission.method, on: outcome.ground, seed: study.seed)
      again.practice = nil
      return difference(submission, again)
    } catch let problem as FileProblem {
      return .failed("has fixes that cannot be scored: \(problem)")
    }
  }

  /// Nil where a submission states what is found again.
  private func difference(
    _ submission: Submission, _ again: Submission, scores: Bool = true
  ) -> VerifyOutcome.Verdict? {
    (submission.stated ?? submission.content).differences(from: again.content).first {
      scores || !$0.path.hasPrefix("result") && !$0.path.hasPrefix("practice")
    }.map { .failed($0.words) }
  }
}

extension Document.Difference {
  /// In a sentence without its first capital and full stop.
  fileprivate var words: String { "\(path) is \(Self.brief(here)), and \(Self.brief(there)) now" }

  private static func brief(_ value: Document?) -> String {
    guard let json = value?.json else { return "not there" }
    return json.count > 80 ? json.prefix(77) + "..." : json
  }
}
