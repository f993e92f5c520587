import Glibc
public import World

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
  let descriptor = open(folder.fileName, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  return synchronise(descriptor)
}

/// Makes a folder with those above it, and waits until the disk has their names.
public func makeFolder(_ path: String) throws(StorageProblem) {
  if let entry = Entry(following: path) {
    guard entry == .folder else { throw StorageProblem(code: ENOTDIR) }
    return
  }
  let above = Place.split(path).folder
  try makeFolder(above)
  guard mkdir(path.fileName, 0o777) == 0 || errno == EEXIST else { throw StorageProblem(code: errno) }
  if let code = synchronise(folder: above) { throw StorageProblem(code: code) }
}

/// The same for a folder that a user named.
package func makeNamedFolder(_ path: String) throws(FileProblem) {
  do throws(StorageProblem) { try makeFolder(path) } catch {
    throw FileProblem(file: path, sentence: "cannot be made: \(error.reason)")
  }
}

/// Why a file or folder could not be written.
public struct StorageProblem: Error, Hashable, Sendable {
  /// The end of "found …": `no space left on device`.
  public let reason: String

  init(reason: String) { self.reason = reason }

  /// The system's text for an error number.
  public init(code: Int32) { self.init(reason: systemMessage(code)) }
}

extension FileProblem {
  /// What could not be written, and why.
  public init(of problem: StorageProblem, at path: String) {
    self.init(file: path, sentence: "cannot be written: \(problem.reason)")
  }
}

/// What the system says about an error number, beginning with a small letter.
public func systemMessage(_ code: Int32) -> String {
  let text = String(cString: strerror(code))
  return text.prefix(1).lowercased() + text.dropFirst()
}
