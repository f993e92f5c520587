import Foundation

/// A btsnoop file of a million LE Advertising Reports, 68 MB, of which 98 in 100 hold an iBeacon frame of one of 35
/// beacons.
enum MillionRecords {
  static let count = 1_000_000

  /// Where it is written, for each run again.
  static let path = Inputs.folder.appending(path: "records").path

  static func write() throws {
    var file = Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x03, 0xEA]
    file.reserveCapacity(count * 69)
    // A generator of its own, so that the file is the same everywhere.
    var state: UInt64 = 1
    var time: UInt64 = 0x00DC_DDB3_0F2F_8000 + 1_700_000_000_000_000
    for index in 0..<count {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let draw = Int(state >> 33)
      time += UInt64(500 + draw % 1000)
      let beacon = UInt8(draw >> 10 & 0xFF) % 35
      let event = index % 50 == 49 ? Self.phone(beacon % 7) : Self.beacon(beacon)
      let length = UInt8(event.count + 1)
      file += [0, 0, 0, length, 0, 0, 0, length, 0, 0, 0, 3, 0, 0, 0, 0]
      for shift in stride(from: 56, through: 0, by: -8) {
        file.append(UInt8(truncatingIfNeeded: time >> UInt64(shift)))
      }
      file += event
      file.append(UInt8(bitPattern: Int8(-40 - draw >> 20 % 50)))
    }
    try Data(file).write(to: URL(filePath: path))
  }

  private static func beacon(_ number: UInt8) -> [UInt8] {
    let uuid: [UInt8] = [0x2D, 0x6C, 0x1A, 0x5E, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    let frame =
      [0x02, 0x01, 0x06, 0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] + uuid + [0x10, number, 0, number, 0xC5]
    return [4, 0x3E, 42, 2, 1, 3, 1, number, 0, 0, 0xE5, 0x98, 0xC0, 30] + frame
  }

  private static func phone(_ number: UInt8) -> [UInt8] {
    [4, 0x3E, 19, 2, 1, 0, 1, number, 0, 0, 1, 2, 0x40, 7, 2, 1, 2, 3, 3, 0xF3, 0xFE]
  }
}
