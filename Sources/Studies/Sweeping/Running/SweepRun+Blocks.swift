package import Documents
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
  ///   - finished: called for each block with its place, as it comes.
  /// - Returns: all blocks of the shard.
  /// - Throws: as ``Results/Journal/cells(_:known:width:read:finished:work:)`` does.
  @discardableResult
  package func compute(
    _ shard: SweepShard?, in journal: inout Journal, known: [String: Document], width: Int,
    finished: (Int, LapBlock) -> Void
  ) async throws -> [LapBlock] {
    let places = blocks(of: shard)
    return try await journal.cells(
      places.map { blocks[$0].key }, known: known, width: width,
      read: { Self.piece($1, of: blocks[places[$0]]) },
      finished: { finished(places[$0], $1) },
      work: { try computed(places[$0]) })
  }

  /// All blocks, where the journals hold every one of them; else nil.
  package func allBlocks(in known: [String: Document]) -> [LapBlock]? {
    var all: [LapBlock] = []
    for block in blocks {
      guard let piece = known[block.key].flatMap({ Self.piece($0, of: block) }) else { return nil }
      all.append(piece)
    }
    return all
  }

  /// Reads the laps of a block back from a journal; nil where it is something else, or has other laps.
  private static func piece(_ document: Document, of block: Block) -> LapBlock? {
    (try? document.text).flatMap { LapBlock($0, laps: block.laps.count) }
  }

  /// How many blocks of a shard the journals hold.
  package func done(of shard: SweepShard?, in known: [String: Document]) -> Int {
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

  /// The errors of a cell, by pipeline and then by lap.
  ///
  /// - Parameter all: the blocks of the sweep, in their order.
  func errors(ofCell cell: Int, _ all: [LapBlock]) -> [[[PositionError]]] {
    blocksOfCells[cell].reduce(into: [[[PositionError]]](repeating: [], count: pipelines.count)) {
      errors, place in
      for (pipeline, laps) in all[place].errors(pipelines: pipelines.count).enumerated() {
        errors[pipeline] += laps
      }
    }
  }
}
