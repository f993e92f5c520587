package import Documents
import Laps

/// A finished part of a study that a journal can hold.
package protocol JournalledCell: Sendable {
  /// Its form in the journal.
  var document: Document { get }
}

extension Journal {
  /// Computes the cells that no journal holds, a few at a time, and writes each as soon as it is done.
  ///
  /// - Parameters:
  ///   - keys: of the cells, each once.
  ///   - known: finished cells by key, of this journal and perhaps of others.
  ///   - width: how many at a time; results do not depend on it.
  ///   - read: reads a cell back from the journal; nil where it is not such a cell, which is then computed again.
  ///   - finished: called for each cell, as soon as it is done, with its index among the keys.
  /// - Returns: all cells, in the order of their keys.
  /// - Throws: what `work` does; ``JournalProblem``; `CancellationError` once the task is cancelled and the cells that had
  ///   begun are in the journal.
  package mutating func cells<Cell: JournalledCell>(
    _ keys: [String], known: [String: Document], width: Int,
    read: @escaping @Sendable (Int, Document) -> Cell?, finished: (Int, Cell) -> Void,
    work: @escaping @Sendable (Int) throws -> Cell
  ) async throws -> [Cell] {
    func keep(_ index: Int, _ trial: (cell: Cell, isNew: Bool)) throws {
      if trial.isNew { try append(trial.cell.document, key: keys[index]) }
      finished(index, trial.cell)
    }
    return try await inParallel(keys.count, width: width, finished: keep) { index in
      if let cell = known[keys[index]].flatMap({ read(index, $0) }) { return (cell, false) }
      return (try work(index), true)
    }.map(\.cell)
  }
}
