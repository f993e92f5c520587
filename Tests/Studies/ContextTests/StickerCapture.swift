/// A btsnoop capture of one sticker, written by hand.
enum StickerCapture {
  /// - Parameter reports: seconds since the capture began, and degrees Celsius in sixteenths.
  static func bytes(_ reports: [(seconds: UInt64, temperature: Double)]) -> [UInt8] {
    Array("btsnoop\0".utf8) + big(1, 4) + big(1001, 4)
      + reports.flatMap { record(at: 0x00DC_DDB3_0F2F_8000 + $0.seconds * 1_000_000, $0.temperature) }
  }

  private static func record(at microseconds: UInt64, _ temperature: Double) -> [UInt8] {
    let sixteenths = UInt16(bitPattern: Int16(temperature * 16)) & 0x0FFF
    // Estimote's company, frame 1, identifier 0123456789abcdef, hardware 1, firmware 2, the temperature with the four low
    // bits of the voltage above, moving with 0x2A << 4 | 0x5 = 677 of 1023 of 3.6 V, acceleration 0, 64, 0, durations 0, status 0.
    let sticker: [UInt8] =
      [0x17, 0xFF, 0x5D, 0x01, 0x01, 0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 1, 2]
      + [UInt8(sixteenths & 0xFF), UInt8(sixteenths >> 8) | 0x50, 0x6A, 0, 64, 0, 0, 0, 0]
    // LE Meta, one legacy advertising report, non-connectable, random address, the data, -60 dBm.
    let report: [UInt8] =
      [0x3E, UInt8(12 + sticker.count), 0x02, 1, 3, 1, 1, 2, 3, 4, 5, 0xC6, UInt8(sticker.count)] + sticker
      + [0xC4]
    return big(UInt64(report.count), 4) + big(UInt64(report.count), 4) + big(3, 4) + big(0, 4)
      + big(microseconds, 8) + report
  }

  private static func big(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }
}
