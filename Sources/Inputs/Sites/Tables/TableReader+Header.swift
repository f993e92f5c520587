import World

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
