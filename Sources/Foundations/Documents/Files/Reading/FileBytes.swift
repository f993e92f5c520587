import Glibc
import World

/// The bytes of a file, a pipe or standard input as they are, seen through a window that moves forward.
///
/// The window never holds more than the requested bytes and one piece, so that input of any length needs bounded memory. A
/// file is read and not mapped, so that one truncated while it is read, as by log rotation, merely ends early.
struct FileBytes: Sendable {
  private var buffer: [UInt8]
  /// Where the window begins in the buffer.
  private var start = 0
  private let file: OpenFile?
  private let name: String
  /// Unread bytes of a regular file, by its length when it was opened; nil for live input.
  private var unreadOfFile: Int?
  /// Whether the input ended early because a stop was requested.
  private(set) var isStopped = false
  /// Whether a file turned out shorter than when it was opened.
  private(set) var isCut = false

  /// Bytes that are in memory already.
  init(_ octets: [UInt8], name: String) {
    buffer = octets
    file = nil
    unreadOfFile = 0
    self.name = name
  }

  /// Opens a file or a FIFO; `-` is standard input, whatever it is.
  ///
  /// - Parameter stop: a descriptor; live input ends as soon as there is something to read on it.
  init(path: String, name: String, _ kind: InputFile.Kind, stop: Int32?) throws(FileProblem) {
    self.name = name
    buffer = []
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

  /// Whether the bytes come from somewhere that may be written to while it is read.
  var isLive: Bool { unreadOfFile == nil }

  /// The number of bytes left from the window's beginning on, where known; nil for live input.
  var left: Int? { unreadOfFile.map { ready + $0 } }

  /// Calls `body` with the available bytes.
  func withWindow<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    try body(buffer.span.bytes.extracting(start..<buffer.count))
  }

  /// The number of available bytes.
  var ready: Int { buffer.count - start }

  /// Moves the window forward over available bytes.
  mutating func consume(_ count: Int) { start += count }

  /// Gives all available bytes away.
  mutating func takeWindow() -> [UInt8] {
    if start > 0 { buffer.removeFirst(start) }
    start = 0
    defer { buffer = [] }
    return buffer
  }

  /// Waits until `count` bytes are available; false when the input ends before that.
  mutating func fill(to count: Int) throws(FileProblem) -> Bool {
    guard ready < count else { return true }
    guard let file, unreadOfFile != 0, !isCut else { return false }
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    while ready < count {
      if isLive { isStopped = isStopped || file.waitsForStop() }
      guard !isStopped else { return false }
      let most = max(count - ready, isLive ? Self.pieceSize : Self.filePieceSize)
      let got = try file.read(into: &buffer, atMost: min(most, unreadOfFile ?? most), name: name)
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

  /// Appends the available bytes, waiting for at least one; 0 at the end.
  func read(into buffer: inout [UInt8], atMost count: Int, name: String) throws(FileProblem) -> Int {
    let before = buffer.count
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
    return buffer.count - before
  }
}
