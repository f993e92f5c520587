import Foundation
import Glibc
import World

/// The bytes of a file, a pipe or standard input, seen through a window that moves forward.
///
/// A regular file is mapped into memory and the window is all that is left of it. Anything else is read as it
/// comes, and the window never holds more than is asked for, so that live input needs bounded memory.
struct ByteInput: Sendable {
  /// What the user called it.
  let name: String
  /// How many bytes lie before the window.
  private(set) var offset = 0
  private var mapped: Data?
  private var buffer: [UInt8] = []
  /// Where the window begins in the mapped file or in the buffer.
  private var start = 0
  private let file: OpenFile?

  /// Bytes that are in memory already.
  init(_ data: Data, name: String) {
    self.name = name
    mapped = data
    file = nil
  }

  /// Opens a file or a FIFO; `-` is standard input.
  init(path: String) throws {
    name = path == "-" ? "standard input" : path
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY)
    guard descriptor >= 0 else {
      throw FileProblem(file: name, offset: nil, expected: "a file that can be read", found: systemError())
    }
    let file = OpenFile(descriptor: descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw FileProblem(file: name, offset: nil, expected: "a file that can be read", found: systemError())
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      throw FileProblem(file: name, offset: nil, expected: "a capture file", found: "a folder")
    case S_IFREG where path != "-":
      mapped = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
      self.file = nil
    default:
      self.file = file
    }
  }

  /// Calls `body` with the bytes that lie ready, from ``offset`` on.
  func withWindow<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    if let mapped { return try body(mapped.bytes.extracting(start..<mapped.count)) }
    return try body(buffer.span.bytes.extracting(start..<buffer.count))
  }

  /// How many bytes lie ready.
  var ready: Int { (mapped?.count ?? buffer.count) - start }

  /// Moves the window forward over bytes that lie ready.
  mutating func consume(_ count: Int) {
    start += count
    offset += count
  }

  /// Waits until so many bytes lie ready; false when the input ends before that.
  mutating func fill(to count: Int) throws -> Bool {
    guard let file else { return ready >= count }
    if ready < count, start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    while ready < count {
      guard try file.read(into: &buffer, atMost: Swift.max(count - ready, Self.pieceSize)) > 0 else {
        return false
      }
    }
    return true
  }

  /// Moves over bytes that may not have come yet, without keeping them; false when the input ends first.
  mutating func skip(_ count: Int) throws -> Bool {
    var left = count
    while left > 0 {
      if ready == 0, try !fill(to: 1) { return false }
      let step = Swift.min(left, ready)
      consume(step)
      left -= step
    }
    return true
  }

  private static let pieceSize = 1 << 16
}

/// A descriptor that is closed when nobody needs it any more: this is why it is a class.
private final class OpenFile: Sendable {
  let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Appends what is there, waiting for at least one byte; 0 at the end.
  func read(into buffer: inout [UInt8], atMost count: Int) throws -> Int {
    let piece = try [UInt8](unsafeUninitializedCapacity: count) { storage, filled in
      var got = Glibc.read(descriptor, storage.baseAddress, count)
      while got < 0 && errno == EINTR { got = Glibc.read(descriptor, storage.baseAddress, count) }
      guard got >= 0 else {
        throw FileProblem(file: "input", offset: nil, expected: "more bytes", found: systemError())
      }
      filled = got
    }
    buffer.append(contentsOf: piece)
    return piece.count
  }
}

private func systemError() -> String { String(cString: strerror(errno)).lowercased() }
