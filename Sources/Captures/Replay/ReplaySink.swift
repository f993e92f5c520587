import World

/// Puts the iBeacon frames of reports into a stream.
struct ReplaySink: ReportSink, Sendable {
  /// Of the current piece: a stream takes them faster all at once than one by one.
  var advertisements: [Advertisement] = []
  var beacons: ReplayedBeacons
  var damages = DamageLog()
  private(set) var clock = CaptureClock()
  private(set) var positiveLevels = 0
  private var tally = StreamTally()
  private var now: Int64 = 0
  private let hearsEveryAdvertiser: Bool

  init(options: ReplayOptions) {
    beacons = ReplayedBeacons(options: options)
    hearsEveryAdvertiser = options.hearsEveryAdvertiser
  }

  var finishedTally: StreamTally {
    var tally = tally
    tally.backwardSteps = clock.backwardSteps
    tally.malformed = damages.count
    return tally
  }

  mutating func begin(_ record: CaptureRecord) { now = clock.time(of: record.microseconds) }

  mutating func take(_ report: AdvertisingReport, data: RawSpan) {
    let address = DeviceAddress(octets: report.address, isRandom: report.isRandom)
    guard let frame = iBeacon(in: data) else {
      tally.notBeacons += 1
      if hearsEveryAdvertiser { deliver(report, beacons.outcome(ofAdvertiser: address)) }
      return
    }
    deliver(report, beacons.outcome(of: frame, from: address), isPowerPlausible: frame.isPowerPlausible)
  }

  private mutating func deliver(
    _ report: AdvertisingReport, _ outcome: ReplayedBeacons.Outcome, isPowerPlausible: Bool = true
  ) {
    switch outcome {
    case .foreignUUID: tally.foreignUUIDs += 1
    case .unknownIdentity: tally.unknownIdentities += 1
    case .known(let anchor, let transmitter):
      if !isPowerPlausible { tally.implausiblePowers += 1 }
      guard report.level != AdvertisingReport.levelUnavailable else {
        tally.levelUnavailable += 1
        return
      }
      if report.level > 0 { positiveLevels += 1 }
      tally.delivered += 1
      advertisements.append(
        Advertisement(
          microseconds: now, anchor: Int(anchor), transmitter: Int(transmitter),
          level: DBm(Double(report.level)), channel: report.channel == 0 ? nil : report.channel))
    }
  }

  mutating func takeFragment(_ report: AdvertisingReport) {}

  mutating func takeReportWithoutData(_ report: AdvertisingReport) {
    tally.notBeacons += 1
    guard hearsEveryAdvertiser, report.address != 0 else { return }
    deliver(
      report, beacons.outcome(ofAdvertiser: DeviceAddress(octets: report.address, isRandom: report.isRandom)))
  }

  mutating func takeOtherPDU(_ record: CaptureRecord) {}

  mutating func takeCorrupt(_ record: CaptureRecord) {}

  mutating func takeOther(_ record: CaptureRecord, payload: RawSpan) {}

  /// The first iBeacon frame; an advertisement has one level, so a second frame in it would count it twice.
  private func iBeacon(in data: RawSpan) -> IBeaconFrame? {
    // Nearly every beacon sends flags and then the frame: this way round takes a third of the time.
    if data.byteCount >= Self.flagsSize + 2 + IBeaconFrame.size, data.bigEndian16(at: 0) == 0x0201,
      data.bigEndian16(at: Self.flagsSize) == 0x1AFF
    {
      let start = Self.flagsSize + 2
      if let frame = IBeaconFrame(manufacturerData: data.extracting(start..<start + IBeaconFrame.size)) {
        return frame
      }
    }
    var frame: IBeaconFrame?
    _ = AdvertisingData.forEachStructure(in: data) { type, content in
      if type == AdvertisingData.manufacturer, frame == nil {
        frame = IBeaconFrame(manufacturerData: content)
      }
    }
    return frame
  }

  private static let flagsSize = 3
}
