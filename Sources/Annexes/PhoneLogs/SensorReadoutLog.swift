import Captures
import World

/// A log of SensorReadoutApp, the Android app of FHWS (simpleLoc).
///
/// Source: the app's README and its list of events: each row is `nanoseconds;event;…`, in order of time from the beginning of the
/// recording on. Read are 0 (acceleration with gravity, x;y;z in m/s²), 12 (rotation vector, x;y;z;w), 9 (an advertisement,
/// MAC;RSSI;transmit power), 19 (an Eddystone-UID, MAC;RSSI;transmit power;namespace and instance as a UUID) and 99 (the number of
/// a ground-truth point that was passed). MACs have no colons.
struct SensorReadoutLog: LineLog {
  static let name = "SensorReadoutApp"
  static let countsFrom1970 = false
  private var steps = StepDetector()
  private var doubles = Doubles()

  static func begins(_ start: String) -> Bool {
    let fields = LogFields(String(start.prefix { $0 != "\n" }), separator: 0x3B)
    guard fields.count >= 3, let _: Int64 = fields[0].integer(),
      let event: Int = fields[1].integer()
    else { return false }
    // Those of the app's list.
    return -2...21 ~= event || event == 50 || event == 99
  }

  mutating func read(_ line: String) -> LogLine {
    let fields = LogFields(line, separator: 0x3B)
    guard fields.count > 0 else { return .nothing }
    guard fields.count >= 2, let nanoseconds: Int64 = fields[0].integer(),
      let event: Int = fields[1].integer()
    else { return .damage("nanoseconds;event;…", line) }
    let content: LogRow.Content?
    switch event {
    case 0: content = motion(fields, nanoseconds / 1000)
    case 12: content = turn(fields)
    case 9: content = Self.advertisement(fields, isEddystone: false)
    case 19: content = Self.advertisement(fields, isEddystone: true)
    case 99:
      let number: Int? = fields[2].integer()
      content = number.map { .observation(.mark(.point(.number($0)))) }
    default: content = .other
    }
    guard let content else { return .damage("the values of event \(event)", line) }
    return doubles.resolve(LogRow(microseconds: nanoseconds / 1000, content: content), nanoseconds)
  }

  mutating func last() -> LogRow? { doubles.release() }

  private mutating func motion(_ fields: LogFields, _ time: Int64) -> LogRow.Content? {
    guard let x = fields[2].decimal, let y = fields[3].decimal,
      let z = fields[4].decimal
    else { return nil }
    return steps.add(x: x, y: y, z: z, at: time).map { .observation($0) } ?? .motion
  }

  private mutating func turn(_ fields: LogFields) -> LogRow.Content? {
    guard let x = fields[2].decimal, let y = fields[3].decimal,
      let z = fields[4].decimal
    else { return nil }
    steps.turn(x: x, y: y, z: z)
    return .motion
  }

  private static func advertisement(
    _ fields: LogFields, isEddystone: Bool
  ) -> LogRow.Content? {
    guard let address = fields[2].deviceAddress, let level: Int8 = fields[3].integer()
    else { return nil }
    var advertisement = LogAdvertisement(address: address, level: level)
    if isEddystone {
      guard let octets = fields[5].uuid,
        let identity = EddystoneIdentity([UInt8](bigEndian: octets.high, octets.low))
      else { return nil }
      advertisement.frame = .eddystone(identity, powerAtZero: unknownPowerAtZero)
    }
    return .advertisement(advertisement)
  }
}

/// Removes what the app writes twice: it runs two scanners, one of which hears everything and one Eddystone, so that an Eddystone-UID
/// is written as events 9 and 19 of the same time, in either order.
private struct Doubles: Sendable {
  private struct Moment: Equatable, Sendable {
    var address: UInt64
    var nanoseconds: Int64
  }

  /// An event 9 that may be followed by its double.
  private var held: (row: LogRow, moment: Moment)?
  /// The last event 19.
  private var eddystone: Moment?

  mutating func resolve(_ row: LogRow, _ nanoseconds: Int64) -> LogLine {
    guard case .advertisement(let advertisement) = row.content else { return after(row) }
    let moment = Moment(address: advertisement.address, nanoseconds: nanoseconds)
    if advertisement.frame == .none {
      if moment == eddystone { return after(LogRow(microseconds: row.microseconds, content: .other)) }
      defer { held = (row, moment) }
      return release().map { .row($0) } ?? .nothing
    }
    eddystone = moment
    if held?.moment == moment { held?.row.content = .other }
    return after(row)
  }

  mutating func release() -> LogRow? {
    defer { held = nil }
    return held?.row
  }

  private mutating func after(_ row: LogRow) -> LogLine {
    release().map { .rows($0, row) } ?? .row(row)
  }
}
