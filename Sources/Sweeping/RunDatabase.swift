import CSQLite
import Documents
import Evaluation
import Rendering
import Reproducing
package import World

/// The tables of sweeps in SQLite, for pandas, DuckDB and other programs.
///
/// Every table has the column `sweep`, so that one file holds any number of sweeps. An existing sweep is replaced in one
/// transaction: another program sees either the old rows or the new ones. A view with the sweep's name has a row for each
/// of its cells, pipelines and metrics, and a column for each parameter.
package struct RunDatabase: ~Copyable {
  private let path: String
  private let handle: OpaquePointer

  /// Opens or makes a file.
  ///
  /// - Parameter path: nil for a database in memory.
  /// - Throws: `FileProblem` for a file that is no database or cannot be opened.
  package init(_ path: String?) throws(FileProblem) {
    self.path = path ?? ""
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      path ?? ":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
    guard let opened, code == SQLITE_OK else {
      let reason = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "not enough memory"
      sqlite3_close(opened)
      throw FileProblem(file: path ?? "", sentence: "cannot be opened: \(reason)")
    }
    handle = opened
    // Another program may be in the middle of a short transaction.
    sqlite3_busy_timeout(opened, 2000)
  }

  deinit { sqlite3_close(handle) }

  /// Checks that an existing file is a database.
  package func check() throws(FileProblem) { _ = try tableNames() }

  /// Writes a sweep, or replaces it.
  package func write(_ result: SweepResult) throws(FileProblem) {
    try execute("BEGIN IMMEDIATE")
    do throws(FileProblem) {
      let tables = result.databaseTables
      try execute(
        "CREATE TABLE IF NOT EXISTS sweeps (sweep TEXT PRIMARY KEY, design TEXT, laps INTEGER, metric TEXT)")
      for name in try tableNames() {
        try run("DELETE FROM \(Self.quoted(name)) WHERE sweep = ?", [.text(result.sweep.name)])
      }
      try run(
        "INSERT INTO sweeps VALUES (?, ?, ?, ?)",
        [
          .text(result.sweep.name), .text(result.sweep.design.rawValue), .count(result.laps),
          .text(result.sweep.metric.rawValue),
        ])
      for table in tables { try write(table, of: result.sweep.name) }
      try execute(Self.view(of: result))
      try execute("COMMIT")
    } catch {
      sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  /// The octets of the file that it is or would be.
  package func octets() throws(FileProblem) -> [UInt8] {
    var size: sqlite3_int64 = 0
    guard let start = sqlite3_serialize(handle, "main", &size, 0) else {
      throw FileProblem(file: path, sentence: "not enough memory for the database")
    }
    defer { sqlite3_free(start) }
    return Array(UnsafeBufferPointer(start: start, count: Int(size)))
  }

  private func write(_ table: SweepTable, of sweep: String) throws(FileProblem) {
    let columns = (["sweep"] + table.fields).map(Self.quoted).joined(separator: ", ")
    try execute("CREATE TABLE IF NOT EXISTS \(Self.quoted(table.name)) (\(columns))")
    let places = Array(repeating: "?", count: table.fields.count + 1).joined(separator: ", ")
    let statement = try prepared("INSERT INTO \(Self.quoted(table.name)) (\(columns)) VALUES (\(places))")
    defer { sqlite3_finalize(statement) }
    for row in table.rows { try step(statement, [.text(sweep)] + row) }
  }

  /// The tables of this program that the file has.
  private func tableNames() throws(FileProblem) -> [String] {
    let known = ["sweeps", "settings", "cells", "averages", "ranking", "effects", "indices"]
    var found: [String] = []
    for name in known {
      let statement = try prepared("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '\(name)'")
      defer { sqlite3_finalize(statement) }
      if sqlite3_step(statement) == SQLITE_ROW { found.append(name) }
    }
    return found
  }

  private static func view(of result: SweepResult) -> String {
    let name = result.sweep.name.replacing("'", with: "''")
    let parameters = result.sweep.parameters.map(\.parameter.name).map { parameter in
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

  private func execute(_ sql: String) throws(FileProblem) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  private func run(_ sql: String, _ values: [FigureValue]) throws(FileProblem) {
    let statement = try prepared(sql)
    defer { sqlite3_finalize(statement) }
    try step(statement, values)
  }

  private func prepared(_ sql: String) throws(FileProblem) -> OpaquePointer? {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    return statement
  }

  private func step(_ statement: OpaquePointer?, _ values: [FigureValue]) throws(FileProblem) {
    for (index, value) in values.enumerated() { try bind(value, to: Int32(index + 1), of: statement) }
    let code = sqlite3_step(statement)
    sqlite3_reset(statement)
    try check(code == SQLITE_DONE ? SQLITE_OK : code)
  }

  private func bind(_ value: FigureValue, to place: Int32, of statement: OpaquePointer?) throws(FileProblem) {
    let code =
      switch value {
      case .empty, .nested, .meanAndDeviation, .number(nil), .interval(nil, _, _):
        sqlite3_bind_null(statement, place)
      case .text(let text): beaconbench_sqlite3_bind_text(statement, place, text)
      case .flag(let flag): sqlite3_bind_int64(statement, place, flag ? 1 : 0)
      case .count(let count): sqlite3_bind_int64(statement, place, sqlite3_int64(count))
      case .number(let number?), .interval(let number?, _, _): sqlite3_bind_double(statement, place, number)
      }
    try check(code)
  }

  private func check(_ code: Int32) throws(FileProblem) {
    guard code != SQLITE_OK else { return }
    let reason =
      switch code {
      case SQLITE_BUSY, SQLITE_LOCKED: "another process is writing this database"
      case SQLITE_NOTADB: "expected an SQLite database or no file, found another file"
      case SQLITE_FULL: "cannot be written: no space left on device"
      case SQLITE_READONLY: "cannot be written: permission denied"
      default: "cannot be written: \(String(cString: sqlite3_errmsg(handle)))"
      }
    throw FileProblem(file: path, sentence: reason)
  }
}
