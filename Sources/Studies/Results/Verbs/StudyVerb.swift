package import ArgumentParser
package import Rendering
import World

/// A verb that runs a study. It declares its options and says which study they ask for; the rest is the same for every
/// study: limits, warnings, progress, tables or JSON, exit status, and the tool of ``AgentCommand``.
package protocol StudyVerb: AsyncParsableCommand, StudyRunning {
  associatedtype Options: VerbOptions

  var options: Options { get }

  /// Refuses outputs that cannot be written, before anything is read.
  func checkOutputs() throws

  /// Reads and checks what the study needs.
  func prepared() throws -> any PreparedStudy

  /// What stands above the report.
  var note: [ReportSection] { get }

  /// Writes what the options ask to keep, before anything is printed.
  ///
  /// - Returns: the folders, for the end of the report.
  func save(_ outcome: any StudyOutcome, provenance: Provenance) throws -> [String]
}

extension StudyVerb {
  package var limits: StudyLimits { options.limits }
  package var note: [ReportSection] { [] }

  package func checkOutputs() throws {}

  package func save(_ outcome: any StudyOutcome, provenance: Provenance) throws -> [String] { [] }

  /// Does all but print the results.
  ///
  /// - Parameter warn: is given the warnings of the study before it begins.
  /// - Returns: what came of the study, and the folders that were written.
  package func outcome(
    _ runner: StudyRunner, warn: ([String]) -> Void
  ) async throws -> (outcome: any StudyOutcome, folders: [String]) {
    let start = RunClock()
    try checkOutputs()
    return try await outcome(of: prepared(), runner, warn: warn, startedAt: start)
  }

  private func outcome(
    of study: some PreparedStudy, _ runner: StudyRunner, warn: ([String]) -> Void, startedAt start: RunClock
  ) async throws -> (outcome: any StudyOutcome, folders: [String]) {
    warn(study.warnings)
    let outcome = try await study.run(runner)
    let provenance = Provenance(start: start, threads: runner.width)
    let folders = try study.keep(outcome, provenance: provenance)
    return (outcome, folders + (try save(outcome, provenance: provenance)))
  }

  package func run() async throws { try await runStudy() }

  /// Runs the study, prints what came of it, and ends with its exit status.
  package func runStudy() async throws {
    let (outcome, folders) = try await outcome(options.runner, warn: StandardStreams.warn)
    let ending: [ReportSection] = folders.isEmpty ? [] : [.folders(folders)]
    do {
      try options.show(note + outcome.report + ending, outcome.document)
    } catch let error as FileProblem where !folders.isEmpty {
      // What took so long to compute is there, and stays.
      let places = folders.joined(separator: ", ")
      throw FileProblem(file: error.file, sentence: "\(error.found); the results are in \(places)")
    }
    if let failure = outcome.failure { throw CheckFailed(sentence: failure) }
  }
}

/// A study verb whose results are kept in a folder where ``SaveOption`` names one.
package protocol SavedStudyVerb: StudyVerb {
  var saving: SaveOption { get }
}

extension SavedStudyVerb {
  package func checkOutputs() throws { try saving.check() }

  package func save(_ outcome: any StudyOutcome, provenance: Provenance) throws -> [String] {
    try saving.write(outcome, note: note, provenance: provenance)
  }
}
