import Foundation
public import World

/// The beacons' advertisements of a recorded capture, as a stream like any other.
///
/// The readings keep the order of the file. Their time begins at 0 with the first record of any kind and never goes back: a
/// record that was delivered late gets the time of the latest before it, and where the capturing machine's clock was set (a
/// second or more back, or more than a day forward) the stream continues without a gap.
/// Both are counted, in ``World/StreamTally/backwardSteps`` and ``clockSettings``.
///
/// With a site, only its anchors are delivered, under its indices. Without one, every identity (or address, or
/// both, by the ``IdentityPolicy``) becomes an anchor when it is first heard. Its name is the identity (of iBeacons
/// `major/minor`), the address or `major/minor@address`; it is given in full when another anchor already has that name.
public struct ReplaySource: AdvertisementSource {
  private var reader: CaptureReader
  private var path: ReportPath<ReplaySink>
  /// The number of advertisements in the latest piece that was appended to an empty stream.
  private var firstPiece = 0

  /// Opens a capture; its first bytes determine its format.
  ///
  /// - Parameters:
  ///   - path: A file or a FIFO; `-` is standard input. Live input is delivered as it arrives.
  ///   - options: The site, what distinguishes anchors, and how to treat damage and records without times.
  /// - Throws: `FileProblem` when there is no such file, or it is not a Bluetooth capture.
  public init(contentsOf path: String, options: ReplayOptions = ReplayOptions()) throws {
    self.init(
      reader: try CaptureReader(
        path: path, strictness: options.strictness, untimedSpacing: options.untimedSpacing,
        stop: options.stop),
      options: options)
  }

  /// Reads a capture that is in memory; `name` stands for it in messages.
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

  /// The site's anchors or, without a site, the identities met so far.
  public var directory: StreamDirectory { path.sink.beacons.directory }

  /// Counts of what was put into the stream and what was left out so far.
  public var tally: StreamTally { path.sink.finishedTally }

  /// The time of the last record of any kind, in microseconds since t = 0.
  public var end: Int64? { path.sink.clock.latest }

  /// When the first record was made, in microseconds since 1970-01-01 00:00 by the capture's own clock; nil before it is
  /// read, and for a log that counts from its own beginning.
  public var start: Int64? { reader.countsFrom1970 ? path.sink.clock.start : nil }

  /// The steps found by the motion sensors of a log so far, in order of time; nil without any.
  public var steps: [Step]? { path.sink.hasMotion ? path.sink.steps : nil }

  /// Where the walker was, as marked in a log so far, in order of time: ground truth, which no method sees.
  public var marks: [LogMark] { path.sink.marks }

  /// Whether the capture may still be written to: it is not a regular file.
  public var isLive: Bool { reader.isLive }

  /// Whether it is a log, which may state more than advertisements.
  public var isLog: Bool { if case .log = reader.kind { true } else { false } }

  /// Whether the capture ended early because a stop was requested.
  public var isStopped: Bool { reader.isStopped }

  /// Whether the file has times; for text this is known once a record has been read.
  public var hasClock: Bool { reader.hasClock }

  /// How often the capturing machine's clock was set.
  public var clockSettings: Int { path.sink.clock.settings }

  /// The first places that could not be read, at most 20; ``World/StreamTally/malformed`` counts all.
  public var damages: [CaptureDamage] { path.sink.damages.first }

  /// Appends the advertisements of the next records, at most 8192 records; from live input, of those that have arrived.
  ///
  /// - Throws: `FileProblem` when the input fails, and when it is damaged and the source is strict.
  public mutating func next(into stream: inout AdvertisementStream) throws -> Bool {
    let before = stream.count
    // A caller that keeps the pieces gets room for the rest at once; one that removes them needs room for a single piece.
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
    let hasMore = try reader.read(limit: Self.pieceSize, into: &path)
    if let devices = path.sink.devices {
      throw FileProblem(
        file: reader.name,
        expected: "one device that the receivers hear, or --device of replay to choose one",
        found: "\(devices.0) and \(devices.1)")
    }
    return hasMore
  }

  private static let pieceSize = 8192
}
