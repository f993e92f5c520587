import Glibc
import World

/// A file of a folder that is being prepared: it can be written piece by piece, as results come.
public struct PreparedFile: ~Copyable {
  private let descriptor: Int32

  init(named name: String, in folder: Int32) throws(StorageProblem) {
    descriptor = openat(folder, name.fileName, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw StorageProblem(code: errno) }
  }

  deinit { close(descriptor) }

  /// - Throws: when the system cannot write all of them.
  public func append(_ octets: Octets) throws(StorageProblem) {
    if let code = octets.write(to: descriptor) { throw StorageProblem(code: code) }
  }

  /// Appends all that another file holds.
  ///
  /// - Throws: ``StorageProblem``, also when it is no plain file.
  public func append(contentsOf path: String) throws(StorageProblem) {
    let source = open(path.fileName, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard source >= 0 else { throw StorageProblem(code: errno) }
    defer { close(source) }
    var status = stat()
    guard fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw StorageProblem(reason: "no plain file at \(path)")
    }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(source, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw StorageProblem(code: errno) }
      if count == 0 { return }
      try append(Octets(piece[..<count]))
    }
  }

  /// Waits until the disk has all of it.
  public func finish() throws(StorageProblem) {
    if let code = synchronise(descriptor) { throw StorageProblem(code: code) }
  }
}
