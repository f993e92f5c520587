import CSQLite

/// Why a database did not do what it was asked for.
package struct DatabaseFault: Error, Hashable {
  /// What a caller may do something about.
  package enum Cause: Hashable, Sendable {
    /// No space: nothing of the transaction was kept.
    case full
    /// The disk failed, or the file may not grow: nothing of the transaction was kept.
    case device
    case damaged
    /// What is there is no database.
    case foreign
    /// Another program is writing.
    case busy
    case readOnly
    /// The file or its log is no longer there by its name.
    case removed
    /// Another program reads an earlier state, so that what was deleted stays in the log.
    case held
    case other
  }

  /// The kind of fault; the words of the database follow it.
  package let cause: Cause
  /// In SQLite's words, where it found the fault.
  package let reason: String

  package init(_ cause: Cause, _ reason: String = "") { (self.cause, self.reason) = (cause, reason) }

  /// Of the last call, by the code that it returned.
  init(_ code: Int32, _ handle: OpaquePointer?) {
    let cause: Cause =
      switch code & 0xFF {
      case SQLITE_FULL: .full
      case SQLITE_IOERR: .device
      case SQLITE_CORRUPT: .damaged
      case SQLITE_NOTADB: .foreign
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_READONLY: .readOnly
      default: .other
      }
    self.init(cause, String(cString: sqlite3_errmsg(handle)))
  }
}
