import Foundation

/// What is in a capture.
public struct CaptureContents: Hashable, Sendable {
  /// As the user named it.
  public var file: String
  /// The container and its link type, in words.
  public var container: String
  /// Records of any kind.
  public var frames = 0
  /// Reports that controllers made, or sniffed advertising PDUs with a right CRC.
  public var advertisingReports = 0
  /// The same by kind of PDU; kinds that do not occur are left out.
  public var reportsByKind: [String: Int] = [:]
  /// Reports whose data continue in a later report.
  public var fragments = 0
  /// Frames of iBeacons, of any identity.
  public var iBeaconFrames = 0
  /// Distinct UUID, major and minor.
  public var iBeaconIdentities = 0
  /// Frames of all supported kinds, by kind; kinds that do not occur are left out.
  public var framesByKind: [String: Int] = [:]
  /// Distinct advertisers' addresses.
  public var addresses = 0
  /// Of all reports; of a sniffed file, of all PDUs with a right CRC.
  public var rssi = LevelSummary()
  /// From the earliest record to the latest; nil without a clock or a record, or when they are more than 292,000 years apart.
  public var spanSeconds: Double?
  /// Records that are earlier than the record before them.
  public var backwardSteps = 0
  /// How often the clock was set: back by a second or more, or forward by more than a day.
  public var clockSettings = 0
  /// Sniffed PDUs whose CRC is wrong.
  public var crcErrors = 0
  /// Sniffed PDUs that are not advertisements, such as requests.
  public var otherPdus = 0
  /// Records that could not be read.
  public var malformed = 0
  /// Advertisements with a structure that is longer than its data.
  public var malformedStructures = 0
  /// Records that carry no traffic, such as notes, or no Bluetooth traffic.
  public var skipped = 0
  /// The first places that could not be read, at most 20.
  public var damages: [CaptureDamage] = []
  /// When scanning was switched on and off, at most 100 times.
  public var scanning: [ScanSwitch] = []
  /// What only logs have.
  public var log = LogContents()
  /// By advertising channel, where the source states it.
  public var channels: [UInt8: LevelSummary] = [:]
  /// What distinguishes the beacons below.
  public var policy = IdentityPolicy.identity
  /// In the order in which they were first heard; by address every advertiser, otherwise every sender of frames with an
  /// identity.
  public var beacons: [BeaconContents] = []
  /// Every address that advertises, in order of first hearing, at most 10,000.
  public var advertisers: [AdvertiserContents] = []
  /// Reports and frames of beacons beyond the 10,000 that are listed.
  public var beaconsLeftOut = 0
  /// What a researcher should know before using the readings.
  public var warnings: [String] = []
  /// Whether the capture ended early because a stop was requested.
  public var isStopped = false

  /// Reads a capture from its beginning to its end.
  ///
  /// - Parameters:
  ///   - path: A file or a FIFO; `-` is standard input.
  ///   - strictness: Whether damage ends the reading with an error or is counted.
  ///   - policy: What distinguishes beacons.
  ///   - stop: A descriptor; a live capture ends as soon as there is something to read on it.
  /// - Throws: `FileProblem` when it is not a Bluetooth capture, and at the first damage when strict.
  public static func read(
    _ path: String, strictness: Strictness = .lenient, policy: IdentityPolicy = .identity, stop: Int32? = nil
  ) throws -> CaptureContents {
    try read(CaptureReader(path: path, strictness: strictness, stop: stop), policy: policy)
  }

  /// Reads a capture that is in memory; `name` stands for it in messages.
  public static func read(
    bytes: [UInt8], name: String, strictness: Strictness = .lenient, policy: IdentityPolicy = .identity
  ) throws -> CaptureContents {
    try read(
      CaptureReader(data: Data(bytes), name: name, strictness: strictness), policy: policy)
  }

  private static func read(_ reader: CaptureReader, policy: IdentityPolicy) throws -> CaptureContents {
    var reader = reader
    var reports = ReportPath(sink: ContentsCollector(policy: policy))
    while try reader.read(limit: 8192, into: &reports) {}
    var contents = reports.sink.contents(
      file: reader.name, container: reader.kind.description, hasClock: reader.hasClock)
    contents.isStopped = reader.isStopped
    return contents
  }
}

/// A command that switched scanning on or off.
public struct ScanSwitch: Hashable, Sendable {
  /// Seconds since t = 0.
  public let time: Double
  /// Whether scanning was switched on.
  public let isOn: Bool
  /// Whether the controller was set to report each advertiser only once.
  public let filtersDuplicates: Bool
}
