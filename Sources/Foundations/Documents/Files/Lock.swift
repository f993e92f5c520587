import Glibc
package import World

/// The sole right to a file or folder, for as long as this exists or until the process ends, however it ends.
///
/// Unlike the number of a process, it holds for processes in other containers too, and on other hosts where a network file
/// system shares its locks. Some file systems have no locks; there nothing can be locked, and nothing is removed.
package struct Lock: ~Copyable {
  let path: String
  /// Open for as long as the lock is held.
  package let descriptor: Int32
  private let isKept: Bool

  /// Why there is no lock, with the number of the error.
  package enum Failure: Error {
    case unopened(Int32)
    /// Something other than a regular file or a folder is there.
    case irregular
    /// `EWOULDBLOCK` where another process has it.
    case unlocked(Int32)
  }

  /// Opens a file or folder and locks it, without waiting for another process.
  ///
  /// - Parameters:
  ///   - flags: of `open`, besides `O_CLOEXEC`.
  ///   - permissions: of a file that is made.
  ///   - isNeeded: whether a file system without locks is a failure.
  ///   - isKept: until the process ends, even when this no longer exists.
  package init(
    _ path: String, _ flags: Int32, permissions: UInt32 = 0o666, isNeeded: Bool = true, isKept: Bool = false
  ) throws(Failure) {
    (self.path, self.isKept) = (path, isKept)
    descriptor = open(path.fileName, flags | O_CLOEXEC, permissions)
    guard descriptor >= 0 else { throw .unopened(errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
      throw .irregular
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || !isNeeded && errno != EWOULDBLOCK else {
      throw .unlocked(errno)
    }
  }

  deinit { if descriptor >= 0, !isKept { close(descriptor) } }

  /// Takes the lock of something that is there; nil where another process has it, or where it cannot be had.
  static func on(_ path: String, _ contents: Contents) -> Lock? {
    guard let lock = try? Lock(path, contents.flags | O_NONBLOCK), lock.isStillThere else { return nil }
    return lock
  }

  /// Makes something under a name that nothing has, with its lock, where the file system has locks.
  ///
  /// - Returns: nil where another name is to be tried.
  static func making(_ path: String, _ contents: Contents) throws(StorageProblem) -> Lock? {
    var flags = contents.flags
    var isMade = false
    do throws(Failure) {
      switch contents {
      case .file: flags |= O_CREAT | O_EXCL
      case .folder:
        guard mkdir(path.fileName, 0o777) == 0 else { throw .unopened(errno) }
        isMade = true
      }
      let lock = try Lock(path, flags, isNeeded: false)
      guard lock.isStillThere else { return nil }
      return lock
    } catch .unopened(let code) where code != EEXIST && !(isMade && code == ENOENT) {
      // A process that looks for leftovers may have removed the folder at once: then another is made.
      throw StorageProblem(code: code)
    } catch {
      return nil
    }
  }

  private var isStillThere: Bool {
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && lstat(path.fileName, &named) == 0
      && FileIdentity(opened) == FileIdentity(named)
  }
}

extension Lock {
  /// Takes the sole right to the file of a database, by whatever name, until the process ends. It is made where there is none.
  ///
  /// - Throws: `FileProblem` where another one has it, and for what cannot be the file of a database.
  package static func keepDatabase(_ path: String) throws(FileProblem) {
    let descriptor: Int32
    do throws(Failure) {
      // Closing any descriptor of a file also lets go of the locks that SQLite holds on it.
      descriptor =
        try Lock(path, O_RDWR | O_CREAT | O_NONBLOCK, permissions: 0o600, isKept: true).descriptor
    } catch {
      switch error {
      case .unopened(let code): throw FileProblem(file: path, systemError: code)
      case .irregular:
        throw FileProblem(
          file: path, expected: "a database of this program or no file", found: "no regular file")
      case .unlocked:
        throw FileProblem(file: path, expected: "a database that no other server uses", found: "one in use")
      }
    }
    var status = stat()
    // SQLite names the log after the database: by another name it would not be found after a crash.
    guard fstat(descriptor, &status) != 0 || status.st_nlink == 1 else {
      throw FileProblem(
        file: path, expected: "a database with one name", found: "one with \(status.st_nlink) hard links")
    }
  }
}

extension Contents {
  /// To open it with.
  fileprivate var flags: Int32 {
    switch self {
    // NFS locks only what may be written.
    case .file: O_RDWR | O_NOFOLLOW
    case .folder: O_RDONLY | O_DIRECTORY | O_NOFOLLOW
    }
  }
}
