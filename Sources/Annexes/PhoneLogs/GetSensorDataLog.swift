import Captures
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

  static func begins(_ start: String) -> Bool {
    let row = start.utf8.drop { $0 == 0x0A || $0 == 0x0D }
    if row.starts(with: "% ".utf8) || row.starts(with: "%\t".utf8) { return true }
    guard Kind(row.prefix(4)) != nil else { return false }
    let rest = row.dropFirst(4)
    return rest.first == 0x3B && rest.dropFirst().first.map { 0x30...0x39 ~= $0 } == true
  }

  mutating func read(_ line: String) -> LogLine {
    guard line.utf8.count > 1, line.utf8.first != 0x25 else { return .nothing }
    guard let kind = Kind(line.utf8.prefix(4)), line.utf8.count > 5, line.utf8.dropFirst(4).first == 0x3B
    else {
      return .damage(
        expected: "a row of GetSensorData, such as ACCE;time;…", found: "\"\(line.prefix(20))\"")
    }
    let fields = LogFields(line, separator: 0x3B)
    guard let time = fields[1].microseconds else {
      return .damage(expected: "a time in seconds after \(kind)", found: "\"\(fields[1])\"")
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
    init?(_ name: Substring.UTF8View) {
      switch String(Substring(name)) {
      case "BLE4": self = .advertisement
      case "POSI": self = .position
      case "ACCE": self = .acceleration
      case "AHRS": self = .orientation
      default:
        guard name.count == 4, name.first.map({ 0x41...0x5A ~= $0 }) == true,
          name.allSatisfy({ 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 })
        else { return nil }
        self = .other
      }
    }
  }

  private mutating func acceleration(_ line: String, _ fields: LogFields, _ time: Int64) -> LogLine {
    guard let x = fields[3].decimal, let y = fields[4].decimal,
      let z = fields[5].decimal
    else { return LogLine.damage("ACCE;time;sensor's time;x;y;z", line) }
    let step = steps.add(x: x, y: y, z: z, at: time)
    return .row(LogRow(microseconds: time, content: step.map { .observation($0) } ?? .motion))
  }

  private mutating func orientation(_ line: String, _ fields: LogFields, _ time: Int64) -> LogLine {
    guard let x = fields[6].decimal, let y = fields[7].decimal,
      let z = fields[8].decimal
    else { return LogLine.damage("AHRS;time;sensor's time;pitch;roll;yaw;x;y;z", line) }
    steps.turn(x: x, y: y, z: z)
    return .row(LogRow(microseconds: time, content: .motion))
  }

  /// The app itself writes zeros, in whose place organisers put the surveyed position.
  private static func position(_ line: String, _ fields: LogFields, _ time: Int64) -> LogLine {
    guard let latitude = fields[3].decimal, let longitude = fields[4].decimal,
      let floor = fields[5].decimal, -90...90 ~= latitude, -180...180 ~= longitude,
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

  private static func advertisement(_ line: String, _ fields: LogFields, _ time: Int64) -> LogLine {
    let read: LogAdvertisement? =
      if fields[2] == "iBeacon" {
        iBeacon(fields)
      } else if fields[2] == "Eddystone" {
        eddystone(fields)
      } else {
        numbers(fields)
      }
    guard let read else { return .damage("BLE4;time;iBeacon;MAC;RSSI;power;major;minor;UUID", line) }
    return .row(LogRow(microseconds: time, content: .advertisement(read)))
  }

  private static func iBeacon(_ fields: LogFields) -> LogAdvertisement? {
    let hasPower = fields.count >= 9
    guard let address = fields[3].deviceAddress, let level: Int8 = fields[4].integer(),
      let major: UInt16 = fields[hasPower ? 6 : 5].integer(),
      let minor: UInt16 = fields[hasPower ? 7 : 6].integer(), hasPower || fields.count == 7,
      let power: Int8 = hasPower ? fields[5].integer() : 0,
      let uuid = hasPower ? fields[8].uuid : BeaconUUID(high: 0, low: 0)
    else { return nil }
    let identity = IBeaconIdentity(uuid: uuid, major: major, minor: minor)
    return LogAdvertisement(address: address, level: level, frame: .iBeacon(identity, power: power))
  }

  /// Only the instance is written: the namespace is taken to be zeros, and the power is unknown.
  private static func eddystone(_ fields: LogFields) -> LogAdvertisement? {
    guard let address = fields[3].deviceAddress, let level: Int8 = fields[4].integer(),
      let instance = fields[5].deviceAddress,
      let identity = EddystoneIdentity([UInt8](bigEndian: UInt64(0), instance))
    else { return nil }
    return LogAdvertisement(
      address: address, level: level, frame: .eddystone(identity, powerAtZero: unknownPowerAtZero))
  }

  private static func numbers(_ fields: LogFields) -> LogAdvertisement? {
    guard fields.count == 5, let major: UInt16 = fields[2].integer(),
      let minor: UInt16 = fields[3].integer(), let level: Int8 = fields[4].integer()
    else { return nil }
    let identity = IBeaconIdentity(uuid: BeaconUUID(high: 0, low: 0), major: major, minor: minor)
    return LogAdvertisement(address: 0, level: level, frame: .iBeacon(identity, power: 0))
  }
}

/// The power at 0 m of an Eddystone frame that a log does not state: it gives 0 dBm at one metre, which no beacon has and which
/// is therefore not used.
let unknownPowerAtZero: Int8 = 41
