import World

/// Counts the contents of a capture's records.
struct ContentsCollector: ReportSink, Sendable {
  var damages = DamageLog()
  private var counts: CaptureContents
  private var kinds = [Int](repeating: 0, count: AdvertisingKind.allCases.count)
  private var frameKinds = [Int](repeating: 0, count: FrameKind.allCases.count)
  private var clock = CaptureClock()
  private var now: Int64 = 0
  private var earliest = Int64.max
  private var latest = Int64.min
  private var advertisers: [DeviceAddress: Int] = [:]
  private var channels = [LevelSummary](repeating: LevelSummary(), count: 40)
  private var identities: Set<IBeaconIdentity> = []
  private var beaconIndices: [BeaconKey: Int] = [:]
  private var beaconAddresses: [Set<DeviceAddress>] = []
  private var duplicates = DuplicateWatch()
  private var log = LogContents()
  /// Frames as they came lately, by a few bits of the address: a look at one takes a fraction of three look-ups in tables.
  private var lately = [Lately?](repeating: nil, count: Self.mostLately)
  /// Advertisers likewise.
  private var latelyAdvertising = [(address: DeviceAddress, number: Int)?](
    repeating: nil, count: Self.mostLately)

  /// A frame that has been counted before, and the index of its beacon.
  private struct Lately: Sendable {
    let identity: BeaconIdentity?
    let address: DeviceAddress
    let beacon: Int
  }

  /// What distinguishes a beacon, by the policy.
  private struct BeaconKey: Hashable, Sendable {
    var identity: BeaconIdentity?
    var address: DeviceAddress?
  }

  init(policy: IdentityPolicy) { counts = CaptureContents(file: "", container: "", policy: policy) }

  mutating func begin(_ record: CaptureRecord) {
    now = clock.time(of: record.microseconds)
    earliest = min(earliest, record.microseconds)
    latest = max(latest, record.microseconds)
    counts.frames += 1
    switch record.kind {
    case .note, .foreign: counts.skipped += 1
    default: break
    }
  }

  mutating func take(_ report: AdvertisingReport, data: RawSpan) {
    count(report)
    duplicates.add(report, data)
    var first: IdentifiedFrame?
    let isWellFormed = AdvertisingData.forEachStructure(in: data) { type, content in
      guard let kind = FrameKind(type: type, content: content) else { return }
      frameKinds[kind.rawValue] += 1
      guard let frame = IdentifiedFrame(type: type, content: content) else { return }
      if case .iBeacon(let identity) = frame.identity {
        counts.iBeaconFrames += 1
        if counts.policy == .address { remember(identity) }
      }
      if counts.policy == .address { first = first ?? frame } else { add(report, frame) }
    }
    if counts.policy == .address { add(report, first) }
    if !isWellFormed { counts.malformedStructures += 1 }
  }

  mutating func take(_ report: AdvertisingReport, data: RawSpan, receiver: LogReceiver) {
    log.add(receiver, level: report.level)
    take(report, data: data)
  }

  mutating func take(_ observation: LogObservation) { log.add(observation) }

  mutating func takeFragment(_ report: AdvertisingReport) {
    count(report)
    counts.fragments += 1
  }

  mutating func takeReportWithoutData(_ report: AdvertisingReport) { count(report) }

  mutating func takeOtherPDU(_ record: CaptureRecord) {
    counts.otherPdus += 1
    // A report without a level is not a reading.
    if record.radio.level != AdvertisingReport.levelUnavailable { counts.rssi.add(record.radio.level) }
  }

  mutating func takeCorrupt(_ record: CaptureRecord) { counts.crcErrors += 1 }

  mutating func takeOther(_ record: CaptureRecord, payload: RawSpan) {
    guard record.kind == .command, let change = ScanSwitch(command: payload, time: seconds(now)) else {
      return
    }
    duplicates.scanningChanged(change)
    if counts.scanning.count < Self.mostSwitches { counts.scanning.append(change) }
  }

  private mutating func count(_ report: AdvertisingReport) {
    counts.advertisingReports += 1
    kinds[report.kind.rawValue] += 1
    counts.rssi.add(report.level)
    // Extended advertisements may be anonymous, and PDUs on primary channels may leave the address to later ones.
    if report.address != 0 {
      count(report, from: DeviceAddress(octets: report.address, isRandom: report.isRandom))
    }
    if report.channel != 0 { channels[Int(min(report.channel, 39))].add(report.level) }
  }

  private mutating func count(_ report: AdvertisingReport, from address: DeviceAddress) {
    let number = number(of: address)
    if number == counts.advertisers.count, number < Self.mostBeacons {
      counts.advertisers.append(AdvertiserContents(address: address))
    }
    if number < counts.advertisers.count { counts.advertisers[number].add(report) }
  }

  /// The place among advertisers; their number for one beyond the limit.
  private mutating func number(of address: DeviceAddress) -> Int {
    let slot = Self.slot(of: address)
    if let lately = latelyAdvertising[slot], lately.address == address { return lately.number }
    let number = advertisers[address] ?? advertisers.count
    guard number < Self.mostRemembered else { return number }
    advertisers[address] = number
    latelyAdvertising[slot] = (address, number)
    return number
  }

  private static func slot(of address: DeviceAddress) -> Int {
    Int(truncatingIfNeeded: (address.octets &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }

  private mutating func add(_ report: AdvertisingReport, _ frame: IdentifiedFrame?) {
    let address = DeviceAddress(octets: report.address, isRandom: report.isRandom)
    let slot = Self.slot(of: address)
    let index: Int
    if let lately = lately[slot], lately.address == address, lately.identity == frame?.identity {
      index = lately.beacon
    } else {
      if counts.policy != .address, case .iBeacon(let identity)? = frame?.identity { remember(identity) }
      let key = BeaconKey(
        identity: counts.policy == .address ? nil : frame?.identity,
        address: counts.policy == .identity ? nil : address)
      guard let beacon = beaconIndices[key] ?? newBeacon(key) else { return }
      index = beacon
      if beaconAddresses[index].count < Self.mostRemembered { beaconAddresses[index].insert(address) }
      lately[slot] = Lately(identity: frame?.identity, address: address, beacon: index)
    }
    counts.beacons[index].add(report, power: frame?.measuredPower, at: now)
  }

  private mutating func remember(_ identity: IBeaconIdentity) {
    if identities.count < Self.mostRemembered { identities.insert(identity) }
  }

  /// Nil beyond the limit, when the input must be noise or an attack: memory stays bounded.
  private mutating func newBeacon(_ key: BeaconKey) -> Int? {
    guard counts.beacons.count < Self.mostBeacons else {
      counts.beaconsLeftOut += 1
      return nil
    }
    beaconIndices[key] = counts.beacons.count
    counts.beacons.append(BeaconContents(identity: key.identity, address: key.address))
    beaconAddresses.append([])
    return counts.beacons.count - 1
  }

  private static let mostBeacons = 10_000
  private static let mostRemembered = 1_000_000
  private static let mostSwitches = 100
  /// By eight bits.
  private static let mostLately = 256

  /// All that has been counted so far.
  func contents(file: String, container: String, hasClock: Bool) -> CaptureContents {
    var contents = counts
    contents.file = file
    contents.container = container
    contents.log = log
    for kind in AdvertisingKind.allCases where kinds[kind.rawValue] > 0 {
      contents.reportsByKind["\(kind)"] = kinds[kind.rawValue]
    }
    for kind in FrameKind.allCases where frameKinds[kind.rawValue] > 0 {
      contents.framesByKind["\(kind)"] = frameKinds[kind.rawValue]
    }
    contents.iBeaconIdentities = identities.count
    contents.addresses = advertisers.count
    // Times too far apart to subtract give no meaningful span.
    let (span, overflow) = latest.subtractingReportingOverflow(earliest)
    if counts.frames > 0, hasClock, !overflow { contents.spanSeconds = seconds(span) }
    contents.backwardSteps = clock.backwardSteps
    contents.clockSettings = clock.settings
    contents.malformed = damages.count
    contents.damages = damages.first
    for (channel, levels) in channels.enumerated() where levels.count + levels.unavailable > 0 {
      contents.channels[UInt8(channel)] = levels
    }
    for index in contents.beacons.indices {
      contents.beacons[index].addresses = beaconAddresses[index].count
      contents.beacons[index].history.widen(toHold: now)
    }
    contents.warnings = contents.findings(duplicates, hasClock: hasClock)
    return contents
  }
}

extension ScanSwitch {
  /// Reads LE Set Scan Enable and LE Set Extended Scan Enable; nil for any other command.
  fileprivate init?(command: RawSpan, time: Double) {
    guard command.byteCount >= 5 else { return nil }
    let opcode = command.littleEndian16(at: 0)
    guard opcode == 0x200C || opcode == 0x2042 else { return nil }
    self.init(time: time, isOn: command.byte(at: 3) != 0, filtersDuplicates: command.byte(at: 4) != 0)
  }
}

private func seconds(_ microseconds: Int64) -> Double { Double(microseconds) / 1e6 }
