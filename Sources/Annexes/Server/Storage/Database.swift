import CSQLite

/// A value that is bound to a statement, or of a row.
package enum DatabaseValue: Hashable, Sendable {
  case empty
  case integer(Int64)
  /// Bound only: rows have numbers with decimals as texts.
  case number(Double)
  case text(String)
}

/// One connection to an SQLite database, with its prepared statements. Only one task at a time may use it.
///
/// A class, since what SQLite allocated for it goes with it.
package final class Database {
  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  /// Opens a file, or makes one.
  ///
  /// - Parameters:
  ///   - path: `:memory:` for none.
  ///   - isReader: may not write; the file must be there.
  package init(_ path: String, isReader: Bool = false) throws(DatabaseFault) {
    let flags = isReader ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened, code == SQLITE_OK else {
      let fault = DatabaseFault(code, opened)
      sqlite3_close_v2(opened)
      throw fault
    }
    handle = opened
    sqlite3_busy_timeout(opened, Self.patience)
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// For how many milliseconds another program may hold the database.
  private static let patience: Int32 = 2000

  /// The number of rows that the last statement changed.
  package var changes: Int { Int(sqlite3_changes64(handle)) }

  /// Of the row that was inserted last.
  package var lastNumber: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Carries out statements without values.
  package func execute(_ sql: String) throws(DatabaseFault) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Carries out work in one transaction, which is taken back where it fails.
  package func transaction<Result>(
    _ work: () throws(DatabaseFault) -> Result
  ) throws(DatabaseFault) -> Result {
    do throws(DatabaseFault) {
      try execute("BEGIN IMMEDIATE")
      let result = try work()
      try execute("COMMIT")
      return result
    } catch {
      // Some faults end the transaction by themselves.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  /// Carries out a statement with its values bound, and gives its rows.
  ///
  /// - Parameter octets: of text, after which no further row is read; at least one is.
  @discardableResult
  package func run(
    _ sql: String, _ values: [DatabaseValue] = [], octets: Int = .max
  ) throws(DatabaseFault) -> [[DatabaseValue]] {
    let statement = try prepared(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (place, value) in zip(Int32(1)..., values) {
      switch value {
      case .empty: try check(sqlite3_bind_null(statement, place))
      case .integer(let integer): try check(sqlite3_bind_int64(statement, place, integer))
      case .number(let number): try check(sqlite3_bind_double(statement, place, number))
      case .text(let text): try check(beaconbench_sqlite3_bind_text(statement, place, text))
      }
    }
    var rows: [[DatabaseValue]] = []
    var found = 0
    while found < octets {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return rows }
      guard code == SQLITE_ROW else { throw DatabaseFault(code, handle) }
      let row = (0..<sqlite3_column_count(statement)).map { Self.value(statement, $0) }
      for case .text(let text) in row { found += text.utf8.count }
      rows.append(row)
    }
    return rows
  }

  /// The number of rows that a statement changes.
  package func changed(by sql: String, _ values: [DatabaseValue]) throws(DatabaseFault) -> Int {
    try run(sql, values)
    return changes
  }

  /// Empties the write-ahead log; false where another program reads an earlier state, which is not waited for, since records wait meanwhile.
  package func emptyLog() throws(DatabaseFault) -> Bool {
    sqlite3_busy_timeout(handle, 20)
    defer { sqlite3_busy_timeout(handle, Self.patience) }
    return try run("PRAGMA wal_checkpoint(TRUNCATE)").first?.first == .integer(0)
  }

  private func prepared(_ sql: String) throws(DatabaseFault) -> OpaquePointer? {
    if let known = statements[sql] { return known }
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
    statements[sql] = statement
    return statement
  }

  private func check(_ code: Int32) throws(DatabaseFault) {
    guard code == SQLITE_OK else { throw DatabaseFault(code, handle) }
  }

  private static func value(_ statement: OpaquePointer?, _ column: Int32) -> DatabaseValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL: .empty
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
    default: .text(sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "")
    }
  }
}
