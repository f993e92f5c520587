import Foundation
public import World

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
  public var iBeaconIdentities: Int { beacons.count }
  /// Distinct advertisers' addresses.
  public var addresses = 0
  /// Of all reports.
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
  /// In order of first hearing.
  public var beacons: [BeaconContents] = []
  /// What a researcher should know before using the readings.
  public var warnings: [String] = []

  init(file: String, container: String) {
    self.file = file
    self.container = container
  }

  /// Reads a capture from its beginning to its end.
  ///
  /// - Parameter path: A file or a FIFO; `-` is standard input.
  /// - Throws: `FileProblem` when it is no capture of Bluetooth, and at the first damage when strict.
  public init(of path: String, strictness: Strictness = .lenient) throws {
    try self.init(reader: CaptureReader(path: path, strictness: strictness))
  }

  /// Reads a capture that is in memory; `name` is what errors call it.
  public init(bytes: [UInt8], name: String, strictness: Strictness = .lenient) throws {
    try self.init(reader: CaptureReader(data: Data(bytes), name: name, strictness: strictness))
  }

  private init(reader: CaptureReader) throws {
    var reader = reader
    var reports = ReportPath(sink: ContentsCollector())
    while try reader.read(limit: 8192, into: &reports) {}
    self = reports.sink.contents(file: reader.name, container: reader.kind.description)
  }
}

/// A command that switched scanning on or off.
public struct ScanSwitch: Hashable, Sendable, Encodable {
  /// Seconds since t = 0.
  public let time: Double
  public let isOn: Bool
  /// Whether the controller was told to report each advertiser only once.
  public let filtersDuplicates: Bool
}

/// What a capture holds of one iBeacon identity.
public struct BeaconContents: Hashable, Sendable {
  public let identity: BeaconIdentity
  /// As sent, in order of first hearing; several mean that the beacon changed it or that there are several.
  public internal(set) var measuredPowers: [Int8] = []
  public internal(set) var addresses = 0
  public internal(set) var frames = 0
  /// Of the frames, those that came in scan responses.
  public internal(set) var inScanResponses = 0
  public internal(set) var rssi = LevelSummary()
  /// Seconds since t = 0.
  public internal(set) var firstHeard: Double = 0
  public internal(set) var lastHeard: Double = 0
  /// The longest time between two frames, in seconds.
  public internal(set) var longestGap: Double = 0
  public internal(set) var history = LevelHistory()

  init(identity: BeaconIdentity) { self.identity = identity }

  /// Frames a second between the first and the last; nil for fewer than two or none in between.
  public var rate: Double? {
    frames > 1 && lastHeard > firstHeard ? Double(frames - 1) / (lastHeard - firstHeard) : nil
  }
}
