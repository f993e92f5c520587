import Foundation
import World

/// What is in a capture.
public struct CaptureContents: Hashable, Sendable {
  public var file: String
  public var container: String
  /// Records of any kind.
  public var frames = 0
  /// Reports that controllers made, or sniffed advertising PDUs with a right CRC.
  public var advertisingReports = 0
  /// The same by kind of PDU; kinds that do not occur are left out.
  public var reportsByKind: [String: Int] = [:]
  /// Reports whose data go on in a later report.
  public var fragments = 0
  public var iBeaconFrames = 0
  /// Distinct UUID, major and minor.
  public var iBeaconIdentities = 0
  /// Frames of all kinds that are known, by kind; kinds that do not occur are left out.
  public var framesByKind: [String: Int] = [:]
  /// Distinct advertisers' addresses.
  public var addresses = 0
  /// Of all reports; of a sniffed file, of all PDUs with a right CRC.
  public var rssi = LevelSummary()
  /// From the earliest record to the latest; nil without a clock or a record, or when they are more than 292,000 years apart.
  public var spanSeconds: Double?
  /// Records that are earlier than the one in front of them.
  public var backwardSteps = 0
  /// How often the clock was set: back by a second or more, or forth by more than a day.
  public var clockSettings = 0
  /// Sniffed PDUs whose CRC is wrong.
  public var crcErrors = 0
  /// Sniffed PDUs that are no advertisement, such as requests.
  public var otherPdus = 0
  /// Records that could not be read.
  public var malformed = 0
  /// Advertisements with a structure that is longer than its data.
  public var malformedStructures = 0
  /// Records that carry no traffic, such as notes, or none of Bluetooth's.
  public var skipped = 0
  /// The first places that could not be read, at most 20.
  public var damages: [CaptureDamage] = []
  /// When scanning was switched on and off, at most 100 times.
  public var scanning: [ScanSwitch] = []
  /// Per advertising channel, where the source says it.
  public var channels: [UInt8: LevelSummary] = [:]
  /// What distinguishes the beacons below.
  public var policy = IdentityPolicy.identity
  /// In order of first hearing; by address every advertiser, otherwise who sends frames with an identity.
  public var beacons: [BeaconContents] = []
  /// Every address that advertises, in order of first hearing, at most 10,000.
  public var advertisers: [AdvertiserContents] = []
  /// Reports and frames of more beacons than are listed, which is 10,000.
  public var beaconsLeftOut = 0
  /// What a researcher should know before using the readings.
  public var warnings: [String] = []
  /// Whether a stop was asked for, and the capture therefore ended where it did.
  public var isStopped = false

  init(file: String, container: String, policy: IdentityPolicy) {
    self.file = file
    self.container = container
    self.policy = policy
  }

  /// Reads a capture from its beginning to its end.
  ///
  /// - Parameters:
  ///   - path: A file or a FIFO; `-` is standard input.
  ///   - strictness: Whether damage ends the reading with an error or is counted.
  ///   - policy: What tells beacons apart.
  ///   - stop: A descriptor: once there is something to read on it, a live capture is over.
  /// - Throws: `FileProblem` when it is no capture of Bluetooth, and at the first damage when strict.
  public static func read(
    _ path: String, strictness: Strictness = .lenient, policy: IdentityPolicy = .identity, stop: Int32? = nil
  ) throws -> CaptureContents {
    try read(CaptureReader(path: path, strictness: strictness, stop: stop), policy: policy)
  }

  /// Reads a capture that is in memory; `name` is what errors call it.
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
public struct ScanSwitch: Hashable, Sendable, Encodable {
  /// Seconds since t = 0.
  public let time: Double
  public let isOn: Bool
  /// Whether the controller was set to report each advertiser only once.
  public let filtersDuplicates: Bool
}
