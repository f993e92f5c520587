/// What a location beacon of Estimote's says about itself and its surroundings, in two kinds of frame.
///
/// Source: Estimote, "estimote-specs", `estimote-telemetry.js`, protocol versions 0 to 2.
public struct EstimoteTelemetry: Hashable, Sendable {
  /// What only the first kind holds.
  public struct Motion: Hashable, Sendable {
    /// In 2/127 of the gravity.
    public let acceleration: Acceleration
    public let previousMotion: MotionDuration
    public let currentMotion: MotionDuration
    public let isMoving: Bool
    /// The state of four pins, pin 0 least significant.
    public let pins: UInt8
    /// In 1/256 Pa; version 2 only.
    public let pressureIn256ths: UInt32?

    public init(
      acceleration: Acceleration, previousMotion: MotionDuration, currentMotion: MotionDuration,
      isMoving: Bool,
      pins: UInt8 = 0, pressureIn256ths: UInt32? = nil
    ) {
      self.acceleration = acceleration
      self.previousMotion = previousMotion
      self.currentMotion = currentMotion
      self.isMoving = isMoving
      self.pins = pins & 0xF
      self.pressureIn256ths = pressureIn256ths
    }

    /// Pascals, not brought to the level of the sea.
    public var pressure: Double? { pressureIn256ths.map { Double($0) / 256 } }
  }

  /// What only the second kind holds.
  public struct Surroundings: Hashable, Sendable {
    /// The magnetic field, as sent, in 1/128 of what the sensor measures at most.
    public let magneticField: Acceleration
    /// As sent: 0.72 lx times the lower four bits times two to the power of the upper four.
    public let light: UInt8
    /// As sent: twelve bits of number, two of unit (seconds, minutes, hours, days).
    public let uptime: UInt16
    /// As sent, in 1/16 of a degree Celsius.
    public let temperatureIn16ths: Int
    /// Nil before it has been measured.
    public let batteryMillivolts: Int?
    /// Per cent; nil before it has been measured, and in version 0.
    public let batteryPercent: Int?

    public init(
      magneticField: Acceleration, light: UInt8, uptime: UInt16, temperatureIn16ths: Int,
      batteryMillivolts: Int?,
      batteryPercent: Int?
    ) {
      self.magneticField = magneticField
      self.light = light
      self.uptime = uptime & 0x3FFF
      self.temperatureIn16ths = signed(temperatureIn16ths & 0xFFF, bits: 12)
      self.batteryMillivolts = batteryMillivolts.map { $0 & 0x3FFF }
      self.batteryPercent = batteryPercent.map { $0 & 0xFF }
    }

    /// Degrees Celsius.
    public var temperature: Double { Double(temperatureIn16ths) / 16 }

    /// Lux.
    public var illuminance: Double { 0.72 * Double(Int(light & 0xF) << Int(light >> 4)) }
  }

  public enum Content: Hashable, Sendable {
    case motion(Motion)
    case surroundings(Surroundings)
  }

  /// 0, 1 or 2.
  public let version: Int
  /// The first half of the beacon's identifier, its first octet most significant.
  public let identifier: UInt64
  public let content: Content
  public let hasFirmwareError: Bool
  public let hasClockError: Bool

  /// Nil for a version that is not known.
  public init?(
    version: Int, identifier: UInt64, content: Content, hasFirmwareError: Bool = false,
    hasClockError: Bool = false
  ) {
    guard 0...2 ~= version else { return nil }
    self.version = version
    self.identifier = identifier
    self.content = content
    self.hasFirmwareError = hasFirmwareError
    self.hasClockError = hasClockError
  }

  static let service: UInt16 = 0xFE9A
  /// With the two octets of the service.
  private static let size = 22

  static func isFrame(_ data: RawSpan) -> Bool {
    data.byteCount >= size && data.byte(at: 2) & 0xF == 2 && data.byte(at: 2) >> 4 <= 2
      && data.byte(at: 11) & 3 <= 1
  }

  /// Reads service data; nil when they are no telemetry's.
  init?(serviceData data: RawSpan) {
    guard data.byteCount >= Self.size, Self.isFrame(data), data.littleEndian16(at: 0) == Self.service else {
      return nil
    }
    // The specification counts from the octet behind the service.
    let frame = data.extracting(2..<data.byteCount)
    version = Int(frame.byte(at: 0) >> 4)
    identifier = frame.bigEndian64(at: 1)
    let axes = Acceleration(
      x: frame.signedByte(at: 10), y: frame.signedByte(at: 11), z: frame.signedByte(at: 12))
    let isMotion = frame.byte(at: 9) & 3 == 0
    content =
      isMotion ? .motion(Motion(frame, axes, version)) : .surroundings(Surroundings(frame, axes, version))
    // Each version has its errors elsewhere.
    let errors: UInt8 =
      switch (version, isMotion) {
      case (2, true): frame.byte(at: 15) >> 2
      case (1, true): frame.byte(at: 16)
      case (0, false): frame.byte(at: 19)
      default: 0
      }
    (hasFirmwareError, hasClockError) = (errors & 1 != 0, errors & 2 != 0)
  }

  /// Flags, the list of services and the frame, 31 octets.
  public var advertisingData: [UInt8] {
    var frame: [UInt8] = [UInt8(version) << 4 | 2]
    frame.append(bigEndian: identifier)
    let errors: UInt8 = (hasFirmwareError ? 1 : 0) | (hasClockError ? 2 : 0)
    switch content {
    case .motion(let motion): frame += motion.octets(version, errors)
    case .surroundings(let surroundings): frame += surroundings.octets(version, errors)
    }
    return AdvertisingData.service(Self.service, frame)
  }
}

extension EstimoteTelemetry.Motion {
  fileprivate init(_ frame: RawSpan, _ axes: Acceleration, _ version: Int) {
    self.init(
      acceleration: axes, previousMotion: MotionDuration(octet: frame.byte(at: 13)),
      currentMotion: MotionDuration(octet: frame.byte(at: 14)), isMoving: frame.byte(at: 15) & 3 == 1,
      pins: frame.byte(at: 15) >> 4, pressureIn256ths: version == 2 ? frame.littleEndian32(at: 16) : nil)
  }

  fileprivate func octets(_ version: Int, _ errors: UInt8) -> [UInt8] {
    var octets: [UInt8] = [0]
    for axis in [acceleration.x, acceleration.y, acceleration.z] { octets.append(UInt8(bitPattern: axis)) }
    octets += [previousMotion.octet, currentMotion.octet]
    octets.append((isMoving ? 1 : 0) | (version == 2 ? errors << 2 : 0) | pins << 4)
    octets.append(littleEndian: version == 2 ? pressureIn256ths ?? 0 : version == 1 ? UInt32(errors) : 0)
    return octets
  }
}

extension EstimoteTelemetry.Surroundings {
  fileprivate init(_ frame: RawSpan, _ axes: Acceleration, _ version: Int) {
    let (a, b, c) = (Int(frame.byte(at: 15)), Int(frame.byte(at: 16)), Int(frame.byte(at: 17)))
    let millivolts = Int(frame.byte(at: 18)) << 6 | c >> 2
    let percent = Int(frame.byte(at: 19))
    self.init(
      magneticField: axes, light: frame.byte(at: 13), uptime: frame.littleEndian16(at: 14),
      temperatureIn16ths: (c & 3) << 10 | b << 2 | a >> 6,
      batteryMillivolts: millivolts == 0x3FFF ? nil : millivolts,
      batteryPercent: version == 0 || percent == 0xFF ? nil : percent)
  }

  fileprivate func octets(_ version: Int, _ errors: UInt8) -> [UInt8] {
    var octets: [UInt8] = [1]
    for axis in [magneticField.x, magneticField.y, magneticField.z] { octets.append(UInt8(bitPattern: axis)) }
    octets.append(light)
    let (temperature, millivolts) = (temperatureIn16ths & 0xFFF, batteryMillivolts ?? 0x3FFF)
    octets.append(littleEndian: uptime | UInt16(temperature & 3) << 14)
    octets.append(UInt8(temperature >> 2 & 0xFF))
    octets.append(UInt8(millivolts & 0x3F) << 2 | UInt8(temperature >> 10))
    octets.append(UInt8(millivolts >> 6))
    octets.append(version == 0 ? errors : batteryPercent.map { UInt8($0) } ?? 0xFF)
    return octets
  }
}
