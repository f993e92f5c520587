import Glibc
import World

/// The sole right to the file of a database, by whatever name, until the process ends, however it ends.
final class DatabaseLock: Sendable {
  // A class, since the lock lasts as long as the descriptor, which is never closed: closing any descriptor of a file also lets go of
  // the locks that SQLite holds on it.
  private let descriptor: Int32

  /// Locks a file, which is made where there is none.
  ///
  /// - Throws: `FileProblem` where another server has it, and for what cannot be the file of a database.
  init(_ path: String) throws(FileProblem) {
    descriptor = open(path.fileName, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw FileProblem(file: path, systemError: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileProblem(
        file: path, expected: "a database of this program or no file", found: "no regular file")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw FileProblem(file: path, expected: "a database that no other server uses", found: "one in use")
    }
    // SQLite names the log after the database: by another name it would not be found after a crash.
    guard status.st_nlink == 1 else {
      throw FileProblem(
        file: path, expected: "a database with one name", found: "one with \(status.st_nlink) hard links")
    }
  }
}

/// Where the files of an open database are: what is committed to files that were removed is lost.
struct DatabasePlace: Sendable {
  /// What a file is known by, whatever its name.
  private struct Identity: Hashable {
    let device: UInt
    let number: UInt

    init?(_ path: String) {
      var status = stat()
      guard stat(path.fileName, &status) == 0 else { return nil }
      (device, number) = (UInt(status.st_dev), UInt(status.st_ino))
    }
  }

  private let path: String
  private let logPath: String
  private let database: Identity?
  private let log: Identity?

  init(_ path: String) {
    self.path = path
    let real = realpath(path.fileName, nil)
    defer { free(real) }
    logPath = (real.map { FileName.text($0) } ?? path) + "-wal"
    (database, log) = (Identity(path), Identity(logPath))
  }

  /// Whether the database and its write-ahead log are still there by their names.
  var isIntact: Bool { database != nil && Identity(path) == database && Identity(logPath) == log }
}
