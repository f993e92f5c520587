import Foundation
import Glibc
import Laps
import Storing
import World

/// A file that one process at a time may have, and that only grows.
///
/// It has no copies: closing it lets the next process have it, and so does the end of this one, however it comes.
struct JournalFile: ~Copyable {
  let path: String
  private let descriptor: Int32

  /// Opens it, or makes it with the folders above.
  ///
  /// - Throws: ``JournalProblem`` where another process has it, or where it cannot be.
  init(at path: String) throws(JournalProblem) {
    self.path = path
    let folder = Place.split(path).folder
    try? makeFolder(folder)
    let descriptor = open(path.fileName, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .unwritable(path: path, reason: Self.reason()) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .foreign(path: path, found: "no plain file")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let isTaken = errno == EWOULDBLOCK
      let reason = Self.reason()
      close(descriptor)
      throw isTaken ? .busy(path: path) : .unwritable(path: path, reason: reason)
    }
    // Its name must outlast a power failure as its lines do.
    if let code = synchronise(folder: folder) {
      close(descriptor)
      throw .unwritable(path: path, reason: systemMessage(code))
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// All that it holds.
  func contents() throws(JournalProblem) -> [UInt8] {
    var octets: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(descriptor, &piece, piece.count, off_t(octets.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unwritable(path: path, reason: Self.reason()) }
      if count == 0 { return octets }
      octets += piece[..<count]
    }
  }

  /// Writes all of it at once behind what is there, and waits until the disk has it.
  func append(_ octets: [UInt8]) throws(JournalProblem) {
    var count = write(descriptor, octets, octets.count)
    while count < 0, errno == EINTR { count = write(descriptor, octets, octets.count) }
    // What is left of it is a torn line for the next one to find.
    guard count == octets.count else {
      throw .unwritable(path: path, reason: count < 0 ? Self.reason() : "no space left on device")
    }
    // Some file systems cannot be asked to.
    guard fdatasync(descriptor) == 0 || errno == EINVAL || errno == ENOSYS else {
      throw .unwritable(path: path, reason: Self.reason())
    }
  }

  /// Throws away everything behind so many octets.
  func cut(to count: Int) throws(JournalProblem) {
    guard ftruncate(descriptor, off_t(count)) == 0 else {
      throw .unwritable(path: path, reason: Self.reason())
    }
  }

  private static func reason() -> String { systemMessage(errno) }
}
