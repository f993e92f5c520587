package import Documents
import Foundation
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
    _ shard: SweepShard? = nil, in folder: SweepFolder, replacing: Bool, runner: StudyRunner, isQuiet: Bool
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
    var progress = runner.begin(StudySteps(total, "\(unit)s"))
    defer { progress.finish() }
    return try await finish(shard, in: &journal, known: known, width: runner.width) {
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
}
