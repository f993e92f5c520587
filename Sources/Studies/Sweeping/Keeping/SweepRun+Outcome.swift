import Foundation
import Laps
package import Results

extension SweepRun {
  /// Computes the blocks of a shard that no journal holds, as a verb does it: says from where it continues, how far it is, and how to go
  /// on after an interruption.
  ///
  /// - Parameter shard: nil for the whole sweep.
  /// - Returns: all finished blocks by key.
  package func finish(
    _ shard: SweepShard? = nil, in folder: SweepFolder, replacing: Bool, runner: StudyRunner, isQuiet: Bool
  ) async throws -> [String: JournalCell] {
    var journal = try folder.open(self, shard, replacing: replacing)
    if journal.tornLines > 0 {
      StandardStreams.complain(
        "warning: \(journal.path): a line was incomplete; its block is computed again")
    }
    let known = try folder.finished(of: identity)
    let (total, done) = (blocks(of: shard).count, done(of: shard, in: known))
    if done > 0, done < total, !isQuiet, isatty(STDERR_FILENO) == 1 {
      StandardStreams.complain("continuing with \(done) of \(total) blocks finished")
    }
    let signal = Interruption.says(
      "interrupted; the finished blocks are in \(journal.path), and the same command continues from there")
    defer { signal?.cancel() }
    var progress = runner.begin(StudySteps(total, "blocks"))
    defer { progress.finish() }
    try await compute(shard, in: &journal, known: known, width: runner.width) { progress.show(done: $0) }
    return known.merging(journal.cells) { first, _ in first }
  }

  /// The scores of all cells from their blocks, of which only those of the cells at work are in memory; nil where one is not
  /// finished.
  ///
  /// - Parameter width: how many cells at a time; results do not depend on it.
  package func outcome(of known: [String: JournalCell], width: Int) async throws -> SweepResult? {
    guard done(of: nil, in: known) == blocks.count else { return nil }
    let scores = try await inParallel(
      cellCount, width: width, progress: { _ in },
      { cell in errors(ofCell: cell, in: known)?.map { SweepScore(ofLaps: $0, metrics, spread: spread) } }
    ).compactMap(\.self)
    return scores.count == cellCount ? SweepResult(self, scores: scores, blocks: known) : nil
  }
}
