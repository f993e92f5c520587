import Glibc
package import World

/// The bytes of a file, a pipe or standard input as they are, seen through a window that moves forward.
///
/// The window never holds more than the requested bytes and one piece, so that input of any length needs bounded memory. A
/// file is read and not mapped, so that one truncated while it is read, as by log rotation, merely ends early.
struct FileBytes: ByteSource {
  var window = ByteWindow()
  private let file: OpenFile?
  private let name: String
  /// Unread bytes of a regular file, by its length when it was opened; nil for live input.
  private var unreadOfFile: Int?
  private(set) var isStopped = false
  /// Whether a file turned out shorter than when it was opened.
  private var isCut = false

  /// Bytes that are in memory already.
  init(_ octets: [UInt8], name: String) {
    window = ByteWindow(octets)
    file = nil
    unreadOfFile = 0
    self.name = name
  }

  /// Opens a file or a FIFO; `-` is standard input, whatever it is.
  ///
  /// - Parameter stop: a descriptor; live input ends as soon as there is something to read on it.
  init(path: String, name: String, _ kind: InputFile.Kind, stop: Int32?) throws(FileProblem) {
    self.name = name
    guard path != "-" else {
      let descriptor = dup(STDIN_FILENO)
      guard descriptor >= 0 else { throw FileProblem(file: name, systemError: errno) }
      file = OpenFile(descriptor: descriptor, stop: stop)
      return
    }
    // Opening a FIFO would wait for a writer, unaware of a stop. Reading waits for the writer instead.
    let (descriptor, size) = try InputFile.open(path, kind)
    file = OpenFile(descriptor: descriptor, stop: size == nil ? stop : nil)
    unreadOfFile = size
  }

  var isLive: Bool { unreadOfFile == nil }
  var left: Int? { unreadOfFile.map { window.ready + $0 } }
  var damage: InputDamage? { isCut ? .cut : nil }

  mutating func fill(to count: Int) throws(FileProblem) -> Bool {
    guard window.ready < count else { return true }
    guard let file, unreadOfFile != 0, !isCut else { return false }
    while window.ready < count {
      if isLive { isStopped = isStopped || file.waitsForStop() }
      guard !isStopped else { return false }
      let (before, name) = (window.ready, name)
      let piece = max(count - before, isLive ? Self.pieceSize : Self.filePieceSize)
      let most = min(piece, unreadOfFile ?? piece)
      try window.append { buffer throws(FileProblem) in
        try file.read(into: &buffer, atMost: most, name: name)
      }
      let got = window.ready - before
      if let unread = unreadOfFile {
        isCut = got == 0 && unread > 0
        unreadOfFile = unread - got
      }
      guard got > 0 else { return false }
    }
    return true
  }

  static let pieceSize = 1 << 16
  /// The size of one read of a regular file, in bytes; this much stays in a processor's cache.
  private static let filePieceSize = 1 << 18
}

/// A descriptor that is closed when it is no longer needed, which is why this is a class.
private final class OpenFile: Sendable {
  let descriptor: Int32
  private let stop: Int32?

  init(descriptor: Int32, stop: Int32?) {
    self.descriptor = descriptor
    self.stop = stop
  }

  deinit { close(descriptor) }

  /// Waits for input or for a stop; true for a stop.
  func waitsForStop() -> Bool {
    let input = Int16(POLLIN)
    // A descriptor of -1 is ignored.
    var both = [
      pollfd(fd: stop ?? -1, events: input, revents: 0), pollfd(fd: descriptor, events: input, revents: 0),
    ]
    while poll(&both, nfds_t(both.count), -1) < 0 { guard errno == EINTR else { return false } }
    return both[0].revents & input != 0
  }

  /// Appends the available bytes, waiting for at least one; none at the end.
  func read(into buffer: inout [UInt8], atMost count: Int, name: String) throws(FileProblem) {
    try buffer.append(addingCapacity: count) { room throws(FileProblem) in
      try room.withUnsafeMutableBufferPointer { storage, filled throws(FileProblem) in
        var got = Glibc.read(descriptor, storage.baseAddress, count)
        while got < 0 && errno == EINTR { got = Glibc.read(descriptor, storage.baseAddress, count) }
        guard got >= 0 else {
          throw FileProblem(file: name, systemError: errno)
        }
        filled += got
      }
    }
  }
}

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
