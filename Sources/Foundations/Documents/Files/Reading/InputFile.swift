import Glibc
package import World

/// Opens input files, in one place.
package enum InputFile {
  /// What may be read from.
  package enum Kind: Sendable {
    /// A regular file.
    case plain
    /// Also a FIFO, a socket or a device, which may be waited for.
    case any
  }

  /// Opens a file for reading, without waiting for a program that writes to a FIFO.
  ///
  /// - Returns: a descriptor, and how many octets a regular file has; nil for what is no such file.
  /// - Throws: `FileProblem` when there is no such file, or it is a folder or of another kind.
  package static func open(
    _ path: String, _ kind: Kind = .plain
  ) throws(FileProblem) -> (descriptor: Int32, size: Int?) {
    let descriptor = Glibc.open(path.fileName, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileProblem(file: path, systemError: errno) }
    var status = stat()
    let code = fstat(descriptor, &status) == 0 ? 0 : errno
    let entry = Entry(status)
    if code == 0, entry == .file || kind == .any && entry == .special {
      // Reading is to wait.
      _ = fcntl(descriptor, F_SETFL, O_RDONLY)
      return (descriptor, entry == .file ? Int(status.st_size) : nil)
    }
    close(descriptor)
    if code != 0 || entry == .folder { throw FileProblem(file: path, systemError: code != 0 ? code : EISDIR) }
    throw FileProblem(file: path, expected: "a regular file", found: "a FIFO, a socket or a device")
  }

  /// All of a regular file.
  ///
  /// - Throws: `FileProblem`, also for more than `most` octets.
  package static func octets(of path: String, atMost most: Int) throws(FileProblem) -> [UInt8] {
    var input = try ByteInput(path: path, .plain, unzips: false)
    if let octets = try input.rest(atMost: most) { return octets }
    throw FileProblem(file: path, expected: "at most \(most) bytes", found: "more")
  }
}
