import Captures
import World

/// An advertisement without its level and time, with the events that report it.
struct AirContent: Hashable, Sendable {
  let address: DeviceAddress
  let kind: AdvertisingKind
  let data: [UInt8]

  /// The most octets of data in legacy advertising.
  static let mostLegacy = 31
  /// The most octets of data in one extended report: an event has 255 octets.
  private static let mostExtended = 229

  /// Whether only extended scanning can hear it.
  var isExtended: Bool { kind == .extended || data.count > Self.mostLegacy }

  /// An LE Advertising Report with the indicator of an event and without its last octet, the level; nil for an extended advertisement.
  ///
  /// Source: Bluetooth Core 5.4, volume 4, part E, 7.7.65.2.
  var legacyReport: [UInt8]? {
    guard !isExtended else { return nil }
    let parameters = 12 + UInt8(data.count)
    var event: [UInt8] = [
      HCIEvent.indicator, EventCode.lowEnergy, parameters, EventCode.advertisingReport, 1,
    ]
    event += [UInt8(truncatingIfNeeded: legacyEventType), address.isRandom ? 1 : 0]
    event.append(address: address.octets)
    event.append(UInt8(data.count))
    return event + data
  }

  /// LE Extended Advertising Reports with the indicator of an event; the level is the octet at ``levelPlace`` of each. There are several where
  /// the data do not fit in one.
  ///
  /// Source: Bluetooth Core 5.4, volume 4, part E, 7.7.65.13.
  ///
  /// - Parameter isOfConnectable: of a scan response: whether its advertiser is connectable.
  func extendedReports(isOfConnectable: Bool) -> [[UInt8]] {
    let starts = stride(from: 0, to: max(data.count, 1), by: Self.mostExtended)
    return starts.map { start in
      let part = data[start..<min(start + Self.mostExtended, data.count)]
      // Bit 5: more data follow.
      let status: UInt16 = start + part.count < data.count ? 0x20 : 0
      var event: [UInt8] = [
        HCIEvent.indicator, EventCode.lowEnergy, UInt8(26 + part.count), EventCode.extendedAdvertisingReport,
        1,
      ]
      event.append(littleEndian: extendedEventType(isOfConnectable: isOfConnectable) | status)
      event.append(address.isRandom ? 1 : 0)
      event.append(address: address.octets)
      // The PHYs, no advertising set, no transmit power, and a place for the level.
      event += [1, isExtended ? 1 : 0, isExtended ? 0 : 0xFF, 0x7F, 0]
      // Neither periodic advertising nor a target.
      event += [UInt8](repeating: 0, count: 9)
      event.append(UInt8(part.count))
      return event + part
    }
  }

  /// In each of ``extendedReports(isOfConnectable:)``.
  static let levelPlace = 18

  private var legacyEventType: Int {
    switch kind {
    case .connectable: 0
    case .directed: 1
    case .scannable: 2
    case .nonConnectable, .extended, .unknown: 3
    case .scanResponse: 4
    }
  }

  private func extendedEventType(isOfConnectable: Bool) -> UInt16 {
    guard !isExtended else { return 0 }
    return switch kind {
    case .connectable: 0x13
    case .directed: 0x15
    case .scannable: 0x12
    case .nonConnectable, .extended, .unknown: 0x10
    case .scanResponse: isOfConnectable ? 0x1B : 0x1A
    }
  }
}

/// The events that every controller sends.
///
/// Source: Bluetooth Core 5.4, volume 4, part E, 7.7.14 and 7.7.15; the indicator is that of part A, section 2.
enum HCIEvent {
  static let indicator: UInt8 = 4
  /// LE Scan Timeout, 7.7.65.17.
  static let scanTimeout: [UInt8] = [indicator, EventCode.lowEnergy, 1, 0x11]

  /// Command Complete: the command is done, or refused.
  ///
  /// - Parameter returned: what follows the status.
  static func complete(_ opcode: UInt16, _ status: UInt8, _ returned: [UInt8] = []) -> [UInt8] {
    [indicator, 0x0E, UInt8(4 + returned.count), 1] + [UInt8](littleEndian: opcode) + [status] + returned
  }

  /// Command Status, as the answer to a command that there is not.
  static func status(_ error: ControllerError, of opcode: UInt16) -> [UInt8] {
    [indicator, 0x0F, 4, error.rawValue, 1] + [UInt8](littleEndian: opcode)
  }
}
