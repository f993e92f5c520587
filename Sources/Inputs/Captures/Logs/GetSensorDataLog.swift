import World

/// A log of GetSensorData, the app of the IPIN competitions for recordings off site.
///
/// Source: the app's own description of its rows, which it writes at the beginning of each log (CSIC, GetSensorData for Android),
/// and what it writes: `BLE4;time;iBeacon;MAC;RSSI;power;major;minor;UUID` or, before that, without power and UUID;
/// `BLE4;time;Eddystone;MAC;RSSI;instance;…`; in the oldest logs `BLE4;time;major;minor;RSSI`; `POSI;time;counter;latitude;
/// longitude;floor;building`; `ACCE;time;sensor's time;x;y;z;…` in m/s²; `AHRS;time;sensor's time;pitch;roll;yaw;x;y;z;…` with
/// the vector part of a quaternion. The app's time counts, in seconds since the recording began.
struct GetSensorDataLog: LineLog {
  static let name = "GetSensorData"
  static let countsFrom1970 = false
  private var steps = StepDetector()

  static func begins(_ start: RawSpan) -> Bool {
    var place = 0
    while place < start.byteCount, [0x0A, 0x0D].contains(start.byte(at: place)) { place += 1 }
    if start.holds("% ", at: place) || start.holds("%\t", at: place) { return true }
    guard place + 5 < start.byteCount, Kind(start, at: place) != nil else { return false }
    return start.byte(at: place + 4) == 0x3B && 0x30...0x39 ~= start.byte(at: place + 5)
  }

  mutating func read(_ line: RawSpan) -> LogLine {
    guard line.byteCount > 1, line.byte(at: 0) != 0x25 else { return .nothing }
    guard let kind = Kind(line, at: 0), line.byteCount > 5, line.byte(at: 4) == 0x3B else {
      return .damage(
        expected: "a row of GetSensorData, such as ACCE;time;…",
        found: "\"\(line.text(in: 0..<min(20, line.byteCount)))\"")
    }
    let fields = LogFields(line, separator: 0x3B)
    guard let time = line.microseconds(in: fields[1]) else {
      return .damage(expected: "a time in seconds after \(kind)", found: "\"\(line.text(in: fields[1]))\"")
    }
    switch kind {
    case .other: return .row(LogRow(microseconds: time, content: .other))
    case .acceleration: return acceleration(line, fields, time)
    case .orientation: return orientation(line, fields, time)
    case .position: return Self.position(line, fields, time)
    case .advertisement: return Self.advertisement(line, fields, time)
    }
  }

  /// What a row is, by its first four characters.
  private enum Kind {
    case advertisement, position, acceleration, orientation, other

    /// Nil for what is no row.
    init?(_ line: RawSpan, at place: Int) {
      guard place + 4 <= line.byteCount else { return nil }
      switch line.bigEndian32(at: place) {
      case 0x424C_4534: self = .advertisement
      case 0x504F_5349: self = .position
      case 0x4143_4345: self = .acceleration
      case 0x4148_5253: self = .orientation
      default:
        let isName = (place..<place + 4).allSatisfy {
          0x41...0x5A ~= line.byte(at: $0) || 0x30...0x39 ~= line.byte(at: $0)
        }
        guard isName, 0x41...0x5A ~= line.byte(at: place) else { return nil }
        self = .other
      }
    }
  }

  private mutating func acceleration(_ line: RawSpan, _ fields: LogFields, _ time: Int64) -> LogLine {
    guard let x = line.decimal(in: fields[3]), let y = line.decimal(in: fields[4]),
      let z = line.decimal(in: fields[5])
    else { return LogLine.damage("ACCE;time;sensor's time;x;y;z", line) }
    let step = steps.add(x: x, y: y, z: z, at: time)
    return .row(LogRow(microseconds: time, content: step.map { .observation($0) } ?? .motion))
  }

  private mutating func orientation(_ line: RawSpan, _ fields: LogFields, _ time: Int64) -> LogLine {
    guard let x = line.decimal(in: fields[6]), let y = line.decimal(in: fields[7]),
      let z = line.decimal(in: fields[8])
    else { return LogLine.damage("AHRS;time;sensor's time;pitch;roll;yaw;x;y;z", line) }
    steps.turn(x: x, y: y, z: z)
    return .row(LogRow(microseconds: time, content: .motion))
  }

  /// The app itself writes zeros, in whose place organisers put the surveyed position.
  private static func position(_ line: RawSpan, _ fields: LogFields, _ time: Int64) -> LogLine {
    guard let latitude = line.decimal(in: fields[3]), let longitude = line.decimal(in: fields[4]),
      let floor = line.decimal(in: fields[5]), -90...90 ~= latitude, -180...180 ~= longitude,
      let level = Int(exactly: floor)
    else { return .damage("POSI;time;counter;latitude;longitude;floor;building", line) }
    guard latitude != 0 || longitude != 0 else {
      return .row(LogRow(microseconds: time, content: .other))
    }
    return .row(
      LogRow(
        microseconds: time,
        content: .observation(.mark(.geographic(longitude: longitude, latitude: latitude, floor: level)))))
  }

  private static func advertisement(_ line: RawSpan, _ fields: LogFields, _ time: Int64) -> LogLine {
    let read: LogAdvertisement? =
      if line.holds("iBeacon", in: fields[2]) {
        iBeacon(line, fields)
      } else if line.holds("Eddystone", in: fields[2]) {
        eddystone(line, fields)
      } else {
        numbers(line, fields)
      }
    guard let read else { return .damage("BLE4;time;iBeacon;MAC;RSSI;power;major;minor;UUID", line) }
    return .row(LogRow(microseconds: time, content: .advertisement(read)))
  }

  private static func iBeacon(_ line: RawSpan, _ fields: LogFields) -> LogAdvertisement? {
    let hasPower = fields.count >= 9
    guard let address = line.deviceAddress(in: fields[3]), let level: Int8 = line.integer(in: fields[4]),
      let major: UInt16 = line.integer(in: fields[hasPower ? 6 : 5]),
      let minor: UInt16 = line.integer(in: fields[hasPower ? 7 : 6]), hasPower || fields.count == 7,
      let power: Int8 = hasPower ? line.integer(in: fields[5]) : 0,
      let uuid = hasPower ? line.uuid(in: fields[8]) : BeaconUUID(high: 0, low: 0)
    else { return nil }
    let identity = IBeaconIdentity(uuid: uuid, major: major, minor: minor)
    return LogAdvertisement(address: address, level: level, frame: .iBeacon(identity, power: power))
  }

  /// Only the instance is written: the namespace is taken to be zeros, and the power is unknown.
  private static func eddystone(_ line: RawSpan, _ fields: LogFields) -> LogAdvertisement? {
    guard let address = line.deviceAddress(in: fields[3]), let level: Int8 = line.integer(in: fields[4]),
      let instance = line.hexadecimal(in: fields[5]), instance.digits == 12,
      let identity = EddystoneIdentity([UInt8](bigEndian: UInt64(0), instance.number.low))
    else { return nil }
    return LogAdvertisement(
      address: address, level: level, frame: .eddystone(identity, powerAtZero: unknownPowerAtZero))
  }

  private static func numbers(_ line: RawSpan, _ fields: LogFields) -> LogAdvertisement? {
    guard fields.count == 5, let major: UInt16 = line.integer(in: fields[2]),
      let minor: UInt16 = line.integer(in: fields[3]), let level: Int8 = line.integer(in: fields[4])
    else { return nil }
    let identity = IBeaconIdentity(uuid: BeaconUUID(high: 0, low: 0), major: major, minor: minor)
    return LogAdvertisement(address: 0, level: level, frame: .iBeacon(identity, power: 0))
  }
}

/// The power at 0 m of an Eddystone frame that a log does not state: it gives 0 dBm at one metre, which no beacon has and which
/// is therefore not used.
let unknownPowerAtZero: Int8 = 41
