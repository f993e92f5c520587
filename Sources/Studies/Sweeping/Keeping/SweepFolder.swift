import Documents
import Foundation
import Rendering
package import Results
import Scenarios

/// Where a sweep's results, journals and jobs lie: all beside each other, with names that begin with that of the folder.
package struct SweepFolder: Sendable {
  /// The folder of its results.
  package let results: ResultsFolder

  /// - Parameters:
  ///   - root: the folder of all results.
  ///   - name: of this run; nil for `laps20`.
  package init(of run: SweepRun, root: String, name: String?) {
    results = ResultsFolder(root: root, scenario: "\(run.sweep.name)-sweep", name: name ?? "laps\(run.laps)")
  }

  /// - Parameter shard: nil for the journal of a process that computes the whole sweep.
  package func journal(of shard: SweepShard?) -> String {
    shard.map { "\(results.path).shard-\($0.number)-of-\($0.count).journal" } ?? results.path + ".journal"
  }

  /// The scripts and the record of a cluster's jobs.
  package var jobs: String { results.path + ".slurm" }

  /// The journals that are there, in the order of their names.
  package var journals: [String] {
    let (folder, name) = Place.split(results.path)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix(name + ".") && $0.hasSuffix(".journal") }.sorted().map {
      "\(folder)/\($0)"
    }
  }

  /// The blocks of all journals, by key.
  ///
  /// - Parameter anyProgram: whether those of another build of the program count too.
  /// - Throws: `JournalProblem` where one of them is of something else, or damaged.
  package func finished(
    of identity: JournalIdentity, anyProgram: Bool = false
  ) throws(JournalProblem) -> [String: JournalCell] {
    var all: [String: JournalCell] = [:]
    for path in journals {
      all.merge(try Journal.finished(at: path, of: identity, anyProgram: anyProgram)) { first, _ in first }
    }
    return all
  }

  /// Opens the journal of a shard, once it is sure that the results can be written.
  ///
  /// - Parameters:
  ///   - shard: nil for the whole sweep.
  ///   - replacing: whether other results and journals give way.
  package func open(_ run: SweepRun, _ shard: SweepShard? = nil, replacing: Bool = false) throws -> Journal {
    try check(run, replacing: replacing)
    let journal = try Journal(at: self.journal(of: shard), for: run.identity, replacing: replacing)
    guard replacing else { return journal }
    for path in journals where path != journal.path { try? FileManager.default.removeItem(atPath: path) }
    return journal
  }

  /// Checks whether results can be written, and that none of another sweep would be lost unless they are to be replaced.
  package func check(_ run: SweepRun, replacing: Bool) throws {
    if replacing { try results.check() } else { try results.check(for: run.saved) }
  }

  /// Writes a finished sweep: what it can be run again from, every table and the summary.
  package func write(_ result: SweepResult, of run: SweepRun, provenance: Provenance) throws {
    let prepared = try results.prepare()
    try prepared.write(
      run.saved.texts + result.files + [(ResultsFolder.marker, provenance.document.prettyJSON)])
    try prepared.commit()
  }
}

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
