import Captures
import Documents
import World

extension LogPart {
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
      guard end - place <= Logs.longestLine else {
        throw FileProblem(
          file: file, offset: place, expected: "a line of at most \(Logs.longestLine) bytes",
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
