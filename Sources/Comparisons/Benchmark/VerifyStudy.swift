import Documents
import Laps
import Positioning
import Rendering
package import Results
import Scenarios
import World

/// Submissions that are run again, those of one task together.
package struct VerifyStudy: PreparedStudy {
  private let files: [SubmittedFile]
  private let tasks: [(task: BenchmarkTask, indices: [Int])]
  private let root: String

  /// - Parameter root: the folder in which data sets lie.
  /// - Throws: for a task that is missing or malformed.
  package init(_ files: [SubmittedFile], root: String) throws {
    (self.files, self.root) = (files, root)
    var places: [String: [Int]] = [:]
    for (index, file) in files.enumerated() {
      places["\(file.folder.path)\0\(file.submission.task)", default: []].append(index)
    }
    tasks = try places.values.sorted { $0[0] < $1[0] }.map { indices in
      let file = files[indices[0]]
      return (try file.folder.task(file.submission.task), indices)
    }
  }

  package func run(_ runner: StudyRunner) async throws -> VerifyOutcome {
    var verdicts = [VerifyOutcome.Verdict?](repeating: nil, count: files.count)
    for (task, indices) in tasks {
      let builtIn = indices.filter { files[$0].submission.entered == .builtIn }
      for (index, verdict) in try await verdictsOfBuiltIn(builtIn, on: task, runner) {
        verdicts[index] = verdict
      }
      for index in indices where files[index].submission.entered != .builtIn {
        verdicts[index] = try await verdict(onOwn: files[index], task, runner)
      }
    }
    return VerifyOutcome(
      rows: zip(files, verdicts).map { file, verdict in
        VerifyOutcome.Row(file: file, verdict: verdict ?? .failed("was not looked at"))
      })
  }

  /// All of them in one run.
  private func verdictsOfBuiltIn(
    _ indices: [Int], on task: BenchmarkTask, _ runner: StudyRunner
  ) async throws -> [(Int, VerifyOutcome.Verdict)] {
    guard !indices.isEmpty else { return [] }
    let names = Set(indices.map { files[$0].submission.method })
    let study = try TaskStudy(task, root: root, isKept: names.contains)
    guard !study.methods.isEmpty else {
      return indices.map { ($0, .failed("is none of the task's methods")) }
    }
    let outcome = try await study.run(runner)
    return try indices.map { index in
      let submission = files[index].submission
      guard let place = study.methods.firstIndex(where: { $0.name == submission.method }) else {
        return (index, .failed("is none of the task's methods"))
      }
      let definition = study.methods[place]
      var again = Submission(
        task: task.name, method: definition.name, entered: .builtIn,
        given: definition.settings.given.map(\.rawValue).sorted())
      (again.isRegistered, again.pipeline) = (submission.isRegistered, nil)
      return (index, try verdict(on: submission, again, outcome.answers[place], outcome.ground, study))
    }
  }

  private func verdict(
    onOwn file: SubmittedFile, _ task: BenchmarkTask, _ runner: StudyRunner
  ) async throws -> VerifyOutcome.Verdict {
    let submission = file.submission
    if let reason = whyNotRun(submission) {
      guard submission.result != nil else { return .registered }
      return try await verdict(onFixesOf: file, task, because: reason, runner)
    }
    let row = MethodRow(submission.pipeline ?? [:])
    let study = try TaskStudy(task, root: root, own: [row]) { $0 == submission.method }
    guard study.methods.count == 1 else { return .failed("has a pipeline of another name") }
    let outcome = try await study.run(runner)
    return try verdict(on: submission, submission, outcome.answers[0], outcome.ground, study)
  }

  /// Why a submission is judged by its fixes; nil where its program runs.
  ///
  /// A submission comes from others: its program runs only where the user allows all programs.
  private func whyNotRun(_ submission: Submission) -> String? {
    guard submission.entered == .program else { return "it has no program" }
    guard case .all = ProgramPolicy.current.rule else { return "programs run with --allow-programs only" }
    return ProgramFiles.difference(from: submission)
  }

  private func verdict(
    onFixesOf file: SubmittedFile, _ task: BenchmarkTask, because reason: String, _ runner: StudyRunner
  ) async throws -> VerifyOutcome.Verdict {
    let study = try TaskStudy(task, root: root, isKept: TaskStudy.isReference)
    let outcome = try await study.run(runner)
    do {
      let laps = try study.fixes(contentsOf: BenchmarkFolder.fixes(of: file.path), at: outcome)
      let verdict = try verdict(
        on: file.submission, file.submission, .fixes(laps, lookAhead: .none), outcome.ground, study)
      return verdict == .same ? .byFixes(reason) : verdict
    } catch let problem as FileProblem {
      return .failed("has fixes that cannot be scored: \(problem)")
    }
  }

  /// - Parameters:
  ///   - submission: as it was submitted.
  ///   - again: without scores, or with those that are computed now.
  private func verdict(
    on submission: Submission, _ again: Submission, _ answer: TaskStudy.Answer, _ ground: TaskStudy.Ground,
    _ study: TaskStudy
  ) throws -> VerifyOutcome.Verdict {
    guard case .fixes(let laps, let lookAhead) = answer else { return .failed("cannot run on the task") }
    let score = try TaskScore(laps, of: submission.method, on: ground, seed: study.seed)
    var again = again
    if again.entered == .builtIn { again.lookAhead = lookAhead.summary }
    if study.task.isOpen, submission.result == nil { return .registered }
    (again.result, again.practice) = study.task.isOpen ? (score, nil) : (nil, score)
    guard let difference = (submission.stated ?? submission.content).firstDifference(from: again.content)
    else {
      return study.task.isOpen ? .same : .registered
    }
    return .failed(difference.words)
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
