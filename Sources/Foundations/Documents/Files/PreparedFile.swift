import Glibc
public import World

/// A file of a folder that is being prepared: it can be written piece by piece, as results come.
public struct PreparedFile: ~Copyable {
  private let descriptor: Int32
  /// Of the folder, as a sentence names it.
  private let path: String

  init(named name: String, in folder: Int32, at path: String) throws(FileProblem) {
    descriptor = openat(folder, name.fileName, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    self.path = path
    guard descriptor >= 0 else { throw problem(errno) }
  }

  private func problem(_ code: Int32) -> FileProblem {
    FileProblem(of: StorageProblem(code: code), at: path)
  }

  deinit { close(descriptor) }

  /// - Throws: when the system cannot write all of them.
  public func append(_ octets: Octets) throws(FileProblem) {
    if let code = octets.write(to: descriptor) { throw problem(code) }
  }

  /// Appends all that another file holds.
  ///
  /// - Throws: also when it is no plain file.
  public func append(contentsOf other: String) throws(FileProblem) {
    let source = open(other.fileName, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard source >= 0 else { throw problem(errno) }
    defer { close(source) }
    var status = stat()
    guard fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw FileProblem(of: StorageProblem(reason: "no plain file at \(other)"), at: path)
    }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(source, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw problem(errno) }
      if count == 0 { return }
      try append(Octets(piece[..<count]))
    }
  }

  /// Waits until the disk has all of it.
  public func finish() throws(FileProblem) {
    if let code = synchronise(descriptor) { throw problem(code) }
  }
}
