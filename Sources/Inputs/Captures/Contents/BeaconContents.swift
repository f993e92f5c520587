public import World

/// What a capture contains of one beacon.
public struct BeaconContents: Hashable, Sendable {
  /// Nil where beacons are distinguished by address alone.
  public let identity: BeaconIdentity?
  /// Nil where beacons are distinguished by identity alone.
  public let address: DeviceAddress?
  /// The measured powers in dBm that its frames claim, in the order in which they were first heard. Several mean that the
  /// beacon changed it, or that several beacons share the identity.
  public internal(set) var measuredPowers: [Int] = []
  /// The number of addresses from which the identity was sent.
  public internal(set) var addresses = 0
  /// Frames with its identity; by address, all reports.
  public internal(set) var frames = 0
  /// Of the frames, those that came in scan responses.
  public internal(set) var inScanResponses = 0
  /// Of the frames with an RSSI.
  public internal(set) var rssi = LevelSummary()
  /// Seconds since t = 0.
  public internal(set) var firstHeard: Double = 0
  /// Seconds since t = 0.
  public internal(set) var lastHeard: Double = 0
  /// The longest time between two frames, in seconds.
  public internal(set) var longestGap: Double = 0
  /// How often more than a second passed between two frames.
  public internal(set) var gaps = 0
  /// The mean RSSI over the capture.
  public internal(set) var history = LevelHistory()

  /// Frames per second between the first and the last; nil with fewer than two frames, or when no time passed between them.
  public var rate: Double? {
    frames > 1 && lastHeard > firstHeard ? Double(frames - 1) / (lastHeard - firstHeard) : nil
  }

  /// Whether a claimed measured power is outside -100 to -20 dBm.
  public var hasImplausiblePower: Bool { !measuredPowers.allSatisfy { (-100 ... -20).contains($0) } }

  mutating func add(_ report: AdvertisingReport, power: DBm?, at microseconds: Int64) {
    let time = Double(microseconds) / 1e6
    if frames == 0 {
      firstHeard = time
    } else {
      longestGap = max(longestGap, time - lastHeard)
      if time - lastHeard > 1 { gaps += 1 }
    }
    lastHeard = time
    frames += 1
    if report.kind == .scanResponse { inScanResponses += 1 }
    if let power = power.map({ Int($0.value) }), !measuredPowers.contains(power) {
      measuredPowers.append(power)
    }
    rssi.add(report.level)
    history.add(report.level, at: microseconds)
  }
}

/// What a capture contains of one address.
public struct AdvertiserContents: Hashable, Sendable {
  /// The address of the reports.
  public let address: DeviceAddress
  /// Reports of any kind.
  public internal(set) var reports = 0
  /// Of the reports with an RSSI.
  public internal(set) var rssi = LevelSummary()

  mutating func add(_ report: AdvertisingReport) {
    reports += 1
    rssi.add(report.level)
  }
}
