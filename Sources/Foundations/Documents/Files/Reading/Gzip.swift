import CZlib

/// Gzip files that are held in memory as a whole.
public enum Gzip {
  /// The first two bytes of every gzip file, the first one most significant.
  public static let magic: UInt16 = 0x1F8B

  /// Whether the first two bytes are those of a gzip file.
  public static func isZipped(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: [UInt8(magic >> 8), UInt8(magic & 0xFF)])
  }

  /// The CRC-32 of ISO/IEC 8802-3, 3.2.9.
  package static func checksum(of bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
  }

  /// A file without a name and a time in it, so that the same bytes give the same file.
  ///
  /// - Parameters:
  ///   - bytes: to be compressed.
  ///   - level: 1, the fastest, to 9, the smallest.
  public static func zip(_ bytes: [UInt8], level: Int32 = 9) -> [UInt8] {
    var zipped: [UInt8] = []
    var start = 0
    repeat {
      // zlib counts in 32 bits; what is longer becomes several members.
      let end = min(start + (1 << 30), bytes.count)
      zipped += bytes[start..<end].withUnsafeBytes { member($0, level: level) }
      start = end
    } while start < bytes.count
    return zipped
  }

  private static func member(_ source: UnsafeRawBufferPointer, level: Int32) -> [UInt8] {
    withUnsafeTemporaryAllocation(of: z_stream.self, capacity: 1) { room in
      room.initialize(repeating: z_stream())
      let stream = room.baseAddress
      // The largest window, and 16 for a gzip header; 8 is zlib's usual memory.
      let begun = deflateInit2_(
        stream, level, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size))
      precondition(begun == Z_OK, "no memory is left to compress a file")
      defer { deflateEnd(stream) }
      let most = Int(deflateBound(stream, UInt(source.count)))
      return [UInt8](unsafeUninitializedCapacity: most) { output, filled in
        room[0].next_in = source.baseAddress?.assumingMemoryBound(to: UInt8.self)
        room[0].avail_in = UInt32(source.count)
        room[0].next_out = output.baseAddress
        room[0].avail_out = UInt32(most)
        deflate(stream, Z_FINISH)
        filled = most - Int(room[0].avail_out)
      }
    }
  }

  /// The contents of all members.
  ///
  /// - Parameters:
  ///   - bytes: of the file.
  ///   - most: Once more bytes than this are unzipped, the rest is left, so that the caller sees that there were too many.
  public static func unzip(_ bytes: [UInt8], stoppingAfter most: Int) throws(InputDamage) -> [UInt8] {
    let inflater = Inflater()
    var contents: [UInt8] = []
    var position = 0
    var end = Inflater.Step.End.member
    var isFull = false
    while contents.count <= most, isFull || position < bytes.count {
      let step = inflater.unzip(bytes.span.bytes.extracting(position..<bytes.count))
      contents += step.output
      position += step.consumed
      end = step.end
      if case .damage(let words) = end { throw .unsound(words) }
      isFull = end == .none && step.output.count == Inflater.pieceSize
    }
    guard end == .member || contents.count > most else { throw .cutGzip }
    return contents
  }
}
