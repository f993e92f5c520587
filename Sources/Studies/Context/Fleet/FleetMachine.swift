import Phone
import World

/// The state machine of a fleet.
///
/// A beacon has vanished when nothing of it has been received for a while. An identity is copied when two of its addresses
/// alternate, or when the phone is near its place and near another beacon's with less time in between than travel takes.
/// Its power has drifted when its strongest RSSI of a period, less the median of that of all beacons, differs from the
/// reference in two consecutive periods: the median removes the phone's own offset.
struct FleetMachine: ContextMachine {
  private struct Beacon {
    let id: String
    let isExpected: Bool
    /// The position in the site; nil for a beacon that has no fixed place there, or several.
    let position: Point?
    let isPillar: Bool
    var lastHeard = Int64.min
    var hasVanished = false
    var isKnown = false
    var isLow = false
    var isCopied = false
    /// The latest address, and how often it changed back to an earlier one.
    var address: DeviceAddress?
    var others: Set<DeviceAddress> = []
    var returns = 0
    /// dBm: the strongest of the period; and, in dB, how much it was above the others in the first period.
    var strongest = -Double.infinity
    var reference: Double?
    /// dBm, as the site states it.
    let measuredPower: Double
    var drifted = 0
    var hasDrifted = false

    var isComparable: Bool { strongest.isFinite && position != nil && isExpected && !isCopied }
    /// Decibels by which its strongest RSSI is above its measured power.
    var strongestGain: Double { strongest - measuredPower }
  }

  private let settings: FleetSettings
  private let site: Site?
  private var beacons: [Beacon] = []
  private var model: RangingModel
  private var window = LevelWindow(seconds: 3)
  /// The beacon that the phone was near last, when that was, and how often each of two beacons contradicted the other.
  private var last: (beacon: Int, time: Int64)?
  private var contradictions: [Int] = []
  private var periodEnd: Int64
  /// By transmitter of the directory: a beacon that changes its measured power is two of one address.
  private var addresses: [DeviceAddress?] = []

  init(_ settings: FleetSettings, site: Site?) {
    (self.settings, self.site) = (settings, site)
    model = RangingModel(RangingSettings(), anchors: site?.anchors ?? [])
    periodEnd = settings.period.microseconds
  }

  mutating func meet(_ directory: StreamDirectory) {
    window.grow(to: directory.anchors.count)
    for anchor in directory.anchors[beacons.count...] {
      let own = site?.anchors.first { $0.id == anchor.id }
      beacons.append(
        Beacon(
          id: anchor.id, isExpected: settings.expects(anchor.id, on: site),
          position: own.flatMap { $0.isMobile || $0.transmitters.count > 1 ? nil : $0.position },
          isPillar: (own?.transmitters.count ?? 1) > 1, measuredPower: own?.measuredPower?.value ?? 0))
      contradictions.append(0)
    }
    addresses += directory.transmitters[addresses.count...].map(\.address)
    _ = model.hear(Array(directory.transmitters.indices), of: directory)
  }

  mutating func hear(
    _ stream: AdvertisementStream, _ range: Range<Int>, _ handset: inout Handset, _ log: inout ContextLog
  ) {
    window.hear(stream, range)
    for index in range {
      let anchor = Int(stream.anchors[index])
      let now = stream.microseconds[index]
      beacons[anchor].lastHeard = now
      beacons[anchor].strongest = max(beacons[anchor].strongest, stream.levels[index].value)
      let transmitter = Int(stream.transmitters[index])
      if transmitter < addresses.count, let address = addresses[transmitter],
        address != beacons[anchor].address
      {
        change(anchor, to: address, at: now, &log)
      }
      if !beacons[anchor].isKnown {
        beacons[anchor].isKnown = true
        if !beacons[anchor].isExpected { log.add(ContextEvent("unknown", beacons[anchor].id, at: now)) }
      }
      if beacons[anchor].hasVanished {
        beacons[anchor].hasVanished = false
        log.add(ContextEvent("returned", beacons[anchor].id, at: now))
      }
    }
  }

  /// Counts an address that alternates with an earlier one: a beacon that renews its address never goes back.
  private mutating func change(
    _ anchor: Int, to address: DeviceAddress, at now: Int64, _ log: inout ContextLog
  ) {
    let before = beacons[anchor].address
    beacons[anchor].address = address
    guard let before, !beacons[anchor].isPillar else { return }
    beacons[anchor].others.insert(before)
    guard beacons[anchor].others.contains(address) else { return }
    beacons[anchor].returns += 1
    if beacons[anchor].returns == 3 { copied(anchor, at: now, &log) }
  }

  private mutating func copied(_ anchor: Int, at now: Int64, _ log: inout ContextLog) {
    guard !beacons[anchor].isCopied else { return }
    beacons[anchor].isCopied = true
    log.add(ContextEvent("copied", beacons[anchor].id, at: now))
  }

  mutating func sense(_ report: SensorReport, _ handset: inout Handset, _ log: inout ContextLog) {
    guard beacons.indices.contains(report.anchor), let voltage = report.batteryVoltage else { return }
    guard voltage.isFinite, 0...5 ~= voltage else { return log.countInvalid() }
    guard voltage < settings.battery, !beacons[report.anchor].isLow else { return }
    beacons[report.anchor].isLow = true
    log.add(
      ContextEvent("battery", beacons[report.anchor].id, at: report.microseconds, value: voltage))
  }

  mutating func tick(at now: Int64, _ handset: inout Handset, _ log: inout ContextLog) {
    window.tick()
    for anchor in beacons.indices where beacons[anchor].isExpected && !beacons[anchor].hasVanished {
      let heard = beacons[anchor].isKnown ? beacons[anchor].lastHeard : 0
      let deadline = heard + settings.vanish.microseconds
      guard deadline <= now else { continue }
      beacons[anchor].hasVanished = true
      log.add(ContextEvent("vanished", beacons[anchor].id, at: deadline))
    }
    travel(at: now, &log)
    if now >= periodEnd { endPeriod(at: now, &log) }
  }

  /// Checks whether the phone can have travelled here from the beacon that it was near last.
  private mutating func travel(at now: Int64, _ log: inout ContextLog) {
    var closest: (distance: Double, anchor: Int)?
    for anchor in beacons.indices where beacons[anchor].position != nil {
      guard let level = window.smoothed(anchor) else { continue }
      let distance = model.distance(to: anchor, at: DBm(level))
      if distance < closest?.distance ?? settings.near { closest = (distance, anchor) }
    }
    guard let closest else { return }
    defer { last = (closest.anchor, now) }
    guard let last, last.beacon != closest.anchor, let from = beacons[last.beacon].position,
      let to = beacons[closest.anchor].position
    else { return }
    // The phone may be `near` metres away from each beacon, and the times may be off by the three seconds of the window.
    let metres = from.distance(to: to) - 2 * settings.near
    let seconds = (now - last.time).seconds + 3
    guard metres > settings.speed * seconds else { return }
    // The position of a copy contradicts every other beacon, which are not at fault.
    guard !beacons[last.beacon].isCopied, !beacons[closest.anchor].isCopied else { return }
    for anchor in [last.beacon, closest.anchor] {
      contradictions[anchor] += 1
      // Of two beacons that contradict each other, the one that does so again is reported.
      if contradictions[anchor] == 2 { copied(anchor, at: now, &log) }
    }
  }

  private mutating func endPeriod(at now: Int64, _ log: inout ContextLog) {
    periodEnd += settings.period.microseconds
    defer { for anchor in beacons.indices { beacons[anchor].strongest = -.infinity } }
    // Relative to the measured power of each, so that the median is the common effect of the phone and the walk.
    let levels = beacons.filter(\.isComparable).map(\.strongestGain).sorted()
    guard levels.count >= 3 else { return }
    let median = levels[levels.count / 2]
    for anchor in beacons.indices where beacons[anchor].isComparable {
      let gain = beacons[anchor].strongestGain - median
      guard let reference = settings.reference == .others ? 0 : beacons[anchor].reference else {
        beacons[anchor].reference = gain
        continue
      }
      let change = gain - reference
      beacons[anchor].drifted = abs(change) > settings.drift ? beacons[anchor].drifted + 1 : 0
      if beacons[anchor].drifted == 2, !beacons[anchor].hasDrifted {
        beacons[anchor].hasDrifted = true
        log.add(ContextEvent("power", beacons[anchor].id, at: now, value: change))
      }
    }
  }
}
