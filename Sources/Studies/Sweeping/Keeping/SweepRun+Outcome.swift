package import Documents
import Foundation
package import Results

extension SweepRun {
  /// Computes the blocks of a shard that no journal holds, as a verb does it: says from where it continues, how far it is, and how to go
  /// on after an interruption.
  ///
  /// - Parameter shard: nil for the whole sweep.
  /// - Returns: all finished blocks by key.
  package func finish(
    _ shard: SweepShard? = nil, in folder: SweepFolder, replacing: Bool, runner: StudyRunner, isQuiet: Bool
  ) async throws -> [String: Document] {
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
    var finished = 0
    try await compute(shard, in: &journal, known: known, width: runner.width) { _, _ in
      finished += 1
      progress.show(done: finished)
    }
    return known.merging(journal.cells) { first, _ in first }
  }

  /// What follows from all blocks; nil where one is not finished.
  ///
  /// - Parameter width: how many cells at a time; results do not depend on it.
  package func outcome(of known: [String: Document], width: Int) async throws -> SweepResult? {
    guard let all = allBlocks(in: known) else { return nil }
    return try await result(of: all, width: width)
  }
}
