package import Documents
import Files
import Foundation
import Rendering
package import Results
import Scenarios
import World

/// Where a sweep's results, journals and jobs lie: all beside each other, with names that begin with that of the folder.
package struct SweepFolder: Sendable {
  package let results: ResultsFolder

  /// - Parameters:
  ///   - root: the folder of all results.
  ///   - sweep: the sweep's name.
  ///   - name: of this run.
  package init(root: String, sweep: String, name: String) {
    results = ResultsFolder(root: root, scenario: "\(sweep)-sweep", name: name)
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
  ) throws(JournalProblem) -> [String: Document] {
    var all: [String: Document] = [:]
    for path in journals {
      all.merge(try Journal.finished(at: path, of: identity, anyProgram: anyProgram)) { first, _ in first }
    }
    return all
  }

  /// Removes every journal but one's own, as `--replace` does.
  package func removeJournals(but own: String) {
    for path in journals where path != own { try? FileManager.default.removeItem(atPath: path) }
  }

  /// Writes a finished sweep: what it can be run again from, every table, the database and the summary.
  package func write(_ result: SweepResult, of run: SweepRun, provenance: Provenance) throws {
    let database = try RunDatabase(nil)
    try database.write(result)
    let octets = try database.octets()
    let prepared = try results.prepare()
    try prepared.write(
      run.saved.files.map { ($0.name, $0.document.yaml) } + run.saved.tables
        + result.tables.map { ("\($0.name).csv", $0.csv) } + [
          (ResultsFolder.sweep, result.document.prettyJSON),
          (ResultsFolder.marker, provenance.document.prettyJSON),
        ])
    let file = try prepared.file(named: "sweep.sqlite")
    try file.append(octets)
    try file.finish()
    try prepared.commit()
  }
}
