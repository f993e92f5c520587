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
