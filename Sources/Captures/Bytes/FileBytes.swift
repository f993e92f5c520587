import Foundation
import Glibc
import World

/// The bytes of a file, a pipe or standard input as they are, seen through a window that moves forward.
///
/// A regular file is mapped into memory and the window is all that is left of it. Anything else is read as it
/// comes, and the window never holds more than is asked for, so that live input needs bounded memory.
struct FileBytes: Sendable {
  private var mapped: Data?
  private var buffer: [UInt8] = []
  /// Where the window begins in the mapped file or in the buffer.
  private var start = 0
  private let file: OpenFile?
  private let name: String
  /// Whether a stop was asked for, and the input therefore ended where it did.
  private(set) var isStopped = false

  /// Bytes that are in memory already.
  init(_ data: Data, name: String) {
    mapped = data
    file = nil
    self.name = name
  }

  /// Opens a file or a FIFO; `-` is standard input.
  ///
  /// - Parameter stop: a descriptor: once there is something to read on it, live input is over.
  init(path: String, name: String, stop: Int32? = nil) throws {
    self.name = name
    // Opening a FIFO would wait for a writer, and hear of no stop meanwhile: what is read waits for it instead.
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path.fileName, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw FileProblem(file: name, offset: nil, expected: "a file that can be read", found: systemError())
    }
    let file = OpenFile(descriptor: descriptor, stop: stop)
    if path != "-" { _ = fcntl(descriptor, F_SETFL, O_RDONLY) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw FileProblem(file: name, offset: nil, expected: "a file that can be read", found: systemError())
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      throw FileProblem(file: name, offset: nil, expected: "a capture file", found: "a folder")
    case S_IFREG where path != "-":
      // By its number, since Foundation knows names in UTF-8 only.
      mapped = try Data(contentsOf: URL(filePath: "/proc/self/fd/\(descriptor)"), options: .alwaysMapped)
      self.file = nil
    default:
      self.file = file
    }
  }

  /// Whether nothing more can come than lies ready.
  var isWhole: Bool { file == nil }

  /// Calls `body` with the bytes that lie ready.
  func withWindow<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    if let mapped { return try body(mapped.bytes.extracting(start..<mapped.count)) }
    return try body(buffer.span.bytes.extracting(start..<buffer.count))
  }

  /// How many bytes lie ready.
  var ready: Int { (mapped?.count ?? buffer.count) - start }

  /// Moves the window forward over bytes that lie ready.
  mutating func consume(_ count: Int) { start += count }

  /// Waits until so many bytes lie ready; false when the input ends before that.
  mutating func fill(to count: Int) throws -> Bool {
    guard let file else { return ready >= count }
    if ready < count, start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    while ready < count {
      isStopped = isStopped || file.waitsForStop()
      guard !isStopped,
        try file.read(into: &buffer, atMost: max(count - ready, Self.pieceSize), name: name) > 0
      else {
        return false
      }
    }
    return true
  }

  static let pieceSize = 1 << 16
}

/// A descriptor that is closed when nobody needs it any more: this is why it is a class.
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
    let piece = try [UInt8](unsafeUninitializedCapacity: count) { storage, filled in
      var got = Glibc.read(descriptor, storage.baseAddress, count)
      while got < 0 && errno == EINTR { got = Glibc.read(descriptor, storage.baseAddress, count) }
      guard got >= 0 else {
        throw FileProblem(file: name, offset: nil, expected: "more bytes", found: systemError())
      }
      filled = got
    }
    buffer.append(contentsOf: piece)
    return piece.count
  }
}

private func systemError() -> String { String(cString: strerror(errno)).lowercased() }
