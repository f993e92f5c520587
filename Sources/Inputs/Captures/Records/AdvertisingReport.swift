/// The kind of PDU that a report describes.
package enum AdvertisingKind: Int, CaseIterable, Sendable {
  /// ADV_IND.
  case connectable
  /// ADV_DIRECT_IND.
  case directed
  /// ADV_SCAN_IND.
  case scannable
  /// ADV_NONCONN_IND.
  case nonConnectable
  /// SCAN_RSP.
  case scanResponse
  /// ADV_EXT_IND and the PDUs that it points to.
  case extended
  /// A reserved number.
  case unknown

  /// The event type of an LE Advertising Report.
  package init(legacyEventType: UInt8) {
    switch legacyEventType {
    case 0: self = .connectable
    case 1: self = .directed
    case 2: self = .scannable
    case 3: self = .nonConnectable
    case 4: self = .scanResponse
    default: self = .unknown
    }
  }

  /// The event type of an LE Extended Advertising Report; its reserved bits are ignored.
  ///
  /// Source: Bluetooth Core 5.4, volume 4, part E, 7.7.65.13, tables 7.1 and 7.2.
  package init(extendedEventType: UInt16) {
    let isLegacy = extendedEventType & 0x10 != 0
    guard isLegacy else {
      self = .extended
      return
    }
    if extendedEventType & 0x08 != 0 {
      self = .scanResponse
    } else if extendedEventType & 0x04 != 0 {
      self = .directed
    } else if extendedEventType & 0x01 != 0 {
      self = .connectable
    } else {
      self = extendedEventType & 0x02 != 0 ? .scannable : .nonConnectable
    }
  }
}

/// One advertisement that a controller or a sniffer reported. Its data are passed separately.
package struct AdvertisingReport: Sendable {
  package var microseconds: Int64
  /// The offset of its record in the file, in bytes.
  package var offset: Int
  /// 48 bits.
  package var address: UInt64
  package var isRandom: Bool
  package var kind: AdvertisingKind
  /// Whole dBm; 127 where the receiver reported none.
  package var level: Int8
  /// 37, 38 or 39; 0 where the source does not state it.
  package var channel: UInt8 = 0

  package static let levelUnavailable: Int8 = 127
}
