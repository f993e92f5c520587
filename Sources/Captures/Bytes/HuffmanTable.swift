/// Which symbol a row of bits stands for, looked up in one step.
///
/// Source: RFC 1951, 3.2.2.
struct HuffmanTable: Sendable {
  /// The longest code, in bits.
  private(set) var longest = 0
  /// For each row of ``longest`` bits, the first one least significant: symbol << 4 | length; 0 where no code is.
  private var entries: [UInt16] = [0]

  static let empty = HuffmanTable()

  private init() {}

  /// Nil when there are more codes than fit. Fewer are let in: what they leave out is an error once it occurs.
  ///
  /// - Parameter lengths: the bits of each symbol's code, 0 to 15; 0 for a symbol that does not occur.
  init?(lengths: some Collection<UInt8>) {
    longest = Int(lengths.max() ?? 0)
    var counts = [Int](repeating: 0, count: 17)
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    var nextCodes = [Int](repeating: 0, count: 17)
    for length in 1...16 { nextCodes[length] = (nextCodes[length - 1] + counts[length - 1]) << 1 }
    for length in 1...15 where nextCodes[length] + counts[length] > 1 << length { return nil }
    entries = [UInt16](repeating: 0, count: 1 << longest)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let bits = Int(length)
      let code = nextCodes[bits]
      nextCodes[bits] += 1
      // Codes are sent most significant bit first, everything else least significant first.
      let reversed = (0..<bits).reduce(0) { $0 << 1 | code >> $1 & 1 }
      let entry = UInt16(symbol) << 4 | UInt16(length)
      for place in stride(from: reversed, to: entries.count, by: 1 << bits) { entries[place] = entry }
    }
  }

  /// The symbol that the next bits stand for and how many they are; nil where no code is.
  func symbol(of bits: UInt64) -> (symbol: Int, length: Int)? {
    let entry = entries[Int(truncatingIfNeeded: bits) & (entries.count - 1)]
    return entry == 0 ? nil : (Int(entry >> 4), Int(entry & 0xF))
  }
}
