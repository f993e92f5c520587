/// Reads the records of one file format.
protocol ContainerReader: Sendable {
  /// Hands over the whole records at the start of a window, at most `limit` of them.
  ///
  /// - Parameter offset: where the window begins, in bytes from the start of the file.
  mutating func read(_ window: RawSpan, at offset: Int, limit: Int, into sink: inout some RecordSink)
    -> ReadingProgress

  /// Whether a plausible record begins at a place, where reading can resume after damage.
  ///
  /// - Parameter isEnd: whether the file ends with the window.
  func isRecord(at place: Int, in window: RawSpan, isEnd: Bool) -> Bool

  /// Takes the last bytes of a file, for which ``read(_:at:limit:into:)`` needed more.
  ///
  /// - Returns: whether they were read rather than only counted as damage.
  mutating func finish(
    _ rest: RawSpan, at offset: Int, needing count: Int, of what: StaticString,
    into sink: inout some RecordSink
  ) -> Bool
}

extension ContainerReader {
  mutating func finish(
    _ rest: RawSpan, at offset: Int, needing count: Int, of what: StaticString,
    into sink: inout some RecordSink
  ) -> Bool {
    let found = rest.byteCount
    guard found > 0 else { return true }
    sink.damages.add(
      at: offset, expected: "\(what) of \(count) bytes", found: "\(found) and the end of the file")
    return false
  }
}

/// How far a container's reader got in a window, and why it stopped there.
struct ReadingProgress: Sendable {
  enum Stop: Sendable {
    /// The limit was reached.
    case limit
    /// From here on the window must hold this many bytes of the named item.
    case needs(Int, of: StaticString)
    /// There is no valid record here; this has been added to the sink's damages.
    case damaged
    /// Nothing from here on can be read, however lenient the reader is.
    case refused
  }

  /// The number of bytes of whole records.
  var consumed: Int
  var records: Int
  var stop: Stop
}

/// The longest plausible record, in bytes. Bluetooth's longest packets are below 66 kB.
let longestRecord = 1 << 20

/// Which record headers are plausible after damage: ours, far stricter than elsewhere.
enum Belief {
  static let longestRecord = 4096
  /// The largest plausible time between a record after the damage and the last one before it, in either direction.
  static let microseconds: Int64 = 10 * 86_400_000_000
}
