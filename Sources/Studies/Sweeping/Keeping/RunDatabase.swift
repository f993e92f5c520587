import Documents
import Evaluation
import Rendering
package import World

/// The tables of sweeps in SQLite, for pandas, DuckDB and other programs.
///
/// Every table has the column `sweep`, so that one file holds any number of sweeps. An existing sweep is replaced in one
/// transaction: another program sees either the old rows or the new ones. A view with the sweep's name has a row for each
/// of its cells, pipelines and metrics, and a column for each parameter.
package struct RunDatabase {
  private let path: String
  private let database: Database

  /// Opens or makes a file.
  ///
  /// - Parameter path: nil for a database in memory.
  /// - Throws: `FileProblem` for a file that is no database or cannot be opened.
  package init(_ path: String?) throws(FileProblem) {
    self.path = path ?? ""
    do throws(DatabaseFault) {
      database = try Database(path ?? ":memory:")
    } catch {
      throw FileProblem(file: self.path, sentence: "cannot be opened: \(error.reason)")
    }
  }

  /// Checks that an existing file is a database.
  package func check() throws(FileProblem) {
    do { _ = try tableNames() } catch { throw problem(error) }
  }

  /// Writes a sweep, or replaces it.
  package func write(_ result: SweepResult) throws(FileProblem) {
    do throws(DatabaseFault) {
      try database.transaction { () throws(DatabaseFault) in try insert(result) }
    } catch {
      throw problem(error)
    }
  }

  /// The octets of the file that it is or would be.
  package func octets() throws(FileProblem) -> [UInt8] {
    guard let octets = database.octets else {
      throw FileProblem(file: path, sentence: "not enough memory for the database")
    }
    return octets
  }

  private func insert(_ result: SweepResult) throws(DatabaseFault) {
    let name = result.sweep.name
    try database.execute(
      "CREATE TABLE IF NOT EXISTS sweeps (sweep TEXT PRIMARY KEY, design TEXT, laps INTEGER, metric TEXT)")
    for table in try tableNames() {
      try database.run("DELETE FROM \(Self.quoted(table)) WHERE sweep = ?", [.text(name)])
    }
    try database.run(
      "INSERT INTO sweeps VALUES (?, ?, ?, ?)",
      [
        .text(name), .text(result.sweep.design.rawValue), .integer(Int64(result.laps)),
        .text(result.sweep.metric.rawValue),
      ])
    for table in result.databaseTables { try insert(table, of: name) }
    try database.execute(Self.view(of: result))
  }

  private func insert(_ table: SweepTable, of sweep: String) throws(DatabaseFault) {
    let columns = (["sweep"] + table.fields).map(Self.quoted).joined(separator: ", ")
    try database.execute("CREATE TABLE IF NOT EXISTS \(Self.quoted(table.name)) (\(columns))")
    let places = Array(repeating: "?", count: table.fields.count + 1).joined(separator: ", ")
    let statement = "INSERT INTO \(Self.quoted(table.name)) (\(columns)) VALUES (\(places))"
    for row in table.rows { try database.run(statement, [.text(sweep)] + row.map(DatabaseValue.init)) }
  }

  /// The tables of this program that the file has.
  private func tableNames() throws(DatabaseFault) -> [String] {
    let known = ["sweeps", "settings", "cells", "averages", "ranking", "effects", "indices"]
    var found: [String] = []
    for name in known {
      let rows = try database.run(
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '\(name)'")
      if !rows.isEmpty { found.append(name) }
    }
    return found
  }

  private static func view(of result: SweepResult) -> String {
    let name = result.sweep.name.replacing("'", with: "''")
    let parameters = result.sweep.parameters.map(\.name).map { parameter in
      "(SELECT s.value FROM settings s WHERE s.sweep = c.sweep AND s.point = c.point AND s.parameter = "
        + "'\(parameter.replacing("'", with: "''"))') AS \(quoted(parameter))"
    }
    let columns =
      ["c.point", "c.seed"] + parameters + [
        "c.pipeline", "c.metric", "c.value", "c.low", "c.high", "c.measured",
      ]
    let view = quoted("sweep \(result.sweep.name)")
    return
      "DROP VIEW IF EXISTS \(view); CREATE VIEW \(view) AS SELECT \(columns.joined(separator: ", ")) FROM cells c "
      + "WHERE c.sweep = '\(name)'; CREATE INDEX IF NOT EXISTS settings_of_points ON settings (sweep, point, parameter)"
  }

  /// As SQL names a table or a column.
  private static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

  private func problem(_ fault: DatabaseFault) -> FileProblem {
    let sentence =
      switch fault.cause {
      case .busy: "another process is writing this database"
      case .foreign: "expected an SQLite database or no file, found another file"
      case .full: "cannot be written: no space left on device"
      case .readOnly: "cannot be written: permission denied"
      default: "cannot be written: \(fault.reason)"
      }
    return FileProblem(file: path, sentence: sentence)
  }
}

extension DatabaseValue {
  fileprivate init(_ value: FigureValue) {
    self =
      switch value {
      case .empty, .nested, .meanAndDeviation, .number(nil), .interval(nil, _, _): .empty
      case .text(let text): .text(text)
      case .flag(let flag): .integer(flag ? 1 : 0)
      case .count(let count): .integer(Int64(count))
      case .number(let number?), .interval(let number?, _, _): .number(number)
      }
  }
}
