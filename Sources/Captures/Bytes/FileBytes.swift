import Foundation
import Glibc
import World

/// The bytes of a file, a pipe or standard input as they are, seen through a window that moves forward.
///
/// The window never holds more than is asked for and one piece, so that input of any length needs bounded memory. A file
/// is read and not mapped: one that is cut short meanwhile, as log rotation does, then ends early.
struct FileBytes: Sendable {
  private var buffer: [UInt8]
  /// Where the window begins in the buffer.
  private var start = 0
  private let file: OpenFile?
  private let name: String
  /// How many bytes of a regular file, as long as it was when it was opened, have not been read; nil of live input.
  private var unreadOfFile: Int?
  /// Whether a stop was asked for, and the input therefore ended where it did.
  private(set) var isStopped = false
  /// Whether a file ended before the end that it had when it was opened.
  private(set) var isCut = false

  /// Bytes that are in memory already.
  init(_ data: Data, name: String) {
    buffer = Array(data)
    file = nil
    unreadOfFile = 0
    self.name = name
  }

  /// Opens a file or a FIFO; `-` is standard input.
  ///
  /// - Parameter stop: a descriptor: once there is something to read on it, live input is over.
  init(path: String, name: String, stop: Int32? = nil) throws {
    self.name = name
    buffer = []
    // Opening a FIFO would wait for a writer, and hear of no stop meanwhile: what is read waits for it instead.
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path.fileName, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw FileProblem(file: name, systemError: errno)
    }
    if path != "-" { _ = fcntl(descriptor, F_SETFL, O_RDONLY) }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    let kind = status.st_mode & S_IFMT
    let isFile = kind == S_IFREG && path != "-"
    file = OpenFile(descriptor: descriptor, stop: isFile ? nil : stop)
    unreadOfFile = isFile ? Int(status.st_size) : nil
    guard isKnown else {
      throw FileProblem(file: name, systemError: errno)
    }
    if kind == S_IFDIR {
      throw FileProblem(file: name, systemError: EISDIR)
    }
  }

  /// Whether the bytes come from somewhere that may be written to while it is read.
  var isLive: Bool { unreadOfFile == nil }

  /// How many bytes are left from the window's beginning on, as far as is known; nil of live input.
  var left: Int? { unreadOfFile.map { ready + $0 } }

  /// Calls `body` with the bytes that lie ready.
  func withWindow<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    try body(buffer.span.bytes.extracting(start..<buffer.count))
  }

  /// How many bytes lie ready.
  var ready: Int { buffer.count - start }

  /// Moves the window forward over bytes that lie ready.
  mutating func consume(_ count: Int) { start += count }

  /// Waits until so many bytes lie ready; false when the input ends before that.
  mutating func fill(to count: Int) throws -> Bool {
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
  /// Of a file more is there at once: this much stays in a processor's cache.
  private static let filePieceSize = 1 << 18
}

/// A descriptor that is closed when it is no longer needed: this is why it is a class.
private final class OpenFile: Sendable {
  let descriptor: Int32
  private let stop: Int32?

  init(descriptor: Int32, stop: Int32?) {
    self.descriptor = descriptor
    self.stop = stop
  }

  deinit { close(descriptor) }

  /// Waits for input or for a stop, and says which it is.
  func waitsForStop() -> Bool {
    let input = Int16(POLLIN)
    // A descriptor of -1 is passed over.
    var both = [
      pollfd(fd: stop ?? -1, events: input, revents: 0), pollfd(fd: descriptor, events: input, revents: 0),
    ]
    while poll(&both, nfds_t(both.count), -1) < 0 { guard errno == EINTR else { return false } }
    return both[0].revents & input != 0
  }

  /// Appends what is there, waiting for at least one byte; 0 at the end.
  func read(into buffer: inout [UInt8], atMost count: Int, name: String) throws -> Int {
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
