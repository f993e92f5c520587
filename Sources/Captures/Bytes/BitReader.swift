/// What is wrong with a gzip file.
struct GzipDamage: Error, Hashable, Sendable {
  var expected: String
  var found: String

  static let end = GzipDamage(expected: "more of the gzip file", found: "its end")
}

/// The bits of a file, the least significant of each octet first.
struct BitReader: Sendable {
  private var file: FileBytes
  private var bits: UInt64 = 0
  private var count = 0
  private var piece: [UInt8] = []
  private var place = 0

  init(_ file: FileBytes) { self.file = file }

  /// Whether so many bits can be had without waiting for a live source.
  mutating func has(_ wanted: Int) -> Bool {
    while count < wanted, place < piece.count { append() }
    return count >= wanted
  }

  /// Waits until so many bits are there, 57 at most; false when the file ends before that.
  mutating func load(_ wanted: Int) throws -> Bool {
    while count < wanted {
      if place == piece.count, try !refill() { return false }
      append()
    }
    return true
  }

  /// The next bits, with zeros after the end of what has been loaded.
  var next: UInt64 { bits }

  /// Takes bits, which must have been loaded or not be there at all.
  mutating func drop(_ wanted: Int) throws {
    guard wanted <= count else { throw GzipDamage.end }
    bits >>= UInt64(wanted)
    count -= wanted
  }

  mutating func number(_ wanted: Int) throws -> Int {
    guard try load(wanted) else { throw GzipDamage.end }
    let number = Int(bits & ((1 << UInt64(wanted)) - 1))
    try drop(wanted)
    return number
  }

  /// Leaves out what is left of an octet.
  mutating func align() {
    bits >>= UInt64(count % 8)
    count -= count % 8
  }

  private mutating func append() {
    bits |= UInt64(piece[place]) << UInt64(count)
    place += 1
    count += 8
  }

  private mutating func refill() throws -> Bool {
    guard try file.fill(to: 1) else { return false }
    piece = file.withWindow { window in
      (0..<min(window.byteCount, FileBytes.pieceSize)).map { window.byte(at: $0) }
    }
    file.consume(piece.count)
    place = 0
    return true
  }
}
