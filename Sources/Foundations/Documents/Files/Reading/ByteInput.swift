package import World

/// Damage to a file as a whole, whatever its contents.
public struct InputDamage: Error, Hashable, Sendable {
  /// As the end of "expected …".
  public let expected: String
  /// As the end of "found …".
  public let found: String

  /// The file was cut short while it was read.
  static let cut = InputDamage(expected: "as many bytes as the file had when it was opened", found: "its end")
  static let cutGzip = InputDamage(expected: "more of the gzip file", found: "its end")

  /// - Parameter words: zlib's own.
  static func unsound(_ words: String) -> InputDamage {
    InputDamage(expected: "a valid gzip file", found: words)
  }
}

/// What was read and is not consumed yet.
struct ByteWindow: Sendable {
  private(set) var buffer: [UInt8]
  /// Where the window begins in the buffer.
  private var start = 0

  init(_ octets: [UInt8] = []) { buffer = octets }

  var ready: Int { buffer.count - start }

  func withBytes<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    try body(buffer.span.bytes.extracting(start..<buffer.count))
  }

  mutating func consume(_ count: Int) { start += count }

  /// Appends to the buffer, in which what was consumed takes no more room.
  mutating func append<Problem>(_ read: (inout [UInt8]) throws(Problem) -> Void) throws(Problem) {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    try read(&buffer)
  }

  /// Gives all available bytes away.
  mutating func take() -> [UInt8] {
    defer { (buffer, start) = ([], 0) }
    return start > 0 ? Array(buffer[start...]) : buffer
  }
}

/// Where bytes come from: a file as it is, or the contents of a gzip file.
protocol ByteSource: Sendable {
  var window: ByteWindow { get set }
  /// The number of bytes left from the window's beginning on, where known.
  var left: Int? { get }
  /// Whether bytes come from somewhere that may be written to while it is read.
  var isLive: Bool { get }
  /// Whether the input ended early because a stop was requested.
  var isStopped: Bool { get }
  /// Damage to the file as a whole, once the end or the damaged place has been reached.
  var damage: InputDamage? { get }
  /// Waits until `count` bytes are in the window; false when the input ends before that.
  mutating func fill(to count: Int) throws(FileProblem) -> Bool
}

/// The bytes of a capture, seen through a window that moves forward; a gzip file is unzipped on the way.
package struct ByteInput: Sendable {
  /// The name for messages, as the user gave it or with a note that offsets count unzipped bytes.
  package let name: String
  /// The number of bytes before the window.
  package private(set) var offset = 0
  /// Whether it is a gzip file.
  package let isZipped: Bool
  private var source: any ByteSource

  /// Bytes that are in memory already.
  package init(_ octets: [UInt8], name: String) throws(FileProblem) {
    try self.init(FileBytes(octets, name: name), name: name)
  }

  /// Opens a file; `-` is standard input.
  ///
  /// - Parameters:
  ///   - kind: whether it may be a FIFO.
  ///   - unzips: whether a gzip file is unzipped.
  ///   - stop: a descriptor; live input ends as soon as there is something to read on it.
  package init(
    path: String, _ kind: InputFile.Kind, unzips: Bool = true, stop: Int32? = nil
  ) throws(FileProblem) {
    let name = path == "-" ? "standard input" : path
    try self.init(FileBytes(path: path, name: name, kind, stop: stop), name: name, unzips: unzips)
  }

  private init(_ file: FileBytes, name: String, unzips: Bool = true) throws(FileProblem) {
    var file = file
    let hasStart = unzips ? try file.fill(to: 2) : false
    isZipped = hasStart && file.window.withBytes { $0.withUnsafeBytes { Gzip.isZipped($0) } }
    source = isZipped ? UnzippedBytes(file) : file
    self.name = isZipped ? "\(name) (unzipped)" : name
  }

  /// The number of bytes left from ``offset`` on, where known; nil for live and for zipped input.
  package var left: Int? { source.left }

  /// Whether bytes come from somewhere that may be written to while it is read.
  package var isLive: Bool { source.isLive }

  /// Whether the input ended early because a stop was requested.
  package var isStopped: Bool { source.isStopped }

  /// Damage to the file as a whole, once the end or the damaged place has been reached.
  package var damage: InputDamage? { source.damage }

  /// Calls `body` with the available bytes, from ``offset`` on.
  package func withWindow<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    try source.window.withBytes(body)
  }

  /// The number of available bytes.
  package var ready: Int { source.window.ready }

  /// Moves the window forward over available bytes.
  package mutating func consume(_ count: Int) {
    offset += count
    source.window.consume(count)
  }

  /// Waits until `count` bytes are available; false when the input ends before that.
  package mutating func fill(to count: Int) throws(FileProblem) -> Bool {
    guard ready < count else { return true }
    return try source.fill(to: count)
  }

  /// Gives all that is left away; nil for more than `most` bytes.
  ///
  /// - Throws: for damage too.
  package mutating func rest(atMost most: Int) throws(FileProblem) -> [UInt8]? {
    guard left.map({ $0 <= most }) ?? true else { return nil }
    while try fill(to: ready + 1) { guard ready <= most else { return nil } }
    try checkDamage()
    return takeWindow()
  }

  /// Gives away what is available.
  package mutating func takeWindow() -> [UInt8] {
    offset += ready
    return source.window.take()
  }

  /// Refuses what was damaged as far as it was read.
  package func checkDamage() throws(FileProblem) {
    guard let damage else { return }
    throw FileProblem(file: name, expected: damage.expected, found: damage.found)
  }
}
