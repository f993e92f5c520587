import Foundation
public import World

/// The iBeacon advertisements of a recorded capture, as a stream like any other.
///
/// The readings keep the order of the file. Their time begins at 0 with the first record of any kind and never
/// goes back: a record that was delivered late takes the time of the latest before it, and where the capturing
/// machine's clock was set (a second or more back, or more than a day forth) the stream goes on without a gap.
/// Both are counted, in ``StreamTally/backwardSteps`` and ``clockSettings``.
///
/// With a site, only its identities are delivered, under its indices. Without one, every identity becomes an
/// anchor when it is first heard, named `major/minor`, or in full when another UUID already has that name.
public struct ReplaySource: AdvertisementSource {
  private var reader: CaptureReader
  private var path: ReportPath<ReplaySink>

  /// Opens a capture; its first bytes tell which kind it is.
  ///
  /// - Parameters:
  ///   - path: A file or a FIFO; `-` is standard input.
  ///   - site: Where the beacons hang; nil lets every identity in.
  ///   - strictness: Whether damage is an error or is counted.
  ///   - receiver: What the directory calls the one that heard.
  /// - Throws: `FileProblem` when there is no such file, or it is no capture of Bluetooth.
  public init(
    contentsOf path: String, site: Site? = nil, strictness: Strictness = .strict,
    receiver: String = "receiver"
  ) throws {
    self.init(reader: try CaptureReader(path: path, strictness: strictness), site: site, receiver: receiver)
  }

  /// Reads a capture that is in memory; `name` is what errors call it.
  public init(
    bytes: [UInt8], name: String, site: Site? = nil, strictness: Strictness = .strict,
    receiver: String = "receiver"
  ) throws {
    self.init(
      reader: try CaptureReader(data: Data(bytes), name: name, strictness: strictness), site: site,
      receiver: receiver)
  }

  private init(reader: CaptureReader, site: Site?, receiver: String) {
    self.reader = reader
    path = ReportPath(sink: ReplaySink(beacons: ReplayedBeacons(site: site, receiver: receiver)))
  }

  public var directory: StreamDirectory { path.sink.beacons.directory }

  public var tally: StreamTally { path.sink.finishedTally }

  /// The kind of file.
  public var container: ContainerKind { reader.kind }

  /// How often the capturing machine's clock was set.
  public var clockSettings: Int { path.sink.clock.settings }

  /// The first places that could not be read, at most 20; ``StreamTally/malformed`` counts all.
  public var damages: [CaptureDamage] { path.sink.damages.first }

  /// Appends the advertisements of the next records, at most 8192 records; live, of those that have come.
  ///
  /// - Throws: `FileProblem` when the input fails, and when it is damaged and the source is strict.
  public mutating func next(into stream: inout AdvertisementStream) throws -> Bool {
    swap(&path.sink.stream, &stream)
    defer { swap(&path.sink.stream, &stream) }
    return try reader.read(limit: Self.pieceSize, into: &path)
  }

  private static let pieceSize = 8192
}

/// Puts the iBeacon frames of reports into a stream.
private struct ReplaySink: ReportSink, Sendable {
  var stream = AdvertisementStream()
  var beacons: ReplayedBeacons
  var damages = DamageLog()
  private(set) var clock = CaptureClock()
  private var tally = StreamTally()
  private var now: Int64 = 0

  init(beacons: ReplayedBeacons) { self.beacons = beacons }

  var finishedTally: StreamTally {
    var tally = tally
    tally.backwardSteps = clock.backwardSteps
    tally.malformed = damages.count
    return tally
  }

  mutating func begin(_ record: CaptureRecord) { now = clock.time(of: record.microseconds) }

  mutating func take(_ report: AdvertisingReport, data: RawSpan) {
    guard let frame = iBeacon(in: data) else {
      tally.notBeacons += 1
      return
    }
    let address = DeviceAddress(octets: report.address, isRandom: report.isRandom)
    switch beacons.outcome(of: frame, from: address) {
    case .foreignUUID: tally.foreignUUIDs += 1
    case .unknownIdentity: tally.unknownIdentities += 1
    case .known(let anchor, let transmitter):
      if !frame.isPowerPlausible { tally.implausiblePowers += 1 }
      guard report.level != AdvertisingReport.levelUnavailable else {
        tally.levelUnavailable += 1
        return
      }
      tally.delivered += 1
      stream.append(
        Advertisement(
          microseconds: now, anchor: Int(anchor), transmitter: Int(transmitter),
          level: DBm(Double(report.level)), channel: report.channel == 0 ? nil : report.channel))
    }
  }

  mutating func takeFragment(_ report: AdvertisingReport) {}

  mutating func takeOther(_ record: CaptureRecord, payload: RawSpan) {}

  /// The first iBeacon frame; an advertisement has one level, so a second frame in it would count it twice.
  private func iBeacon(in data: RawSpan) -> IBeaconFrame? {
    var frame: IBeaconFrame?
    _ = AdvertisingData.forEachStructure(in: data) { type, content in
      if type == AdvertisingData.manufacturer, frame == nil {
        frame = IBeaconFrame(manufacturerData: content)
      }
    }
    return frame
  }
}
