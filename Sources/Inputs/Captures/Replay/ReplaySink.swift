import World

/// Puts the advertisements of beacons into a stream.
struct ReplaySink: ReportSink, Sendable {
  /// Those of the current piece: appending them to a stream at once is faster than one by one.
  var advertisements: [Advertisement] = []
  var sensorReports: [SensorReport] = []
  var beacons: ReplayedBeacons
  var damages = DamageLog()
  /// The steps and marks of a log.
  private(set) var steps: [Step] = []
  private(set) var marks: [LogMark] = []
  /// Whether there are readings of motion sensors.
  private(set) var hasMotion = false
  /// Two devices of a log of which only one can be used, where none is chosen.
  private(set) var devices: (String, String)?
  private(set) var clock = CaptureClock()
  private var tally = StreamTally()
  private var now: Int64 = 0
  /// The device of a log of several receivers.
  private var device: String?
  private let isDeviceChosen: Bool

  init(options: ReplayOptions) {
    beacons = ReplayedBeacons(options: options)
    (device, isDeviceChosen) = (options.device, options.device != nil)
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
    if let frame = usualIBeacon(in: data) {
      deliver(report, beacons.outcome(of: frame, from: address), isPowerPlausible: frame.isPowerPlausible)
    } else {
      let frame = identifiedFrame(in: data)
      if frame?.identity.isSensor ?? true, let sender = beacons.sender(at: address),
        sense(data, anchor: sender)
      {
        // An answer to an advertisement, or sent in turn with it: its RSSI would count the beacon twice.
        return
      }
      let outcome = beacons.outcome(of: frame, from: address)
      deliver(report, outcome, isPowerPlausible: frame?.isPowerPlausible ?? true)
      if case .known(let anchor, _) = outcome { _ = sense(data, anchor: Int(anchor)) }
    }
  }

  mutating func take(_ report: AdvertisingReport, data: RawSpan, receiver: LogReceiver) {
    let device = device ?? receiver.device
    self.device = device
    guard device == receiver.device else {
      if !isDeviceChosen { devices = (device, receiver.device) }
      tally.unknownIdentities += 1
      return
    }
    let frame = identifiedFrame(in: data)
    let address = DeviceAddress(octets: report.address, isRandom: report.isRandom)
    deliver(
      report, beacons.outcome(of: receiver.name, frame: frame, from: address),
      isPowerPlausible: frame?.isPowerPlausible ?? true)
  }

  mutating func take(_ observation: LogObservation) {
    switch observation {
    case .step(let before, let length, let heading):
      hasMotion = true
      let time = max(now - before, steps.last?.microseconds ?? 0)
      steps.append(Step(microseconds: time, length: length, heading: heading))
    case .mark(let place): marks.append(LogMark(microseconds: now, place: place))
    }
  }

  /// Takes the sensor values of a sticker or of Eddystone's telemetry; false when there are none.
  private mutating func sense(_ data: RawSpan, anchor: Int) -> Bool {
    var report: SensorReport?
    _ = AdvertisingData.forEachStructure(in: data) { type, content in
      guard report == nil else { return }
      switch FrameKind(type: type, content: content) {
      case .nearable, .eddystoneTLM: break
      default: return
      }
      report = BeaconFrame(type: type, content: content)?.sensorReport(at: now, anchor: anchor)
    }
    guard let report else { return false }
    sensorReports.append(report)
    return true
  }

  private mutating func deliver(
    _ report: AdvertisingReport, _ outcome: ReplayedBeacons.Outcome, isPowerPlausible: Bool = true
  ) {
    switch outcome {
    case .notBeacon: tally.notBeacons += 1
    case .foreignUUID: tally.foreignUUIDs += 1
    case .unknownIdentity: tally.unknownIdentities += 1
    case .known(let anchor, let transmitter):
      if !isPowerPlausible { tally.implausiblePowers += 1 }
      guard report.level != AdvertisingReport.levelUnavailable else {
        tally.levelUnavailable += 1
        return
      }
      guard Double(report.level) <= DBm.mostReceived.value else {
        tally.implausibleLevels += 1
        return
      }
      tally.delivered += 1
      advertisements.append(
        Advertisement(
          microseconds: now, anchor: Int(anchor), transmitter: Int(transmitter),
          level: DBm(Double(report.level)), channel: report.channel == 0 ? nil : report.channel))
    }
  }

  mutating func takeFragment(_ report: AdvertisingReport) {}

  mutating func takeReportWithoutData(_ report: AdvertisingReport) {
    let address = DeviceAddress(octets: report.address, isRandom: report.isRandom)
    deliver(report, beacons.outcome(of: nil, from: address))
  }

  mutating func takeOtherPDU(_ record: CaptureRecord) {}

  mutating func takeCorrupt(_ record: CaptureRecord) {}

  mutating func takeOther(_ record: CaptureRecord, payload: RawSpan) {
    if record.kind == .logged { hasMotion = true }
  }

  /// An iBeacon frame after flags, as nearly every beacon sends it: this shortcut takes a third of the time.
  private func usualIBeacon(in data: RawSpan) -> IBeaconFrame? {
    guard data.byteCount >= Self.flagsSize + 2 + IBeaconFrame.size, data.bigEndian16(at: 0) == 0x0201,
      data.bigEndian16(at: Self.flagsSize) == 0x1AFF
    else { return nil }
    let start = Self.flagsSize + 2
    return IBeaconFrame(manufacturerData: data.extracting(start..<start + IBeaconFrame.size))
  }

  /// The frame that identifies the sender, the first iBeacon frame before all others. An advertisement has one level, so a
  /// second frame in it would count that twice.
  private func identifiedFrame(in data: RawSpan) -> IdentifiedFrame? {
    var (first, iBeacon): (IdentifiedFrame?, IdentifiedFrame?)
    _ = AdvertisingData.forEachStructure(in: data) { type, content in
      guard iBeacon == nil, let frame = IdentifiedFrame(type: type, content: content) else { return }
      if case .iBeacon = frame.identity { iBeacon = frame }
      if frame.identity.isLasting { first = first ?? frame }
    }
    return iBeacon ?? first
  }

  private static let flagsSize = 3
}
