/// The checksum before each line of a journal, which any altered octet makes wrong.
///
/// Source: ISO/IEC 8802-3, 3.2.9: CRC-32 with the reflected polynomial EDB88320, as zlib and gzip use it.
enum LineChecksum {
  /// Eight hexadecimal digits and a space.
  static let size = 9

  /// A line with its checksum before it, without a line feed.
  static func checked(_ line: [UInt8]) -> [UInt8] {
    let digits = String(value(of: line), radix: 16)
    return Array((String(repeating: "0", count: 8 - digits.count) + digits + " ").utf8) + line
  }

  /// The line behind a checksum; nil when the two do not agree or there is none.
  static func content(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let content = line.dropFirst(size)
    return checked(Array(content)).elementsEqual(line) ? content : nil
  }

  private static func value(of octets: [UInt8]) -> UInt32 {
    ~octets.reduce(~UInt32(0)) { remainder, octet in
      (0..<8).reduce(remainder ^ UInt32(octet)) { value, _ in value >> 1 ^ (value & 1) * 0xEDB8_8320 }
    }
  }
}
