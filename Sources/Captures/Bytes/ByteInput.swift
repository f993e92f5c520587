import Files
import Foundation

/// Damage to a file as a whole, whatever its contents.
struct InputDamage: Hashable, Sendable {
  var expected: String
  var found: String

  /// The file was cut short while it was read.
  static let cut = InputDamage(expected: "as many bytes as the file had when it was opened", found: "its end")
}

/// The bytes of a capture, seen through a window that moves forward; a gzip file is unzipped on the way.
struct ByteInput: Sendable {
  /// The name for messages, as the user gave it or with a note that offsets count unzipped bytes.
  let name: String
  /// The number of bytes before the window.
  private(set) var offset = 0
  private var layer: Layer

  private enum Layer: Sendable {
    case plain(FileBytes)
    case zipped(UnzippedBytes)
  }

  /// Bytes that are in memory already.
  init(_ data: Data, name: String) throws { try self.init(FileBytes(data, name: name), name: name) }

  /// Opens a file or a FIFO; `-` is standard input.
  ///
  /// - Parameter stop: a descriptor; live input ends as soon as there is something to read on it.
  init(path: String, stop: Int32? = nil) throws {
    let name = path == "-" ? "standard input" : path
    try self.init(FileBytes(path: path, name: name, stop: stop), name: name)
  }

  private init(_ file: FileBytes, name: String) throws {
    var file = file
    _ = try file.fill(to: 2)
    if file.withWindow({ $0.byteCount >= 2 && $0.bigEndian16(at: 0) == Gzip.magic }) {
      layer = .zipped(UnzippedBytes(file))
      self.name = "\(name) (unzipped)"
    } else {
      layer = .plain(file)
      self.name = name
    }
  }

  /// The number of bytes left from ``offset`` on, where known; nil for live and for zipped input.
  var left: Int? {
    switch layer {
    case .plain(let file): file.left
    case .zipped: nil
    }
  }

  /// Whether bytes come from somewhere that may be written to while it is read.
  var isLive: Bool {
    switch layer {
    case .plain(let file): file.isLive
    case .zipped(let unzipped): unzipped.isFileLive
    }
  }

  /// Whether the input ended early because a stop was requested.
  var isStopped: Bool {
    switch layer {
    case .plain(let file): file.isStopped
    case .zipped(let unzipped): unzipped.isStopped
    }
  }

  /// Damage to the file as a whole, once the end or the damaged place has been reached.
  var damage: InputDamage? {
    switch layer {
    case .plain(let file): file.isCut ? .cut : nil
    case .zipped(let unzipped): unzipped.damage
    }
  }

  /// Calls `body` with the available bytes, from ``offset`` on.
  func withWindow<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    switch layer {
    case .plain(let file): try file.withWindow(body)
    case .zipped(let unzipped): try unzipped.withWindow(body)
    }
  }

  /// The number of available bytes.
  var ready: Int {
    switch layer {
    case .plain(let file): file.ready
    case .zipped(let unzipped): unzipped.ready
    }
  }

  /// Moves the window forward over available bytes.
  mutating func consume(_ count: Int) {
    offset += count
    switch layer {
    case .plain(var file):
      file.consume(count)
      layer = .plain(file)
    case .zipped(var unzipped):
      // Nothing else may hold the buffer while it changes, or it would be copied.
      layer = .plain(FileBytes(Data(), name: name))
      unzipped.consume(count)
      layer = .zipped(unzipped)
    }
  }

  /// Waits until `count` bytes are available; false when the input ends before that.
  mutating func fill(to count: Int) throws -> Bool {
    guard ready < count else { return true }
    let empty = Layer.plain(FileBytes(Data(), name: name))
    switch layer {
    case .plain(var file):
      layer = empty
      defer { layer = .plain(file) }
      return try file.fill(to: count)
    case .zipped(var unzipped):
      layer = empty
      defer { layer = .zipped(unzipped) }
      return try unzipped.fill(to: count)
    }
  }
}
