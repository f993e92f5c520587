import ArgumentParser
import Documents
import Results
import Sites
import World

/// Reads a table of results. It is no verb of the program, whose users have other readers of tables.
struct TableVerb: StudyVerb {
  static let configuration = CommandConfiguration(
    commandName: "table",
    abstract: "Read rows of a CSV file, such as errors.csv of a results folder or cells.csv of a sweep.",
    discussion: "The columns, the rows from an offset on and the number n of all rows that match.")

  @Argument(.input, "The path of a CSV file whose first row names its columns.", as: "path")
  var path: String

  @Option(
    name: .customLong("where"), help: "Only rows in which a column has this value, such as pipeline=Kalman.")
  var equal: [String] = []

  @Option(.whole(0...1_000_000_000), "How many rows to pass over.")
  var offset = 0

  @Option(.whole(1...500), "How many rows to show. (default: 50)")
  var limit = 50

  @OptionGroup var options: OutputOptions

  func prepared() throws -> any PreparedStudy {
    var table = try TableReader(contentsOf: path)
    let all = table.columns
    func place(_ column: String, _ key: String) throws(FileProblem) -> Int {
      if let place = all.firstIndex(of: column) { return place }
      throw FileProblem(
        file: "", place: .key(key), expected: "a column of \(path) (\(all.joined(separator: ", ")))",
        found: column + suggestion(for: column, among: all))
    }
    let shown = try (options.columns ?? all).map { try place($0, "columns") }
    let rules = try equal.map { text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw FileProblem(file: "", place: .key("where"), expected: "COLUMN=VALUE", found: text)
      }
      return (place: try place(String(parts[0]), "where"), value: parts[1])
    }
    var (rows, matching, read) = ([Document](), 0, 0)
    while let row = try table.next() {
      read += 1
      guard rules.allSatisfy({ (row.text($0.place) ?? "") == $0.value }) else { continue }
      if matching >= offset, rows.count < limit {
        rows.append(Document(shown.map { row.text($0).map { Document(String($0)) } ?? nil }))
      }
      matching += 1
    }
    return Answer(
      [],
      [
        "columns": Document(shown.map { Document(all[$0]) }), "rows": Document(rows),
        "n": Document(matching),
        "rowsOfTable": Document(read), "left": Document(max(0, matching - offset - rows.count)),
      ])
  }
}
