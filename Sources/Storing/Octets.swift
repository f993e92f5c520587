import Glibc

/// Octets on their way into a file that is open.
public struct Octets {
  private let octets: [UInt8]

  public init(_ text: String) { octets = Array(text.utf8) }
  public init(_ octets: some Sequence<UInt8>) { self.octets = Array(octets) }

  /// Writes all of them.
  ///
  /// - Returns: The number of the error that ended it, or nil when all are written.
  public func write(to file: Int32) -> Int32? {
    var written = 0
    while written < octets.count {
      let count = octets.withUnsafeBytes { bytes in
        Glibc.write(file, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count < 0, errno != EINTR { return errno }
      written += max(count, 0)
    }
    return nil
  }
}

/// Waits until the disk has what was written to an open file or folder.
///
/// - Returns: The number of the error, or nil; a file system that cannot be asked to is no error.
public func synchronise(_ file: Int32) -> Int32? {
  guard fsync(file) != 0, errno != EINVAL, errno != ENOSYS, errno != EROFS else { return nil }
  return errno
}

/// Waits until the disk has the names in a folder.
///
/// - Returns: As ``synchronise(_:)`` does; a folder that may be written and not read is no error.
public func synchronise(folder: String) -> Int32? {
  let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  return synchronise(descriptor)
}
