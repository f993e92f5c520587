import Documents
import Evaluation
package import Results
import World

extension SweepRun {
  /// The places of the blocks that a shard computes: every n-th.
  package func blocks(of shard: SweepShard?) -> [Int] {
    guard let shard else { return Array(blocks.indices) }
    return blocks.indices.filter { $0 % shard.count == shard.number - 1 }
  }

  /// Computes the blocks of a shard that no journal holds.
  ///
  /// - Parameters:
  ///   - known: finished blocks by key, of this journal and of others.
  ///   - width: how many blocks at a time; results do not depend on it.
  ///   - finished: called with the number of blocks that are done.
  /// - Throws: as ``Results/Journal/finish(_:known:width:isSound:finished:work:)`` does.
  package func compute(
    _ shard: SweepShard?, in journal: inout Journal, known: [String: JournalCell], width: Int,
    finished: (Int) -> Void
  ) async throws {
    let places = blocks(of: shard)
    try await journal.finish(
      places.map { blocks[$0].key }, known: known, width: width,
      isSound: { Self.piece($1, of: blocks[places[$0]]) != nil }, finished: finished,
      work: { try computed(places[$0]) })
  }

  /// Reads the laps of a block back from a journal; nil where it is something else, or has other laps.
  private static func piece(_ cell: JournalCell, of block: Block) -> LapBlock? {
    (try? cell.document?.text).flatMap { LapBlock($0, laps: block.laps.count) }
  }

  /// How many blocks of a shard the journals hold.
  package func done(of shard: SweepShard?, in known: [String: JournalCell]) -> Int {
    blocks(of: shard).count { known[blocks[$0].key] != nil }
  }

  /// Computes one block.
  package func computed(_ place: Int) throws -> LapBlock {
    let block = blocks[place]
    let point = points[block.point]
    do {
      return try source(point.settings(of: sweep.parameters), seed: block.seed).block(block.laps)
    } catch let problem as any InputProblem {
      throw SweepProblem(point: point, parameters: sweep.parameters, problem: problem)
    }
  }

  /// The errors of a cell, by pipeline and then by lap; nil where a block is missing.
  ///
  /// - Parameter known: finished blocks by key.
  func errors(ofCell cell: Int, in known: [String: JournalCell]) -> [[[PositionError]]]? {
    var errors = [[[PositionError]]](repeating: [], count: pipelines.count)
    for block in blocksOfCells[cell].lazy.map({ blocks[$0] }) {
      guard let piece = known[block.key].flatMap({ Self.piece($0, of: block) }) else { return nil }
      for (pipeline, laps) in piece.errors(pipelines: pipelines.count).enumerated() {
        errors[pipeline] += laps
      }
    }
    return errors
  }
}
