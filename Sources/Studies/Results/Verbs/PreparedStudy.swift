package import Documents
package import Rendering

/// A study that has been read and checked, and can begin.
package protocol PreparedStudy {
  associatedtype Outcome: StudyOutcome

  /// Sentences that are printed before it begins.
  var warnings: [String] { get }

  func run(_ runner: StudyRunner) async throws -> Outcome

  /// Writes what the study always keeps, before anything is printed.
  ///
  /// - Returns: the folders that were written, for the end of the report.
  func keep(_ outcome: Outcome, provenance: Provenance) throws -> [String]
}

extension PreparedStudy {
  package var warnings: [String] { [] }

  package func keep(_ outcome: Outcome, provenance: Provenance) throws -> [String] { [] }
}

/// A study whose steps take about the same time each.
package protocol SteppedStudy: PreparedStudy {
  // Said again, so that it is inferred from `run`.
  associatedtype Outcome

  var steps: StudySteps { get }

  /// - Parameters:
  ///   - width: the number of steps that run in parallel; the result does not depend on it.
  ///   - progress: is given the number of steps that are done.
  func run(width: Int, progress: (Int) -> Void) async throws -> Outcome
}

extension SteppedStudy {
  /// Shows the steps that are done.
  package func run(_ runner: StudyRunner) async throws -> Outcome {
    try await runner.stage(steps) { try await run(width: runner.width, progress: $0) }
  }
}

/// The result of a study, in every form in which it is shown and kept.
package protocol StudyOutcome {
  var report: [ReportSection] { get }
  var document: Document { get throws }

  /// Pictures beside the report.
  var plots: [Plot] { get throws }

  /// Files beside report and document in a folder of results.
  var files: [(name: String, text: String)] { get throws }

  /// Why the exit status is 1, in one sentence; nil for 0.
  var failure: String? { get }
}

extension StudyOutcome {
  /// None.
  package var plots: [Plot] { [] }
  /// None.
  package var files: [(name: String, text: String)] { [] }
  /// None.
  package var failure: String? { nil }
}

/// What a verb says as soon as it has read its input.
package struct Answer: PreparedStudy, StudyOutcome {
  package let report: [ReportSection]
  package let document: Document
  package let failure: String?
  package let warnings: [String]
  private let written: [String]

  /// - Parameter written: files and folders, for the end of the report.
  package init(
    _ report: [ReportSection], _ document: Document, failure: String? = nil, warnings: [String] = [],
    written: [String] = []
  ) {
    (self.report, self.document, self.failure) = (report, document, failure)
    (self.warnings, self.written) = (warnings, written)
  }

  package func run(_ runner: StudyRunner) -> Answer { self }
  package func keep(_ outcome: Answer, provenance: Provenance) -> [String] { written }
}

/// How many steps a study, or a part of it, has, and what they are.
package struct StudySteps: Sendable {
  /// The whole number of steps.
  package let count: Int
  /// In the plural, such as `laps`.
  package let unit: String

  package init(_ count: Int, _ unit: String = "laps") { (self.count, self.unit) = (count, unit) }
}

/// Is shown how much of a study is done.
package protocol StudyProgress {
  mutating func show(done: Int)
  /// A line about what is done so far.
  mutating func say(_ line: String)
  mutating func finish()
}

extension StudyProgress {
  /// Nothing, where nobody watches.
  package mutating func say(_ line: String) {}
}

extension TerminalProgress: StudyProgress {}

/// What a study gets from whoever runs it, a verb on the command line or a tool of an agent.
package struct StudyRunner: Sendable {
  /// How many steps run in parallel.
  package let width: Int
  /// Is called when a stage begins.
  package let begin: @Sendable (StudySteps) -> any StudyProgress

  package init(width: Int, begin: @escaping @Sendable (StudySteps) -> any StudyProgress) {
    (self.width, self.begin) = (width, begin)
  }

  /// Runs one stage of a study, and shows how much of it is done.
  ///
  /// - Parameter work: calls its argument with the number of steps that are done.
  package func stage<Result>(
    _ steps: StudySteps, _ work: ((Int) -> Void) async throws -> Result
  ) async throws -> Result {
    var progress = begin(steps)
    let result = try await work { progress.show(done: $0) }
    progress.finish()
    return result
  }
}
