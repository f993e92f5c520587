/// The tables of the deflate format.
///
/// Source: RFC 1951, 3.2.5 to 3.2.7; RFC 1952, 8 for the checksum.
enum Deflate {
  /// The shortest length of each code from 257 on, and how many bits are to be added to it.
  static let lengths: [(base: Int, extra: Int)] =
    (0..<28).map { code in
      let extra = max(0, code / 4 - 1)
      return (3 + (code < 8 ? code : (4 + code % 4) << extra), extra)
    } + [(258, 0)]

  /// The same of distances.
  static let distances: [(base: Int, extra: Int)] = (0..<30).map { code in
    let extra = max(0, code / 2 - 1)
    return (1 + (code < 4 ? code : (2 + code % 2) << extra), extra)
  }

  static let fixedLiterals =
    HuffmanTable(lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }) ?? .empty
  static let fixedDistances = HuffmanTable(lengths: [UInt8](repeating: 5, count: 30)) ?? .empty

  /// The order in which the lengths of the lengths' own codes come.
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// Reads a block's own tables.
  static func tables(from input: inout BitReader) throws -> (literals: HuffmanTable, distances: HuffmanTable)
  {
    let literalCount = 257 + (try input.number(5))
    let distanceCount = 1 + (try input.number(5))
    var own = [UInt8](repeating: 0, count: 19)
    for place in order.prefix(4 + (try input.number(4))) { own[place] = UInt8(try input.number(3)) }
    guard let codes = HuffmanTable(lengths: own) else { throw tooMany }
    var lengths: [UInt8] = []
    while lengths.count < literalCount + distanceCount {
      _ = try input.load(15)
      guard let (symbol, bits) = codes.symbol(of: input.next) else { throw tooMany }
      try input.drop(bits)
      switch symbol {
      case 0..<16: lengths.append(UInt8(symbol))
      case 16:
        guard let last = lengths.last else { throw tooMany }
        lengths += [UInt8](repeating: last, count: 3 + (try input.number(2)))
      case 17: lengths += [UInt8](repeating: 0, count: 3 + (try input.number(3)))
      default: lengths += [UInt8](repeating: 0, count: 11 + (try input.number(7)))
      }
    }
    guard lengths.count == literalCount + distanceCount,
      let literals = HuffmanTable(lengths: lengths[..<literalCount]),
      let distances = HuffmanTable(lengths: lengths[literalCount...])
    else { throw tooMany }
    return (literals, distances)
  }

  private static let tooMany = GzipDamage(
    expected: "a table of codes in the gzip file", found: "lengths that make none")

  /// Goes on with the 32-bit checksum of gzip.
  static func checksum(_ sum: UInt32, of bytes: ArraySlice<UInt8>) -> UInt32 {
    var register = ~sum
    for byte in bytes { register = register >> 8 ^ checksumTable[Int((register ^ UInt32(byte)) & 0xFF)] }
    return ~register
  }

  private static let checksumTable: [UInt32] = (0..<256).map { octet in
    (0..<8).reduce(UInt32(octet)) { register, _ in
      register & 1 == 0 ? register >> 1 : register >> 1 ^ 0xEDB8_8320
    }
  }
}
