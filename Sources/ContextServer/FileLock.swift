import Glibc
import World

/// The sole right to a database, until the process ends, however it ends.
final class FileLock: Sendable {
  // A class, because letting go is its purpose.
  private let descriptor: Int32

  /// - Throws: `FileProblem` where another server has it.
  init(_ path: String) throws(FileProblem) {
    let file = path + ".lock"
    let descriptor = open(file.fileName, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FileProblem(file: file, systemError: errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw FileProblem(file: path, expected: "a database that no other server uses", found: "one in use")
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }
}
