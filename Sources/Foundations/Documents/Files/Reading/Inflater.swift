import CZlib
import Synchronization

/// zlib at work on one gzip member after another.
///
/// Its state is memory behind a pointer, so it needs an owner that gives it back: this is why it is a class. The
/// mutex is never contended, since each inflater has one holder (``copy()``); with it the compiler knows so.
public final class Inflater: Sendable {
  /// The result of one step.
  public struct Step: Sendable {
    /// Whether the member goes on after the step.
    public enum End: Hashable, Sendable {
      /// There may be more of the member.
      case none
      /// The member is over, and its checksum and size are right.
      case member
      /// zlib's own words.
      case damage(String)
    }

    /// How many bytes were taken.
    public var consumed: Int
    /// What the bytes taken were inflated to.
    public var output: [UInt8]
    /// Whether the member goes on.
    public var end: End
  }

  /// How many bytes may come of packed ones, so that a small file cannot fill the memory. Text is packed to a tenth or so,
  /// and nothing to less than a thousandth.
  package static func most(from packed: Int) -> Int { max(least, min(packed, 1 << 40) * 100) }

  /// As the end of "expected …".
  package static let expected = "at most 100 times as many bytes when unzipped, or \(least)"

  private static let least = 1 << 26

  /// The most bytes that one step gives.
  public static let pieceSize = 1 << 16

  private let stream: Mutex<UnsafeMutablePointer<z_stream>>

  /// - Parameter isRaw: whether the data are bare, as in a ZIP archive, rather than members of a gzip file.
  public init(isRaw: Bool = false) {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // The largest window: 16 more for a gzip header, negative for none. When it fails, for want of memory, so does the first step.
    let window = isRaw ? -MAX_WBITS : 16 + MAX_WBITS
    _ = inflateInit2_(stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    self.stream = Mutex(stream)
  }

  private init(copying other: borrowing Inflater) {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // A number passes between the two mutexes where a pointer may not.
    let address = UInt(bitPattern: stream)
    other.stream.withLock { _ = inflateCopy(UnsafeMutablePointer(bitPattern: address), $0) }
    self.stream = Mutex(stream)
  }

  deinit {
    stream.withLock {
      inflateEnd($0)
      $0.deallocate()
    }
  }

  /// Another one in the same state.
  public func copy() -> Inflater { Inflater(copying: self) }

  /// Unzips what it can of some bytes, ``pieceSize`` at most; after the end of a member it is ready for the next.
  public func unzip(_ input: RawSpan) -> Step {
    stream.withLock { stream in
      var status = Z_OK
      let output = input.withUnsafeBytes { source in
        [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { room, filled in
          stream.pointee.next_in = source.baseAddress?.assumingMemoryBound(to: UInt8.self)
          stream.pointee.avail_in = UInt32(clamping: source.count)
          stream.pointee.next_out = room.baseAddress
          stream.pointee.avail_out = UInt32(room.count)
          status = inflate(stream, Z_NO_FLUSH)
          filled = room.count - Int(stream.pointee.avail_out)
        }
      }
      let consumed = Int(UInt32(clamping: input.byteCount) - stream.pointee.avail_in)
      stream.pointee.next_in = nil
      stream.pointee.next_out = nil
      switch status {
      // Without room or input there is no progress, which is no damage.
      case Z_OK, Z_BUF_ERROR: return Step(consumed: consumed, output: output, end: .none)
      case Z_STREAM_END:
        inflateReset(stream)
        return Step(consumed: consumed, output: output, end: .member)
      default:
        let words = stream.pointee.msg.map { String(cString: $0) } ?? "zlib's error \(status)"
        return Step(consumed: consumed, output: output, end: .damage(words))
      }
    }
  }
}
