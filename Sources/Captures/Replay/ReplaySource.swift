import Foundation
public import World

/// The beacons' advertisements of a recorded capture, as a stream like any other.
///
/// The readings keep the order of the file. Their time begins at 0 with the first record of any kind and never
/// goes back: a record that was delivered late takes the time of the latest before it, and where the capturing
/// machine's clock was set (a second or more back, or more than a day forth) the stream goes on without a gap.
/// Both are counted, in ``World/StreamTally/backwardSteps`` and ``clockSettings``.
///
/// With a site, only its anchors are delivered, under its indices. Without one, every identity (or address, or
/// both, by the ``IdentityPolicy``) becomes an anchor when it is first heard, named by it (of iBeacons `major/minor`),
/// the address or `major/minor@address`, and in full when another already has that name.
public struct ReplaySource: AdvertisementSource {
  private var reader: CaptureReader
  private var path: ReportPath<ReplaySink>
  /// How many advertisements the latest piece held that went into an empty stream.
  private var firstPiece = 0

  /// Opens a capture; its first bytes tell which kind it is.
  ///
  /// - Parameters:
  ///   - path: A file or a FIFO; `-` is standard input. A live one is delivered as it comes.
  ///   - options: The site, what makes an anchor, and how damage and records without times are treated.
  /// - Throws: `FileProblem` when there is no such file, or it is no capture of Bluetooth.
  public init(contentsOf path: String, options: ReplayOptions = ReplayOptions()) throws {
    self.init(
      reader: try CaptureReader(
        path: path, strictness: options.strictness, untimedSpacing: options.untimedSpacing,
        stop: options.stop),
      options: options)
  }

  /// Reads a capture that is in memory; `name` is what errors call it.
  public init(bytes: [UInt8], name: String, options: ReplayOptions = ReplayOptions()) throws {
    self.init(
      reader: try CaptureReader(
        data: Data(bytes), name: name, strictness: options.strictness,
        untimedSpacing: options.untimedSpacing),
      options: options)
  }

  private init(reader: CaptureReader, options: ReplayOptions) {
    self.reader = reader
    path = ReportPath(sink: ReplaySink(options: options))
  }

  public var directory: StreamDirectory { path.sink.beacons.directory }

  public var tally: StreamTally { path.sink.finishedTally }

  /// The time of the last record of any kind.
  public var end: Int64? { path.sink.clock.latest }

  /// When the first record was made, in microseconds since 1970-01-01 00:00 in the capture's own clock; nil before it is
  /// read.
  public var start: Int64? { path.sink.clock.start }

  /// Whether the capture may still be written to: it is no regular file.
  public var isLive: Bool { reader.isLive }

  /// Whether a stop was asked for, and the capture therefore ended where it did.
  public var isStopped: Bool { reader.isStopped }

  /// Whether the file has times; of text it is known once a record has been read.
  public var hasClock: Bool { reader.hasClock }

  /// How often the capturing machine's clock was set.
  public var clockSettings: Int { path.sink.clock.settings }

  /// The first places that could not be read, at most 20; ``World/StreamTally/malformed`` counts all.
  public var damages: [CaptureDamage] { path.sink.damages.first }

  /// Appends the advertisements of the next records, at most 8192 records; live, of those that have come.
  ///
  /// - Throws: `FileProblem` when the input fails, and when it is damaged and the source is strict.
  public mutating func next(into stream: inout AdvertisementStream) throws -> Bool {
    let before = stream.count
    // Who keeps the pieces gets room for the rest at once; who takes them away needs no more than one.
    if before > 0, before == firstPiece, let share = reader.unreadShare {
      stream.reserveCapacity(before + Int(Double(before) * share * 1.02) + Self.pieceSize)
    }
    defer {
      stream.append(contentsOf: path.sink.advertisements)
      path.sink.advertisements.removeAll(keepingCapacity: true)
      stream.append(sensorReports: path.sink.sensorReports)
      path.sink.sensorReports.removeAll(keepingCapacity: true)
      if before == 0 { firstPiece = stream.count }
    }
    return try reader.read(limit: Self.pieceSize, into: &path)
  }

  private static let pieceSize = 8192
}
