/// The structures that advertising data consist of: a length, a type, and the rest.
///
/// Source: Bluetooth Core 5.4, volume 3, part C, 11; the types are in the Assigned Numbers.
package enum AdvertisingData {
  /// Calls `body` with the type and content of each structure, in order.
  ///
  /// A length of zero ends the data early, as the Core allows.
  ///
  /// - Returns: false when a structure is longer than the data. That structure is left out; those before it are valid.
  static func forEachStructure(in data: RawSpan, _ body: (_ type: UInt8, _ content: RawSpan) -> Void) -> Bool
  {
    var place = 0
    while place < data.byteCount {
      let length = Int(data.byte(at: place))
      if length == 0 { return true }
      guard place + 1 + length <= data.byteCount else { return false }
      body(data.byte(at: place + 1), data.extracting(place + 2..<place + 1 + length))
      place += 1 + length
    }
    return true
  }

  /// General discoverable, no BR/EDR: the flags of a plain iBeacon.
  static let flags: [UInt8] = [0x02, 0x01, 0x06]

  /// One structure; its content must be shorter than 255 octets.
  package static func structure(_ type: UInt8, _ content: [UInt8]) -> [UInt8] {
    [UInt8(content.count + 1), type] + content
  }

  /// Service data of a 16-bit UUID, preceded by the list of services by which it is found.
  static func service(_ number: UInt16, _ content: [UInt8]) -> [UInt8] {
    let uuid = [UInt8(number & 0xFF), UInt8(number >> 8)]
    return flags + structure(completeServices, uuid) + structure(serviceData, uuid + content)
  }

  /// The type of the complete list of 16-bit services.
  static let completeServices: UInt8 = 0x03

  /// The type of service data under a 16-bit UUID.
  static let serviceData: UInt8 = 0x16

  /// The type of a complete local name.
  package static let completeName: UInt8 = 0x09

  /// The type of manufacturer-specific data.
  static let manufacturer: UInt8 = 0xFF
}
