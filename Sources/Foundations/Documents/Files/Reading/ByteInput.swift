package import World

/// Damage to a file as a whole, whatever its contents.
package struct InputDamage: Hashable, Sendable {
  package var expected: String
  package var found: String

  /// The file was cut short while it was read.
  static let cut = InputDamage(expected: "as many bytes as the file had when it was opened", found: "its end")
}

/// The bytes of a capture, seen through a window that moves forward; a gzip file is unzipped on the way.
package struct ByteInput: Sendable {
  /// The name for messages, as the user gave it or with a note that offsets count unzipped bytes.
  package let name: String
  /// The number of bytes before the window.
  package private(set) var offset = 0
  private var layer: Layer

  private enum Layer: Sendable {
    case plain(FileBytes)
    case zipped(UnzippedBytes)
  }

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
    if unzips, try file.fill(to: 2), file.withWindow({ $0.withUnsafeBytes { Gzip.isZipped($0) } }) {
      layer = .zipped(UnzippedBytes(file))
      self.name = "\(name) (unzipped)"
    } else {
      layer = .plain(file)
      self.name = name
    }
  }

  /// The number of bytes left from ``offset`` on, where known; nil for live and for zipped input.
  package var left: Int? {
    switch layer {
    case .plain(let file): file.left
    case .zipped: nil
    }
  }

  /// Whether bytes come from somewhere that may be written to while it is read.
  package var isLive: Bool {
    switch layer {
    case .plain(let file): file.isLive
    case .zipped(let unzipped): unzipped.isFileLive
    }
  }

  /// Whether the input ended early because a stop was requested.
  package var isStopped: Bool {
    switch layer {
    case .plain(let file): file.isStopped
    case .zipped(let unzipped): unzipped.isStopped
    }
  }

  /// Damage to the file as a whole, once the end or the damaged place has been reached.
  package var damage: InputDamage? {
    switch layer {
    case .plain(let file): file.isCut ? .cut : nil
    case .zipped(let unzipped): unzipped.damage
    }
  }

  /// Calls `body` with the available bytes, from ``offset`` on.
  package func withWindow<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    switch layer {
    case .plain(let file): try file.withWindow(body)
    case .zipped(let unzipped): try unzipped.withWindow(body)
    }
  }

  /// The number of available bytes.
  package var ready: Int {
    switch layer {
    case .plain(let file): file.ready
    case .zipped(let unzipped): unzipped.ready
    }
  }

  /// Moves the window forward over available bytes.
  package mutating func consume(_ count: Int) {
    offset += count
    switch layer {
    case .plain(var file):
      file.consume(count)
      layer = .plain(file)
    case .zipped(var unzipped):
      // Nothing else may hold the buffer while it changes, or it would be copied.
      layer = .plain(FileBytes([], name: name))
      unzipped.consume(count)
      layer = .zipped(unzipped)
    }
  }

  /// Waits until `count` bytes are available; false when the input ends before that.
  package mutating func fill(to count: Int) throws(FileProblem) -> Bool {
    guard ready < count else { return true }
    let empty = Layer.plain(FileBytes([], name: name))
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
    switch layer {
    case .plain(var file):
      layer = .plain(FileBytes([], name: name))
      defer { layer = .plain(file) }
      return file.takeWindow()
    case .zipped(var unzipped):
      layer = .plain(FileBytes([], name: name))
      defer { layer = .zipped(unzipped) }
      return unzipped.takeWindow()
    }
  }

  /// Whether it is a gzip file.
  package var isZipped: Bool { if case .zipped = layer { true } else { false } }

  /// Refuses what was damaged as far as it was read.
  package func checkDamage() throws(FileProblem) {
    guard let damage else { return }
    throw FileProblem(file: name, expected: damage.expected, found: damage.found)
  }
}
