public import Documents
public import World

/// The rows of a comma-separated file (RFC 4180, except that a field cannot hold a line feed).
public struct TableReader: Sendable {
  /// Which column of the file is meant: by the name in its first row, or by its number from 1.
  enum Pick: Hashable, Sendable {
    case name(String)
    case number(Int)

    var label: String {
      switch self {
      case .name(let name): name
      case .number(let number): "\(number)"
      }
    }
  }

  private var lines: TextLines

  /// As the user named it.
  public var file: String { lines.file }
  /// The name in messages of each requested column.
  private var labels: [String]
  /// Where each column that is asked for stands; nil for one that the file lacks.
  private var positions: [Int?]
  private let width: Int?
  private var separator: Character = ","

  /// A table whose first row names its columns, in any order; a column of another name is refused.
  ///
  /// - Parameters:
  ///   - path: Of the table, in CSV.
  ///   - columns: What a row is asked for by its index here.
  ///   - required: The first so many columns must be there.
  public init(contentsOf path: String, columns: [String], required: Int) throws(FileProblem) {
    try self.init(contentsOf: path)
    try pick(columns, required: required)
  }

  /// Asks rows for these columns from now on, and refuses others.
  mutating func pick(_ columns: [String], required: Int) throws(FileProblem) {
    let names = labels
    try TableReader.checkHeader(names, holds: columns, file: file)
    for name in names where !columns.contains(name) {
      throw FileProblem(
        file: file, line: 1, expected: "only the columns \(columns.joined(separator: ", "))",
        found: "the unknown column \(jsonText(name))" + suggestion(for: name, among: columns))
    }
    for name in columns.prefix(required) where !names.contains(name) {
      throw FileProblem(
        file: file, line: 1, expected: "the column \(name)", found: "only \(names.joined(separator: ", "))")
    }
    labels = columns
    positions = columns.map { names.firstIndex(of: $0) }
  }

  /// A table with any columns, which its first row names.
  package init(contentsOf path: String) throws(FileProblem) {
    lines = try TextLines(contentsOf: path)
    labels = try TableReader.header(&lines)
    positions = labels.indices.map { $0 }
    width = labels.count
  }

  /// The names of the requested columns.
  package var columns: [String] { labels }

  /// A foreign table, of which only some columns are read.
  init(
    contentsOf path: String, hasHeader: Bool, separator: Character = ",", picks: [Pick]
  ) throws(FileProblem) {
    lines = try TextLines(contentsOf: path)
    self.separator = separator
    let names = hasHeader ? try TableReader.header(&lines, separator) : []
    var positions: [Int?] = []
    for pick in picks {
      switch pick {
      case .number(let number):
        // Without a header each row is checked for itself.
        guard !hasHeader || number <= names.count else {
          throw FileProblem(
            file: path, line: 1, expected: "the column \(number)", found: "only \(names.count) columns")
        }
        positions.append(number - 1)
      case .name(let name):
        guard let index = names.firstIndex(of: name) else {
          throw FileProblem(
            file: path, line: 1, expected: "the column \(name)",
            found: hasHeader ? "only \(names.joined(separator: ", "))" : "a table without names")
        }
        positions.append(index)
      }
    }
    self.positions = positions
    labels = picks.map(\.label)
    width = hasHeader ? names.count : nil
  }

  /// Whether the file has a column, by its index among those that were asked for.
  public func has(_ column: Int) -> Bool { positions[column] != nil }

  private static func header(
    _ lines: inout TextLines, _ separator: Character = ","
  ) throws(FileProblem) -> [String] {
    let line = try lines.nextLine()
    let isComment = try line?.hasPrefix("#") == true ? lines.endInComments() : false
    guard let first = line, !isComment else {
      throw FileProblem(
        file: lines.file, expected: "a first row with the columns' names",
        found: lines.line == 0 ? "an empty file" : "only comments")
    }
    let names = csvFields(first, separator: separator).map { String($0) }
    if separator == "," { try checkSeparators(of: first, fields: names.count, file: lines.file) }
    for (index, name) in names.enumerated() where names[..<index].contains(name) {
      throw FileProblem(
        file: lines.file, line: 1, expected: "each column once", found: "\(jsonText(name)) a second time")
    }
    return names
  }

  /// The next row; nil after the last.
  public mutating func next() throws(FileProblem) -> TableRow? {
    guard let text = try lines.nextLine() else { return nil }
    let fields = csvFields(text, separator: separator)
    let needed = width ?? (positions.compactMap { $0 }.max() ?? 0) + 1
    guard width == nil ? fields.count >= needed : fields.count == needed else {
      throw FileProblem(
        file: lines.file, line: lines.line, expected: "\(width == nil ? "at least " : "")\(needed) fields",
        found: text.isEmpty
          ? "an empty line" : "\(fields.count)\(fields.count > needed ? Self.commaAdvice : "")")
    }
    return TableRow(
      file: lines.file, line: lines.line, labels: labels, fields: positions.map { $0.map { fields[$0] } })
  }
}

/// One row of a table, by the columns that the reader was asked for.
public struct TableRow: Sendable {
  /// As the user named it, for errors.
  public let file: String
  /// Counted from 1.
  public let line: Int
  let labels: [String]
  let fields: [Substring?]

  /// The text in a column; nil when the file lacks the column or nothing stands there.
  public func text(_ column: Int) -> Substring? {
    guard let field = fields[column], !field.isEmpty else { return nil }
    return FormulaMark.unmarked(field)
  }

  /// The text in a column where something must stand.
  public func requiredText(_ column: Int) throws(FileProblem) -> Substring {
    if let text = text(column) { return text }
    throw problem(column, expected: "something")
  }

  /// The decimal number in a column; nil where ``text(_:)`` is.
  public func number(_ column: Int, in range: NumberRange = .any) throws(FileProblem) -> Double? {
    guard let text = text(column) else { return nil }
    guard let number = decimalNumber(text), range.contains(number) else { throw problem(column, in: range) }
    return number
  }

  /// - Throws: the line and column of a field that is empty, no number or out of range.
  public func requiredNumber(_ column: Int, in range: NumberRange = .any) throws(FileProblem) -> Double {
    if let number = try number(column, in: range) { return number }
    throw problem(column, in: range)
  }

  /// The whole number in a column; nil where ``text(_:)`` is.
  public func integer(_ column: Int, in range: IntegerRange = .any) throws(FileProblem) -> Int? {
    guard let text = text(column) else { return nil }
    guard let integer = Int(text), range.contains(integer) else {
      throw problem(column, expected: range.expected)
    }
    return integer
  }

  /// - Throws: the line and column of a field that is empty, no whole number or out of range.
  public func requiredInteger(_ column: Int, in range: IntegerRange = .any) throws(FileProblem) -> Int {
    if let integer = try integer(column, in: range) { return integer }
    throw problem(column, expected: range.expected)
  }

  /// The test point in a column; nil where ``text(_:)`` is.
  package func testPoint(_ column: Int) -> TestPoint.ID? { text(column).map { TestPoint.ID(String($0)) } }

  /// The lap of a row; nil for a file without that column. Where the column is, every row must have one.
  func lap(_ column: Int) throws(FileProblem) -> Int? {
    fields[column] == nil ? nil : try requiredInteger(column, in: .between(0, 1_000_000_000))
  }

  /// A problem of a column in this row.
  ///
  /// - Parameters:
  ///   - column: An index into the columns that were asked for.
  ///   - expected: What would have been right, as the end of "expected …".
  ///   - found: nil for what stands there.
  public func problem(_ column: Int, expected: String, found: String? = nil) -> FileProblem {
    FileProblem(
      file: file, line: line, place: .column(labels[column]), expected: expected,
      found: found ?? text(column).map { jsonText(String($0.prefix(60))) } ?? "nothing")
  }

  /// The same for a number, with how it may have been meant.
  private func problem(_ column: Int, in range: NumberRange) -> FileProblem {
    let (unit, field) = (unit(of: column), text(column).map { String($0.prefix(60)) } ?? "")
    var advice = numberAdvice(field)
    if let number = decimalNumber(field) {
      let isSince1970 = unit == "s" && number > UnixTime.least
      advice =
        isSince1970
        ? " (times count from the first record, not in \(UnixTime.unit(of: number)) since 1970)"
        : unitAdvice(number, in: range, unit: unit)
    }
    return problem(
      column, expected: range.expected(in: unit), found: field.isEmpty ? nil : jsonText(field) + advice)
  }

  /// The unit that a column's name ends in.
  private func unit(of column: Int) -> String? {
    let units = ["s": "s", "m": "m", "dbm": "dBm", "c": "°C"]
    return labels[column].split(separator: "_").dropFirst().last.flatMap { units[String($0)] }
  }
}

// Problems of tables that another program wrote in a form of its own.

extension TableReader {
  static let commaAdvice = " (the decimal mark is a point, and a text with a comma needs quotes)"

  /// Refuses a first row that is one field for want of commas, and lines that end in the manner of old Macintoshes.
  static func checkSeparators(of header: String, fields: Int, file: String) throws(FileProblem) {
    if header.utf8.contains(UInt8(ascii: "\r")) {
      throw FileProblem(
        file: file, line: 1, expected: "lines that end with a line feed",
        found: "carriage returns alone: save the file with the line ends of Unix or Windows")
    }
    let separators: [(mark: Character, name: String)] = [
      (";", "semicolons"), ("\t", "tabs"), ("|", "bars"), (" ", "spaces"),
    ]
    guard fields == 1, let found = separators.first(where: { header.contains($0.mark) }) else { return }
    throw FileProblem(
      file: file, line: 1, expected: "commas between the columns",
      found: "\(found.name): save the table with commas, and with points as decimal marks")
  }

  /// Refuses a first row that holds a number, which is no column's name.
  static func checkHeader(_ names: [String], holds columns: [String], file: String) throws(FileProblem) {
    guard names.contains(where: { Double($0) != nil }) else { return }
    throw FileProblem(
      file: file, line: 1,
      expected: "a first row with the columns' names, such as \(columns.prefix(3).joined(separator: ","))",
      found: "the row \(names.prefix(5).joined(separator: ","))")
  }
}
