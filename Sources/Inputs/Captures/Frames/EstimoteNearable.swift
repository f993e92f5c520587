public import World

/// A frame of an Estimote sticker.
///
/// Source: Estimote, "estimote-specs", `estimote-nearable.js`, except for its test of the motion bit, which can never be
/// true. The voltage is not specified there: its position and scale are those on which other readers agree.
public struct EstimoteNearable: Hashable, Sendable {
  /// Eight octets, the first one most significant.
  public let identifier: UInt64
  /// The kind of hardware, as sent.
  public let hardware: UInt8
  /// The version of the firmware, as sent.
  public let firmware: UInt8
  /// As sent, in 1/16 of a degree Celsius: -2048 to 2047.
  public let temperatureIn16ths: Int
  /// As sent, in 1/1023 of 3.6 V: 0 to 1023; nil when the sticker does not state it.
  public let batteryLevel: Int?
  /// Whether the sticker was in motion when it sent the frame.
  public let isMoving: Bool
  /// As sent, in 15.625 thousandths of g, the acceleration of gravity.
  public let acceleration: Acceleration
  /// Its sending power and state, as sent.
  public let status: UInt8

  static let company: UInt16 = 0x015D
  static let size = 22

  /// Degrees Celsius.
  public var temperature: Double { Double(temperatureIn16ths) / 16 }

  /// Volts; nil when the sticker does not state it.
  public var batteryVoltage: Double? { batteryLevel.map(SensorReport.batteryVoltage) }

  /// Which of its sides is up, by the axis along which gravity acts most; without any acceleration it counts as lying.
  ///
  /// Ours: the specification names the axes and not the sides.
  public var orientation: SensorReport.Orientation {
    switch acceleration.orientation {
    case .up, .unknown: .horizontal
    case .down: .horizontalUpsideDown
    case .front: .vertical
    case .back: .verticalUpsideDown
    case .left: .leftSide
    case .right: .rightSide
    }
  }

  /// A sticker's frame with what a report says, and zeros for the rest.
  ///
  /// - Parameters:
  ///   - identifier: eight octets.
  ///   - report: nil values are sent as still, lying and without a voltage.
  public init(identifier: UInt64, _ report: SensorReport) {
    self.identifier = identifier
    (hardware, firmware, status) = (0, 0, 0)
    temperatureIn16ths = Int(max(-2048, min(2047, (report.temperature * 16).rounded())))
    batteryLevel = report.batteryVoltage.map { Int(max(0, min(1023, ($0 * 1023 / 3.6).rounded()))) }
    isMoving = report.isMoving ?? false
    acceleration = Acceleration(upward: report.orientation ?? .horizontal)
  }

  /// Flags and the frame; 27 octets.
  public var advertisingData: [UInt8] {
    let sixteenths = UInt16(truncatingIfNeeded: temperatureIn16ths) & 0xFFF
    let voltage = UInt16(batteryLevel ?? 0)
    let power = (batteryLevel == nil ? 0x80 : UInt8(voltage >> 4)) | (isMoving ? 0x40 : 0)
    var content = [UInt8](littleEndian: Self.company)
    content.append(1)
    content.append(bigEndian: identifier)
    content += [hardware, firmware]
    content.append(littleEndian: sixteenths | (voltage & 0xF) << 12)
    content += [power] + [acceleration.x, acceleration.y, acceleration.z].map { UInt8(bitPattern: $0) }
    content += [0, 0, status]
    return AdvertisingData.flags + AdvertisingData.structure(AdvertisingData.manufacturer, content)
  }

  /// Reads the content of a manufacturer-specific structure; nil when it is not an Estimote sticker's.
  init?(manufacturerData data: RawSpan) {
    guard data.byteCount >= Self.size, data.littleEndian16(at: 0) == Self.company, data.byte(at: 2) == 1
    else {
      return nil
    }
    identifier = data.bigEndian64(at: 3)
    hardware = data.byte(at: 11)
    firmware = data.byte(at: 12)
    temperatureIn16ths = signed(Int(data.littleEndian16(at: 13) & 0xFFF), bits: 12)
    let power = data.byte(at: 15)
    isMoving = power & 0x40 != 0
    batteryLevel = power & 0x80 != 0 ? nil : Int(power & 0x3F) << 4 | Int(data.byte(at: 14) >> 4)
    acceleration = Acceleration(
      x: data.signedByte(at: 16), y: data.signedByte(at: 17), z: data.signedByte(at: 18))
    status = data.byte(at: 21)
  }
}
