import CSQLite
import World

/// Why a statement was not carried out.
enum DatabaseFault: Error, Hashable {
  /// No space, or a file that may not grow: nothing of the transaction was kept.
  case full
  /// What is there is no database of this program, or it is damaged.
  case damaged(String)
  /// The file or its log is no longer there by its name.
  case removed
  /// Another program reads an earlier state, so that what was deleted stays in the log.
  case held
  case other(String)

  init(_ code: Int32, _ handle: OpaquePointer?) {
    switch code & 0xFF {
    case SQLITE_FULL, SQLITE_IOERR: self = .full
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged(String(cString: sqlite3_errmsg(handle)))
    default: self = .other(String(cString: sqlite3_errmsg(handle)))
    }
  }
}

/// A value of a row.
enum DatabaseValue: Hashable, Sendable {
  case empty
  case integer(Int64)
  case text(String)
}

/// One connection to SQLite, with its prepared statements. Belongs to one actor.
struct Connection: ~Copyable {
  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  /// - Parameter isReader: may not write; the file must be there.
  init(_ path: String, isReader: Bool) throws(DatabaseFault) {
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

  /// For how long another program may hold the database.
  private static let patience: Int32 = 2000

  /// Empties the write-ahead log; false where another program reads an earlier state, which is not waited for, since records wait meanwhile.
  mutating func emptyLog() throws(DatabaseFault) -> Bool {
    sqlite3_busy_timeout(handle, 20)
    defer { sqlite3_busy_timeout(handle, Self.patience) }
    return try run("PRAGMA wal_checkpoint(TRUNCATE)").first?.first == .integer(0)
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  var changes: Int { Int(sqlite3_changes64(handle)) }

  /// The number of rows that a statement changes.
  mutating func changed(by sql: String, _ values: [DatabaseValue]) throws(DatabaseFault) -> Int {
    try run(sql, values)
    return changes
  }

  var lastNumber: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Carries out statements without values.
  func execute(_ sql: String) throws(DatabaseFault) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseFault(code, handle) }
  }

  /// Takes back an open transaction, if there is one.
  func rollBack() {
    if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
  }

  /// Carries out a statement with its values bound, and gives its rows.
  ///
  /// - Parameter octets: of text, after which no further row is read; at least one is.
  @discardableResult
  mutating func run(
    _ sql: String, _ values: [DatabaseValue] = [], octets: Int = .max
  ) throws(DatabaseFault) -> [[DatabaseValue]] {
    let statement = try prepared(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      let code =
        switch value {
        case .empty: sqlite3_bind_null(statement, Int32(index + 1))
        case .integer(let integer): sqlite3_bind_int64(statement, Int32(index + 1), integer)
        case .text(let text): beaconbench_sqlite3_bind_text(statement, Int32(index + 1), text)
        }
      guard code == SQLITE_OK else { throw DatabaseFault(code, handle) }
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

  private static func value(_ statement: OpaquePointer, _ column: Int32) -> DatabaseValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL: .empty
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
    default: .text(sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "")
    }
  }

  private mutating func prepared(_ sql: String) throws(DatabaseFault) -> OpaquePointer {
    if let known = statements[sql] { return known }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw DatabaseFault(code, handle) }
    statements[sql] = statement
    return statement
  }
}
