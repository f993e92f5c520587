package import Results

/// A whole sweep that can run, or go on, and keep its results.
package struct PreparedSweep: PreparedStudy {
  private let sweep: SweepRun
  private let folder: SweepFolder
  private let replacing: Bool
  private let isQuiet: Bool

  /// - Parameter replacing: whether results of another sweep give way.
  package init(_ sweep: SweepRun, in folder: SweepFolder, replacing: Bool, isQuiet: Bool) {
    (self.sweep, self.folder, self.replacing, self.isQuiet) = (sweep, folder, replacing, isQuiet)
  }

  package func run(_ runner: StudyRunner) async throws -> SweepResult {
    let known = try await sweep.finish(
      in: folder, replacing: replacing, runner: runner, isQuiet: isQuiet)
    guard let result = try await sweep.outcome(of: known, width: runner.width) else {
      throw CheckFailed(sentence: "\(sweep.sweep.name): blocks are missing")
    }
    return result
  }

  package func keep(_ result: SweepResult, provenance: Provenance) throws -> [String] {
    try folder.write(result, of: sweep, provenance: provenance)
    return [folder.results.path + "/"]
  }
}
