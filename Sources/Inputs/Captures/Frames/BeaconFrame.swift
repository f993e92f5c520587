import World

/// A beacon's frame, of any supported kind.
public enum BeaconFrame: Hashable, Sendable {
  case iBeacon(IBeaconFrame)
  case altBeacon(AltBeaconFrame)
  case eddystone(EddystoneFrame)
  case nearable(EstimoteNearable)
  case telemetry(EstimoteTelemetry)
  /// Manufacturer-specific data of another kind, raw.
  case manufacturer(ManufacturerData)

  /// The frames in advertising data, in order, and whether every structure fits in the data.
  ///
  /// A structure that is longer than the data ends the list; the frames before it are valid.
  public static func frames(in data: [UInt8]) -> (frames: [BeaconFrame], isWellFormed: Bool) {
    var frames: [BeaconFrame] = []
    let isWellFormed = AdvertisingData.forEachStructure(in: data.span.bytes) { type, content in
      if let frame = BeaconFrame(type: type, content: content) { frames.append(frame) }
    }
    return (frames, isWellFormed)
  }

  /// The frame in a structure; nil when there is none.
  init?(type: UInt8, content: RawSpan) {
    switch FrameKind(type: type, content: content) {
    case nil: return nil
    case .iBeacon:
      guard let frame = IBeaconFrame(manufacturerData: content) else { return nil }
      self = .iBeacon(frame)
    case .altBeacon:
      guard let frame = AltBeaconFrame(manufacturerData: content) else { return nil }
      self = .altBeacon(frame)
    case .eddystoneUID, .eddystoneURL, .eddystoneTLM, .eddystoneEID:
      guard let frame = EddystoneFrame(serviceData: content) else { return nil }
      self = .eddystone(frame)
    case .nearable:
      guard let frame = EstimoteNearable(manufacturerData: content) else { return nil }
      self = .nearable(frame)
    case .telemetry:
      guard let frame = EstimoteTelemetry(serviceData: content) else { return nil }
      self = .telemetry(frame)
    case .manufacturer: self = .manufacturer(ManufacturerData(content))
    }
  }
}

extension BeaconFrame {
  /// What a sticker's frame or Eddystone's plain telemetry says of its sensors; nil for other frames.
  func sensorReport(at microseconds: Int64, anchor: Int) -> SensorReport? {
    switch self {
    case .nearable(let sticker):
      SensorReport(
        microseconds: microseconds, anchor: anchor, temperature: sticker.temperature,
        isMoving: sticker.isMoving, orientation: sticker.orientation, batteryVoltage: sticker.batteryVoltage)
    case .eddystone(.telemetry(let telemetry)):
      SensorReport(
        microseconds: microseconds, anchor: anchor, temperature: telemetry.temperature ?? -128, isMoving: nil,
        orientation: nil, batteryVoltage: telemetry.batteryVoltage)
    default: nil
    }
  }
}

/// The kinds of frame, recognised without reading them.
enum FrameKind: Int, CaseIterable, Sendable {
  case iBeacon, altBeacon, eddystoneUID, eddystoneURL, eddystoneTLM, eddystoneEID, nearable, telemetry
  case manufacturer

  /// Nil for structures that hold no frame.
  init?(type: UInt8, content: RawSpan) {
    let count = content.byteCount
    if type == AdvertisingData.manufacturer, count >= 2 {
      if count >= IBeaconFrame.size, content.bigEndian32(at: 0) == IBeaconFrame.prefix {
        self = .iBeacon
      } else if count >= AltBeaconFrame.size, content.bigEndian16(at: 2) == AltBeaconFrame.code {
        self = .altBeacon
      } else if count >= EstimoteNearable.size, content.littleEndian16(at: 0) == EstimoteNearable.company,
        content.byte(at: 2) == 1
      {
        self = .nearable
      } else {
        self = .manufacturer
      }
    } else if type == AdvertisingData.serviceData, count >= 3 {
      switch content.littleEndian16(at: 0) {
      case EddystoneFrame.service:
        guard let kind = EddystoneFrame.kind(of: content) else { return nil }
        self = kind
      case EstimoteTelemetry.service where EstimoteTelemetry.isFrame(content): self = .telemetry
      default: return nil
      }
    } else {
      return nil
    }
  }
}

/// Manufacturer-specific data as they are.
public struct ManufacturerData: Hashable, Sendable {
  /// The company's number in the Bluetooth SIG's list.
  public let company: UInt16
  /// Without the company's number.
  public let octets: [UInt8]

  /// - Parameter content: of a manufacturer-specific structure, at least two octets.
  init(_ content: RawSpan) {
    company = content.littleEndian16(at: 0)
    octets = (2..<content.byteCount).map { content.byte(at: $0) }
  }
}
