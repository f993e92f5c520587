package import Documents
import Foundation
package import Rendering
package import Results
import World

extension SweepRun {
  /// The pieces of work in sentences.
  private var unit: String { targets.isEmpty ? "block" : "point" }

  /// Computes the blocks of a shard that no journal holds.
  ///
  /// - Parameters:
  ///   - known: finished blocks by key, of this journal and of others.
  ///   - progress: is given the number of blocks that are done, and what is known of the sweep so far.
  /// - Returns: all finished blocks by key.
  package func finish(
    _ shard: SweepShard? = nil, in journal: inout Journal, known: [String: Document], width: Int,
    progress: (Int, () -> String) -> Void
  ) async throws -> [String: Document] {
    var done = 0
    if targets.isEmpty {
      var cells = SweepProgress(self)
      let _: [LapBlock] = try await compute(shard, in: &journal, known: known, width: width) {
        done += 1
        cells.add($1, at: $0)
        progress(done) { cells.text }
      }
    } else {
      let _: [SearchCell] = try await compute(shard, in: &journal, known: known, width: width) { _, _ in
        done += 1
        progress(done) { "" }
      }
    }
    return known.merging(journal.cells) { first, _ in first }
  }

  /// The same as a verb does it: says from where it continues, how far it is, and how to go on after an interruption.
  package func finish(
    _ shard: SweepShard? = nil, in folder: SweepFolder, replacing: Bool, width: Int, isQuiet: Bool
  ) async throws -> [String: Document] {
    var journal = try folder.open(self, shard, replacing: replacing)
    if journal.tornLines > 0 {
      StandardStreams.complain(
        "warning: \(journal.path): a line was incomplete; its \(unit) is computed again")
    }
    let known = try folder.finished(of: identity)
    let (total, done) = (blocks(of: shard).count, done(of: shard, in: known))
    if done > 0, done < total, !isQuiet, isatty(STDERR_FILENO) == 1 {
      StandardStreams.complain("continuing with \(done) of \(total) \(unit)s finished")
    }
    let signal = Interruption.says(
      "interrupted; the finished \(unit)s are in \(journal.path), and the same command continues from there")
    defer { signal?.cancel() }
    var progress = TerminalProgress(ProgressLine(of: total, "\(unit)s"), isQuiet: isQuiet)
    defer { progress.finish() }
    return try await finish(shard, in: &journal, known: known, width: width) {
      progress.show(done: $0, note: $1())
    }
  }

  /// What follows from all blocks; nil where one is not finished.
  ///
  /// - Parameter width: how many cells at a time; results do not depend on it.
  package func outcome(
    of known: [String: Document], width: Int
  ) async throws -> (any StudyOutcome)? {
    guard targets.isEmpty else { return allBlocks(in: known).map { SearchResult(self, $0) } }
    guard let all: [LapBlock] = allBlocks(in: known) else { return nil }
    return try await result(of: all, width: width)
  }

  /// Runs a sweep or goes on with it, writes its results and shows them.
  ///
  /// - Parameter name: of the results folder; nil for the customary one.
  package func complete(
    in root: String, name: String?, replacing: Bool, width: Int, isQuiet: Bool,
    show: ([ReportSection], Document) throws -> Void
  ) async throws {
    let clock = RunClock()
    let folder = SweepFolder(of: self, root: root, name: name)
    let known = try await finish(in: folder, replacing: replacing, width: width, isQuiet: isQuiet)
    guard let outcome = try await outcome(of: known, width: width) else { return }
    try folder.write(outcome, of: self, provenance: Provenance(start: clock, threads: width))
    try show(outcome.report + [.folders([folder.results.path + "/"])], outcome.document)
  }
}
