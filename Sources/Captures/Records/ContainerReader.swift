/// A way of putting records into a file.
protocol ContainerReader: Sendable {
  /// Hands over the whole records at the start of a window, at most `limit` of them.
  ///
  /// - Parameter offset: where the window begins, in bytes from the start of the file.
  mutating func read(_ window: RawSpan, at offset: Int, limit: Int, into sink: inout some RecordSink)
    -> ReadingProgress

  /// Whether a record that can be believed begins at a place: where to go on after damage.
  ///
  /// - Parameter isEnd: whether the file ends with the window.
  func isRecord(at place: Int, in window: RawSpan, isEnd: Bool) -> Bool

  /// Takes the last bytes of a file, which ``read(_:at:limit:into:)`` wanted more of.
  ///
  /// - Returns: whether they were read, and not only counted as damage.
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

/// How far a container's reader came in a window, and why it stopped there.
struct ReadingProgress: Sendable {
  enum Stop: Sendable {
    /// The limit was reached.
    case limit
    /// From here on the window must hold so many bytes of this thing.
    case needs(Int, of: StaticString)
    /// What stands here is no record; it has been put into the sink's damages.
    case damaged
  }

  /// Bytes of whole records.
  var consumed: Int
  var records: Int
  var stop: Stop
}

/// The longest record that is believed. Bluetooth's longest packets are below 66 kB.
let longestRecord = 1 << 20

/// What is believed of a record's header after damage: ours, far stricter than what is read otherwise.
enum Belief {
  static let longestRecord = 4096
  /// Records after the damage are at most so long before or after the last one in front of it.
  static let microseconds: Int64 = 10 * 86_400_000_000
}
