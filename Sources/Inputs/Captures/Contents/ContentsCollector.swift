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
  /// Reports of at most one frame as they came lately, by a few bits: nearly all come again, and a look at one takes a
  /// fraction of reading it.
  private var lately = [Lately?](repeating: nil, count: ReportContent.slots)

  /// A report that has been counted before, and as what.
  private struct Lately: Sendable {
    let content: ReportContent
    let advertiser: Int
    let kind: FrameKind?
    let beacon: Int?
    let power: DBm?
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
    // What the watch no longer knows is new to it.
    if duplicates.isFull { forgetLately() }
    let content = ReportContent(report, data)
    if let content, let known = lately[content.slot], known.content == content {
      return count(report, as: known)
    }
    let advertiser = count(report)
    duplicates.add(report, data)
    var (frames, kind, first, beacon): (Int, FrameKind?, IdentifiedFrame?, Int?) = (0, nil, nil, nil)
    let isWellFormed = AdvertisingData.forEachStructure(in: data) { type, structure in
      guard let found = FrameKind(type: type, content: structure) else { return }
      frameKinds[found.rawValue] += 1
      (frames, kind) = (frames + 1, found)
      guard let frame = IdentifiedFrame(type: type, content: structure) else { return }
      first = first ?? frame
      if case .iBeacon(let identity) = frame.identity { count(identity) }
      if counts.policy != .address { beacon = add(report, frame) }
    }
    if counts.policy == .address { beacon = add(report, first) }
    if !isWellFormed { counts.malformedStructures += 1 }
    let isCounted = beacon != nil || first == nil && counts.policy != .address
    if let content, let advertiser, isWellFormed, frames < 2, isCounted {
      lately[content.slot] = Lately(
        content: content, advertiser: advertiser, kind: kind, beacon: beacon, power: first?.measuredPower)
    }
  }

  private mutating func count(_ identity: IBeaconIdentity) {
    counts.iBeaconFrames += 1
    if identities.count < Self.mostRemembered { identities.insert(identity) }
  }

  private mutating func count(_ report: AdvertisingReport, as known: Lately) {
    countKind(of: report)
    counts.advertisers[known.advertiser].add(report)
    duplicates.countRepeat()
    if let kind = known.kind { frameKinds[kind.rawValue] += 1 }
    if known.kind == .iBeacon { counts.iBeaconFrames += 1 }
    if let beacon = known.beacon { counts.beacons[beacon].add(report, power: known.power, at: now) }
  }

  private mutating func forgetLately() { for slot in lately.indices { lately[slot] = nil } }

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
    forgetLately()
    if counts.scanning.count < Self.mostSwitches { counts.scanning.append(change) }
  }

  private mutating func countKind(of report: AdvertisingReport) {
    counts.advertisingReports += 1
    kinds[report.kind.rawValue] += 1
    counts.rssi.add(report.level)
    if report.channel != 0 { channels[Int(min(report.channel, 39))].add(report.level) }
  }

  /// Gives the place of its sender among the advertisers; nil where it is not listed.
  @discardableResult
  private mutating func count(_ report: AdvertisingReport) -> Int? {
    countKind(of: report)
    // Extended advertisements may be anonymous, and PDUs on primary channels may leave the address to later ones.
    guard report.address != 0 else { return nil }
    let address = DeviceAddress(octets: report.address, isRandom: report.isRandom)
    let number = advertisers[address] ?? advertisers.count
    if number < Self.mostRemembered { advertisers[address] = number }
    if number == counts.advertisers.count, number < Self.mostBeacons {
      counts.advertisers.append(AdvertiserContents(address: address))
    }
    guard number < counts.advertisers.count else { return nil }
    counts.advertisers[number].add(report)
    return number
  }

  /// Gives the place of its beacon; nil beyond the limit.
  private mutating func add(_ report: AdvertisingReport, _ frame: IdentifiedFrame?) -> Int? {
    let address = DeviceAddress(octets: report.address, isRandom: report.isRandom)
    let key = BeaconKey(
      identity: counts.policy == .address ? nil : frame?.identity,
      address: counts.policy == .identity ? nil : address)
    guard let index = beaconIndices[key] ?? newBeacon(key) else { return nil }
    if beaconAddresses[index].count < Self.mostRemembered { beaconAddresses[index].insert(address) }
    counts.beacons[index].add(report, power: frame?.measuredPower, at: now)
    return index
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
