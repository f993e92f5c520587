/// The order of the octets of a number.
package enum ByteOrder: Sendable {
  case littleEndian
  case bigEndian
}

/// Numbers at byte offsets. Reading past the end is a programming error and ends the program: every decoder checks the
/// length first.
extension RawSpan {
  package func byte(at offset: Int) -> UInt8 { unsafeLoad(fromByteOffset: offset, as: UInt8.self) }

  package func signedByte(at offset: Int) -> Int8 { unsafeLoad(fromByteOffset: offset, as: Int8.self) }

  package func littleEndian16(at offset: Int) -> UInt16 {
    UInt16(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }

  package func littleEndian32(at offset: Int) -> UInt32 {
    UInt32(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  package func bigEndian16(at offset: Int) -> UInt16 {
    UInt16(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }

  package func bigEndian32(at offset: Int) -> UInt32 {
    UInt32(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  package func bigEndian64(at offset: Int) -> UInt64 {
    UInt64(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  package func integer16(at offset: Int, _ order: ByteOrder) -> UInt16 {
    order == .bigEndian ? bigEndian16(at: offset) : littleEndian16(at: offset)
  }

  package func integer32(at offset: Int, _ order: ByteOrder) -> UInt32 {
    order == .bigEndian ? bigEndian32(at: offset) : littleEndian32(at: offset)
  }

  /// Six octets, the last one most significant, as HCI and the link layer send an address.
  package func address(at offset: Int) -> UInt64 {
    UInt64(littleEndian32(at: offset)) | UInt64(littleEndian16(at: offset + 4)) << 32
  }

  /// Whether these bytes stand at an offset; false also where there are too few.
  package func holds(_ text: StaticString, at offset: Int = 0) -> Bool {
    guard offset + text.utf8CodeUnitCount <= byteCount else { return false }
    return text.withUTF8Buffer { expected in
      for (index, octet) in expected.enumerated() where byte(at: offset + index) != octet { return false }
      return true
    }
  }
}
