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
    columns: [StaticString], optional: [StaticString] = [],
    _ body: (_ line: RawSpan, _ fields: CSVFields, _ offset: Int, _ columns: [Int?]) -> Void
  ) throws(FileProblem) {
    let text = bytes.span.bytes
    var (place, titles) = (0, [Int?]?.none)
    // A byte order mark is no part of the first title.
    if text.holds("\u{FEFF}") { place = 3 }
    while place < text.byteCount {
      let end = text.firstLineFeed(from: place) ?? text.byteCount
      guard end - place <= LineLogReader.longestLine else {
        throw FileProblem(
          file: file, offset: place, expected: "a line of at most \(LineLogReader.longestLine) bytes",
          found: "a longer one")
      }
      let line = text.extracting(place..<end)
      let fields = CSVFields(line)
      if let titles {
        if fields.count > 0 { body(line, fields, place, titles) }
      } else {
        titles = try Self.places(of: columns, optional, in: line, fields, file: file)
      }
      place = end + 1
    }
  }

  private static func places(
    of columns: [StaticString], _ optional: [StaticString], in line: RawSpan, _ fields: CSVFields,
    file: String
  ) throws(FileProblem) -> [Int?] {
    var places: [Int?] = []
    for (number, column) in (columns + optional).enumerated() {
      let place = (0..<fields.count).first { line.holds(column, in: fields[$0]) }
      guard place != nil || number >= columns.count else {
        throw FileProblem(
          file: file, line: 1, expected: "the columns " + columns.map { "\($0)" }.joined(separator: ", "),
          found: "\"\(line.text(in: 0..<min(80, line.byteCount)))\"")
      }
      places.append(place)
    }
    return places
  }
}

/// The fields of a row of CSV; commas inside quotes do not separate.
struct CSVFields {
  private var fields: [Range<Int>] = []

  init(_ line: RawSpan) {
    var end = line.byteCount
    if end > 0, line.byte(at: end - 1) == 0x0D { end -= 1 }
    guard end > 0 else { return }
    var (start, isQuoted) = (0, false)
    for place in 0..<end {
      switch line.byte(at: place) {
      case 0x22: isQuoted.toggle()
      case 0x2C where !isQuoted:
        add(start..<place, line)
        start = place + 1
      default: break
      }
    }
    add(start..<end, line)
  }

  private mutating func add(_ range: Range<Int>, _ line: RawSpan) {
    let isQuoted =
      range.count >= 2 && line.byte(at: range.lowerBound) == 0x22
      && line.byte(at: range.upperBound - 1) == 0x22
    fields.append(isQuoted ? range.lowerBound + 1..<range.upperBound - 1 : range)
  }

  var count: Int { fields.count }

  /// The range of a field, empty if the row has no such field.
  subscript(field: Int?) -> Range<Int> {
    guard let field, field < fields.count else { return 0..<0 }
    return fields[field]
  }
}
