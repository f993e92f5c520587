import Glibc
import World

/// The sole right to a file or folder, for as long as this exists or until the process ends, however it ends.
///
/// Unlike the number of a process, it holds for processes of other containers, and of other hosts where the file
/// system passes locks on. A file system without locks gives none, and what nobody can lock is never removed.
struct Lock: ~Copyable {
  let path: String
  let descriptor: Int32

  /// Takes the lock of something that is there; nil where another process has it, or where it cannot be had.
  init?(on path: String, _ contents: Contents) {
    let flags =
      switch contents {
      // NFS locks only what may be written.
      case .file: O_RDWR
      case .folder: O_RDONLY | O_DIRECTORY
      }
    let descriptor = open(path.fileName, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, Self.isStill(descriptor, at: path) else {
      close(descriptor)
      return nil
    }
    (self.path, self.descriptor) = (path, descriptor)
  }

  /// Makes something under a name that nothing has, with its lock.
  ///
  /// - Throws: ``Failure``.
  init(making path: String, _ contents: Contents) throws(Failure) {
    let flags = O_NOFOLLOW | O_CLOEXEC
    let descriptor: Int32
    switch contents {
    case .file: descriptor = open(path.fileName, O_RDWR | O_CREAT | O_EXCL | flags, 0o666)
    case .folder:
      guard mkdir(path.fileName, 0o777) == 0 else { throw Failure(code: errno) }
      descriptor = open(path.fileName, O_RDONLY | O_DIRECTORY | flags)
      // A process that looks for leftovers may be quicker than this one.
      if descriptor < 0, errno == ENOENT { throw Failure(code: EEXIST) }
    }
    guard descriptor >= 0 else { throw Failure(code: errno) }
    // No lock where the file system has none.
    let isTaken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    guard !isTaken, Self.isStill(descriptor, at: path) else {
      close(descriptor)
      throw Failure(code: EEXIST)
    }
    (self.path, self.descriptor) = (path, descriptor)
  }

  deinit { close(descriptor) }

  /// Why nothing could be made; `EEXIST` asks for another name.
  struct Failure: Error {
    let code: Int32
  }

  private static func isStill(_ descriptor: Int32, at path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && lstat(path.fileName, &named) == 0
      && FileIdentity(opened) == FileIdentity(named)
  }
}
