/// The structures that advertising data consist of: a length, a type, and the rest.
///
/// Source: Bluetooth Core 5.4, volume 3, part C, 11.
enum AdvertisingData {
  /// Calls `body` with the type and content of each structure, in order.
  ///
  /// A length of zero ends the data early, as the Core allows.
  ///
  /// - Returns: false when a structure is longer than the data: it is left out, and what came before was good.
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

  /// The type of manufacturer-specific data.
  static let manufacturer: UInt8 = 0xFF
}
