/// The contents of a gzip file of one or several members, unzipped as they are asked for.
///
/// Ours and not zlib's, whose state is memory behind a pointer: this one is a value like everything that holds
/// it, and needs no library where the program runs.
///
/// Source: RFC 1952 for the file, RFC 1951 for what is in it.
struct UnzippedBytes: Sendable {
  static let magic: UInt16 = 0x1F8B

  /// What is wrong with the file, once that place has been reached.
  private(set) var damage: GzipDamage?
  private var input: BitReader
  private var state = State.header
  private var isFirstMember = true
  private var isLastBlock = false
  private var literals = HuffmanTable.empty
  private var distances = HuffmanTable.empty
  private var checksum: UInt32 = 0
  private var size: UInt32 = 0
  /// The window, and before it what later bytes may repeat.
  private var output: [UInt8] = []
  private var start = 0
  /// Where the bytes begin that the checksum does not cover yet.
  private var unchecked = 0

  private enum State: Hashable, Sendable {
    case header
    case blockHeader
    case stored(left: Int)
    case codes
    case trailer
    case finished
  }

  /// How far back a repetition may reach.
  private static let reach = 1 << 15
  private static let pieceSize = 1 << 16

  init(_ file: FileBytes) { input = BitReader(file) }

  var ready: Int { output.count - start }

  func withWindow<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    try body(output.span.bytes.extracting(start..<output.count))
  }

  mutating func consume(_ count: Int) { start += count }

  /// Waits until so many bytes lie ready; false when the contents end before that.
  mutating func fill(to count: Int) throws -> Bool {
    while ready < count {
      guard state != .finished else { return false }
      forget()
      do {
        try unzip()
        addToChecksum()
      } catch let error as GzipDamage {
        damage = error
        state = .finished
      }
    }
    return true
  }

  /// Leaves out what lies further back than a repetition may reach.
  private mutating func forget() {
    let old = min(start, output.count - Self.reach)
    guard old >= Self.pieceSize else { return }
    output.removeFirst(old)
    start -= old
    unchecked -= old
  }

  /// Unzips a piece; returns early where going on could mean to wait, when it has something to show.
  private mutating func unzip() throws {
    let before = output.count
    while output.count - before < Self.pieceSize {
      switch state {
      case .header: try readHeader()
      case .blockHeader: try readBlockHeader()
      case .stored(let left): try copyStored(left, upTo: before + Self.pieceSize)
      case .codes: if try !readCodes(since: before) { return }
      case .trailer:
        addToChecksum()
        try readTrailer()
      case .finished: return
      }
      if output.count > before, !input.has(1) { return }
    }
  }

  private mutating func readCodes(since before: Int) throws -> Bool {
    while output.count - before < Self.pieceSize {
      if !input.has(48) {
        if output.count > before { return false }
        _ = try input.load(48)
      }
      guard let (symbol, length) = literals.symbol(of: input.next) else { throw Self.noCode }
      try input.drop(length)
      if symbol < 256 {
        output.append(UInt8(symbol))
      } else if symbol == 256 {
        state = isLastBlock ? .trailer : .blockHeader
        return true
      } else {
        try copyEarlier(symbol)
      }
    }
    return true
  }

  /// Copies what a length and a distance point back to; the two may overlap.
  private mutating func copyEarlier(_ symbol: Int) throws {
    guard symbol - 257 < Deflate.lengths.count else { throw Self.noCode }
    let (base, extra) = Deflate.lengths[symbol - 257]
    let length = base + Int(input.next & ((1 << UInt64(extra)) - 1))
    try input.drop(extra)
    guard let (code, bits) = distances.symbol(of: input.next), code < Deflate.distances.count else {
      throw Self.noCode
    }
    try input.drop(bits)
    let (nearest, more) = Deflate.distances[code]
    let distance = nearest + Int(input.next & ((1 << UInt64(more)) - 1))
    try input.drop(more)
    guard distance <= output.count else {
      throw GzipDamage(expected: "a distance of at most \(output.count) bytes", found: "\(distance)")
    }
    let first = output.count - distance
    for place in first..<first + length { output.append(output[place]) }
  }

  private mutating func copyStored(_ left: Int, upTo most: Int) throws {
    var left = left
    while left > 0, output.count < most {
      output.append(UInt8(try input.number(8)))
      left -= 1
    }
    state = left > 0 ? .stored(left: left) : isLastBlock ? .trailer : .blockHeader
  }

  private static let noCode = GzipDamage(expected: "a code of the gzip file's own table", found: "none")
}

/// What stands round the compressed bytes.
extension UnzippedBytes {
  private mutating func readHeader() throws {
    guard try input.load(16) else {
      state = .finished
      return
    }
    let magic = try input.number(16)
    guard magic == 0x8B1F else {
      throw GzipDamage(expected: "another gzip member or the end", found: "something else")
    }
    let method = try input.number(8)
    guard method == 8 else {
      throw GzipDamage(expected: "compression method 8 of gzip", found: "\(method)")
    }
    let flags = try input.number(8)
    // The time, a hint at the level, and the system.
    for _ in 0..<6 { _ = try input.number(8) }
    if flags & 4 != 0 { for _ in 0..<(try input.number(16)) { _ = try input.number(8) } }
    // The file's name, and a comment.
    for flag in [8, 16] where flags & flag != 0 { while try input.number(8) != 0 {} }
    if flags & 2 != 0 { _ = try input.number(16) }
    (checksum, size, unchecked) = (0, 0, output.count)
    state = .blockHeader
  }

  private mutating func readBlockHeader() throws {
    isLastBlock = try input.number(1) == 1
    switch try input.number(2) {
    case 0:
      input.align()
      let (length, complement) = (try input.number(16), try input.number(16))
      guard length == ~complement & 0xFFFF else {
        throw GzipDamage(expected: "a stored block's length and its complement", found: "two numbers")
      }
      state = .stored(left: length)
    case 1:
      (literals, distances) = (Deflate.fixedLiterals, Deflate.fixedDistances)
      state = .codes
    case 2:
      (literals, distances) = try Deflate.tables(from: &input)
      state = .codes
    default:
      throw GzipDamage(expected: "a block of type 0, 1 or 2 in the gzip file", found: "3")
    }
  }

  private mutating func readTrailer() throws {
    input.align()
    let sum = UInt32(try input.number(16)) | UInt32(try input.number(16)) << 16
    let length = UInt32(try input.number(16)) | UInt32(try input.number(16)) << 16
    guard sum == checksum, length == size else {
      throw GzipDamage(expected: "the gzip file's own checksum and size", found: "others")
    }
    state = .header
  }

  private mutating func addToChecksum() {
    size &+= UInt32(truncatingIfNeeded: output.count - unchecked)
    checksum = Deflate.checksum(checksum, of: output[unchecked...])
    unchecked = output.count
  }
}
