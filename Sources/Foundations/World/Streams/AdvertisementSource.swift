/// Anything that advertisements come from: a simulation, a recording, or a live receiver.
///
/// This is the central seam of the program: all later stages see only the stream, the directory and the tally, which
/// have the same form for every kind of source.
public protocol AdvertisementSource: Sendable {
  /// The meaning of the indices in the stream, as far as the source has been read.
  var directory: StreamDirectory { get }

  /// Counts of what was heard but not put into the stream, as far as the source has been read.
  var tally: StreamTally { get }

  /// Microseconds since t = 0 up to which the source listened, whether or not anything was heard, as far as the source
  /// has been read; nil where only the stream itself shows it.
  var end: Int64? { get }

  /// Appends the next piece, in order of time, and says whether there may be more.
  mutating func next(into stream: inout AdvertisementStream) throws -> Bool
}

extension AdvertisementSource {
  /// Nil: only the stream shows how long the source listened.
  public var end: Int64? { nil }

  /// Reads all there is.
  public mutating func stream(kind: AdvertisementStream.Kind = .advertisements) throws -> AdvertisementStream
  {
    var stream = AdvertisementStream(kind: kind)
    while try next(into: &stream) {}
    return stream
  }
}

/// How many advertisements a source delivered, and how many it left out for each reason.
public struct StreamTally: Hashable, Sendable {
  /// Advertisements put into the stream.
  public var delivered = 0
  /// Advertisements that do not say which beacon sends them, such as a phone's own.
  public var notBeacons = 0
  /// Frames whose UUID no anchor of the site has.
  public var foreignUUIDs = 0
  /// Frames with a UUID of the site but with a major and minor that no anchor has, and frames of a kind without a UUID;
  /// where beacons are identified by address, advertisements from an address that no anchor has.
  public var unknownIdentities = 0
  /// Frames of a known anchor without an RSSI (127 in HCI).
  public var levelUnavailable = 0
  /// Frames of a known anchor whose level no receiver can report, since it is above ``DBm/mostReceived``.
  public var implausibleLevels = 0
  /// Frames whose measured power is outside -100 to -20 dBm and is therefore not used.
  public var implausiblePowers = 0
  /// Records whose time was before that of the record in front of them.
  public var backwardSteps = 0
  /// Records that could not be read.
  public var malformed = 0

  public init() {}
}
