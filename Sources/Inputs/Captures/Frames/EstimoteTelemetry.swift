/// Telemetry of an Estimote location beacon about itself and its surroundings, in two kinds of frame.
///
/// Source: Estimote, "estimote-specs", `estimote-telemetry.js`, protocol versions 0 to 2.
public struct EstimoteTelemetry: Hashable, Sendable {
  /// The values that only the first kind holds.
  public struct Motion: Hashable, Sendable {
    /// As sent, in 2/127 of g, the acceleration of gravity.
    public let acceleration: Acceleration
    /// Whether the beacon was in motion when it sent the frame.
    public let isMoving: Bool
    /// As sent, in 1/256 Pa; version 2 only.
    public let pressureIn256ths: UInt32?

    fileprivate init(_ frame: RawSpan, _ version: Int) {
      acceleration = Acceleration(
        x: frame.signedByte(at: 10), y: frame.signedByte(at: 11), z: frame.signedByte(at: 12))
      isMoving = frame.byte(at: 15) & 3 == 1
      pressureIn256ths = version == 2 ? frame.littleEndian32(at: 16) : nil
    }

    /// Pascals, not reduced to sea level.
    public var pressure: Double? { pressureIn256ths.map { Double($0) / 256 } }
  }

  /// The values that only the second kind holds.
  public struct Surroundings: Hashable, Sendable {
    /// As sent: 0.72 lx times the lower four bits times two to the power of the upper four.
    public let light: UInt8
    /// As sent, in 1/16 of a degree Celsius.
    public let temperatureIn16ths: Int
    /// Nil before it has been measured.
    public let batteryMillivolts: Int?
    /// Per cent; nil before it has been measured, and in version 0.
    public let batteryPercent: Int?

    fileprivate init(_ frame: RawSpan, _ version: Int) {
      let (a, b, c) = (Int(frame.byte(at: 15)), Int(frame.byte(at: 16)), Int(frame.byte(at: 17)))
      let (millivolts, percent) = (Int(frame.byte(at: 18)) << 6 | c >> 2, Int(frame.byte(at: 19)))
      light = frame.byte(at: 13)
      temperatureIn16ths = signed((c & 3) << 10 | b << 2 | a >> 6, bits: 12)
      batteryMillivolts = millivolts == 0x3FFF ? nil : millivolts
      batteryPercent = version == 0 || percent == 0xFF ? nil : percent
    }

    /// Degrees Celsius.
    public var temperature: Double { Double(temperatureIn16ths) / 16 }

    /// Lux.
    public var illuminance: Double { 0.72 * Double(Int(light & 0xF) << Int(light >> 4)) }
  }

  /// Which of the two kinds of frame it is.
  public enum Content: Hashable, Sendable {
    case motion(Motion)
    case surroundings(Surroundings)
  }

  /// 0, 1 or 2.
  public let version: Int
  /// The first half of the beacon's identifier, its first octet most significant.
  public let identifier: UInt64
  /// What this kind of frame holds.
  public let content: Content

  static let service: UInt16 = 0xFE9A
  /// The size in octets, the two octets of the service included.
  private static let size = 22

  static func isFrame(_ data: RawSpan) -> Bool {
    data.byteCount >= size && data.byte(at: 2) & 0xF == 2 && data.byte(at: 2) >> 4 <= 2
      && data.byte(at: 11) & 3 <= 1
  }

  /// Reads service data; nil when they are not telemetry.
  init?(serviceData data: RawSpan) {
    guard data.byteCount >= Self.size, Self.isFrame(data), data.littleEndian16(at: 0) == Self.service else {
      return nil
    }
    // The specification counts from the octet after the service.
    let frame = data.extracting(2..<data.byteCount)
    version = Int(frame.byte(at: 0) >> 4)
    identifier = frame.bigEndian64(at: 1)
    let isMotion = frame.byte(at: 9) & 3 == 0
    content = isMotion ? .motion(Motion(frame, version)) : .surroundings(Surroundings(frame, version))
  }
}
