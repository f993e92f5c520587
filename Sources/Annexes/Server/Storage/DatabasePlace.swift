import Documents
import Glibc
import World

/// Where the files of an open database are: what is committed to files that were removed is lost.
struct DatabasePlace: Sendable {
  private let path: String
  private let logPath: String
  private let database: FileIdentity?
  private let log: FileIdentity?

  init(_ path: String) {
    self.path = path
    let real = realpath(path.fileName, nil)
    defer { free(real) }
    logPath = (real.map { FileName.text($0) } ?? path) + "-wal"
    (database, log) = (FileIdentity(of: path), FileIdentity(of: logPath))
  }

  /// Whether the database and its write-ahead log are still there by their names.
  var isIntact: Bool {
    database != nil && FileIdentity(of: path) == database && FileIdentity(of: logPath) == log
  }
}
