import World

/// The rows of a log that is read as a whole.
package struct LogRows: Sendable {
  /// A row, and where it stands in its file.
  struct Placed: Sendable {
    var row: LogRow
    var offset: Int
  }

  private(set) var rows: [Placed] = []
  package var damages = DamageLog()

  /// A small archive may hold very many rows.
  static let most = 4_000_000

  /// Whether rows were left out, since there are more.
  private(set) var isFull = false

  package mutating func append(_ row: LogRow, at offset: Int) {
    isFull = isFull || rows.count == Self.most
    guard !isFull else { return }
    rows.append(Placed(row: row, offset: offset))
  }

  /// Takes over those of a file, whose name its damage shows.
  mutating func append(_ other: LogRows, of name: String?) {
    rows += other.rows
    isFull = isFull || other.isFull || rows.count > Self.most
    damages.add(contentsOf: other.damages, of: name)
  }

  /// Puts all rows in order of time; those of the same time by address and level, so that the order of files does not count.
  ///
  /// - Parameter file: named where the rows are of two clocks.
  mutating func sort(file: String) throws(FileProblem) {
    rows.sort { Self.key($0) < Self.key($1) }
    for (one, other) in zip(rows, rows.dropFirst()) {
      guard let problem = LogClocks.problem(from: one.row.microseconds, to: other.row.microseconds) else {
        continue
      }
      throw FileProblem(file: file, expected: problem.expected, found: problem.found)
    }
  }

  /// Sorting is stable.
  private static func key(_ placed: Placed) -> (Int64, UInt64, Int8) {
    guard case .advertisement(let heard) = placed.row.content else { return (placed.row.microseconds, 0, 0) }
    return (placed.row.microseconds, heard.address, heard.level)
  }
}

/// One of the files of a log.
package struct LogPart: Sendable {
  /// For messages: the file, or the file in its folder or archive.
  package let file: String
  /// Its own name, without folders.
  package let name: String
  package let bytes: [UInt8]

  /// The octets of the longest file that is read.
  static let most = 1 << 30
}
