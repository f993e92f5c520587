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
