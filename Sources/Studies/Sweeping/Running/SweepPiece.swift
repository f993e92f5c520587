package import Documents
import Evaluation
import Laps
package import Results
import World

/// The result of one block of a sweep: its laps or, in a search, the outcome of its point.
package protocol SweepPiece: JournalledCell {
  /// Reads the piece of a block back from a journal; nil where it is something else.
  init?(_ document: Document, of block: SweepRun.Block, in run: SweepRun)

  /// Computes the piece of a block of a point.
  ///
  /// - Parameter settings: of the point.
  init(computing block: SweepRun.Block, with settings: [Document.Member], in run: SweepRun) throws
}

extension LapBlock: SweepPiece {
  /// Reads ``document`` back; nil where it is something else, or has other laps.
  package init?(_ document: Document, of block: SweepRun.Block, in run: SweepRun) {
    guard let text = try? document.text else { return nil }
    self.init(text, laps: block.laps.count)
  }

  /// Runs the laps.
  package init(
    computing block: SweepRun.Block, with settings: [Document.Member], in run: SweepRun
  ) throws {
    self = try run.source(settings, seed: block.seed).block(block.laps)
  }
}

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
  package func compute<Piece: SweepPiece>(
    _ shard: SweepShard?, in journal: inout Journal, known: [String: Document], width: Int,
    finished: (Int, Piece) -> Void
  ) async throws -> [Piece] {
    let places = blocks(of: shard)
    return try await journal.cells(
      places.map { blocks[$0].key }, known: known, width: width,
      read: { Piece($1, of: blocks[places[$0]], in: self) },
      finished: { finished(places[$0], $1) },
      work: { try computed(places[$0]) })
  }

  /// All blocks, where the journals hold every one of them; else nil.
  package func allBlocks<Piece: SweepPiece>(in known: [String: Document]) -> [Piece]? {
    var all: [Piece] = []
    for block in blocks {
      guard let piece = known[block.key].flatMap({ Piece($0, of: block, in: self) }) else { return nil }
      all.append(piece)
    }
    return all
  }

  /// How many blocks of a shard the journals hold.
  package func done(of shard: SweepShard?, in known: [String: Document]) -> Int {
    blocks(of: shard).count { known[blocks[$0].key] != nil }
  }

  /// Computes one block.
  package func computed<Piece: SweepPiece>(_ place: Int) throws -> Piece {
    let block = blocks[place]
    let point = points[block.point]
    do {
      return try Piece(computing: block, with: point.settings(of: sweep.parameters), in: self)
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
