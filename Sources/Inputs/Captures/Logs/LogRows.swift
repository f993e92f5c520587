import Documents
import World

/// The rows of a log that is read as a whole.
struct LogRows: Sendable {
  /// A row, and where it stands in its file.
  struct Placed: Sendable {
    var row: LogRow
    var offset: Int
  }

  private(set) var rows: [Placed] = []
  var damages = DamageLog()

  /// A small archive may hold very many rows.
  static let most = 4_000_000

  /// Whether rows were left out, since there are more.
  private(set) var isFull = false

  mutating func append(_ row: LogRow, at offset: Int) {
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
struct LogPart: Sendable {
  /// For messages: the file, or the file in its folder or archive.
  let file: String
  /// Its own name, without folders.
  let name: String
  let bytes: [UInt8]

  /// The octets of the longest file that is read.
  static let most = 1 << 30

  /// The rows of a table in CSV, each with its place, after the row of titles.
  ///
  /// - Parameters:
  ///   - columns: the columns that must be there.
  ///   - body: is given the line, its fields, its place, and the number of each column.
  func forEachRow(
    columns: [String], optional: [String] = [],
    _ body: (_ line: String, _ fields: LogFields, _ offset: Int, _ columns: [Int?]) -> Void
  ) throws(FileProblem) {
    // A byte order mark is no part of the first title.
    var (place, titles) = (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, [Int?]?.none)
    while place < bytes.count {
      let end = bytes.span.bytes.firstLineFeed(from: place) ?? bytes.count
      guard end - place <= LineLogReader.longestLine else {
        throw FileProblem(
          file: file, offset: place, expected: "a line of at most \(LineLogReader.longestLine) bytes",
          found: "a longer one")
      }
      let line = String(decoding: bytes[place..<(bytes[..<end].last == 0x0D ? end - 1 : end)], as: UTF8.self)
      let fields = csvFields(line)
      if titles == nil {
        titles = try places(of: columns, optional, among: fields, in: line)
      } else if let titles, !line.isEmpty {
        body(line, LogFields(fields), place, titles)
      }
      place = end + 1
    }
  }

  private func places(
    of columns: [String], _ optional: [String], among fields: [Substring], in line: String
  ) throws(FileProblem) -> [Int?] {
    for column in columns where !fields.contains(column[...]) {
      throw FileProblem(
        file: file, line: 1, expected: "the columns \(columns.joined(separator: ", "))",
        found: "\"\(line.prefix(80))\"")
    }
    return (columns + optional).map { fields.firstIndex(of: $0[...]) }
  }
}
