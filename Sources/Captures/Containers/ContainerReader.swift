/// A way of putting records into a file.
protocol ContainerReader: Sendable {
  /// Hands over the whole records at the start of a window, at most `limit` of them.
  ///
  /// - Parameter offset: where the window begins, in bytes from the start of the file.
  mutating func read(_ window: RawSpan, at offset: Int, limit: Int, into sink: inout some RecordSink)
    -> ReadingProgress
}

/// How far a container's reader came in a window, and why it stopped there.
struct ReadingProgress: Sendable {
  enum Stop: Sendable {
    /// The limit was reached.
    case limit
    /// From here on the window must hold so many bytes of this thing.
    case needs(Int, of: StaticString)
    /// So many bytes from here on are of no interest.
    case skips(Int)
    /// Nothing after this place can be read; it has been put into the sink's damages.
    case damaged
  }

  /// Bytes of whole records.
  var consumed: Int
  var records: Int
  var stop: Stop
}

/// The longest record that is believed. Bluetooth's longest packets are below 66 kB.
let longestRecord = 1 << 20
