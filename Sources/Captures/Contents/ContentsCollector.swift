import World

/// Counts what the records of a capture say.
struct ContentsCollector: ReportSink, Sendable {
  var damages = DamageLog()
  private var counts = CaptureContents(file: "", container: "")
  private var kinds = [Int](repeating: 0, count: AdvertisingKind.allCases.count)
  private var clock = CaptureClock()
  private var now: Int64 = 0
  private var earliest = Int64.max
  private var latest = Int64.min
  private var addresses: Set<DeviceAddress> = []
  private var channels = [LevelSummary](repeating: LevelSummary(), count: 40)
  private var beaconIndices: [BeaconIdentity: Int] = [:]
  private var beaconAddresses: [Set<DeviceAddress>] = []
  private var duplicates = DuplicateWatch()

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
    let isWellFormed = AdvertisingData.forEachStructure(in: data) { type, content in
      guard type == AdvertisingData.manufacturer, let frame = IBeaconFrame(manufacturerData: content) else {
        return
      }
      add(frame, from: report)
    }
    if !isWellFormed { counts.malformedStructures += 1 }
  }

  mutating func takeFragment(_ report: AdvertisingReport) {
    count(report)
    counts.fragments += 1
  }

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
    addresses.insert(DeviceAddress(octets: report.address, isRandom: report.isRandom))
    if report.channel != 0 { channels[Int(min(report.channel, 39))].add(report.level) }
  }

  private mutating func add(_ frame: IBeaconFrame, from report: AdvertisingReport) {
    counts.iBeaconFrames += 1
    let index = beaconIndices[frame.identity] ?? addBeacon(frame.identity)
    counts.beacons[index].add(frame, at: now, level: report.level)
    if report.kind == .scanResponse { counts.beacons[index].inScanResponses += 1 }
    beaconAddresses[index].insert(DeviceAddress(octets: report.address, isRandom: report.isRandom))
  }

  private mutating func addBeacon(_ identity: BeaconIdentity) -> Int {
    beaconIndices[identity] = counts.beacons.count
    counts.beacons.append(BeaconContents(identity: identity))
    beaconAddresses.append([])
    return counts.beacons.count - 1
  }

  private static let mostSwitches = 100

  /// All that has been counted so far.
  func contents(file: String, container: String) -> CaptureContents {
    var contents = counts
    contents.file = file
    contents.container = container
    for kind in AdvertisingKind.allCases where kinds[kind.rawValue] > 0 {
      contents.reportsByKind["\(kind)"] = kinds[kind.rawValue]
    }
    contents.addresses = addresses.count
    // Times too far apart to subtract are nonsense, not a span.
    let (span, overflow) = latest.subtractingReportingOverflow(earliest)
    if counts.frames > 0, !overflow { contents.spanSeconds = seconds(span) }
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
    contents.warnings = contents.findings(duplicates)
    return contents
  }
}

extension BeaconContents {
  fileprivate mutating func add(_ frame: IBeaconFrame, at microseconds: Int64, level: Int8) {
    let time = seconds(microseconds)
    if frames == 0 { firstHeard = time } else { longestGap = max(longestGap, time - lastHeard) }
    lastHeard = time
    frames += 1
    if !measuredPowers.contains(frame.measuredPower) { measuredPowers.append(frame.measuredPower) }
    rssi.add(level)
    history.add(level, at: microseconds)
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
