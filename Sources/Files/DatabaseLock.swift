import Glibc
package import World

/// The sole right to the file of a database, by whatever name, until the process ends, however it ends.
package final class DatabaseLock: Sendable {
  // A class, since the lock lasts as long as the descriptor, which is never closed: closing any descriptor of a file also lets go of
  // the locks that SQLite holds on it.
  private let descriptor: Int32

  /// Locks a file, which is made where there is none.
  ///
  /// - Throws: `FileProblem` where another server has it, and for what cannot be the file of a database.
  package init(_ path: String) throws(FileProblem) {
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
