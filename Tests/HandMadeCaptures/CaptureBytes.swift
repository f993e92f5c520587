/// Captures made by hand, octet by octet, without any of the code under test.
package struct CaptureBytes {
  package var bytes: [UInt8]

  package init(bytes: [UInt8] = []) { self.bytes = bytes }

  package mutating func big(_ value: UInt64, _ octets: Int) {
    for shift in stride(from: 8 * (octets - 1), through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  package mutating func little(_ value: UInt64, _ octets: Int) {
    for shift in stride(from: 0, to: 8 * octets, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  package mutating func number(_ value: UInt64, _ octets: Int, bigEndian: Bool) {
    if bigEndian { big(value, octets) } else { little(value, octets) }
  }

  package static func + (a: CaptureBytes, b: [UInt8]) -> CaptureBytes { CaptureBytes(bytes: a.bytes + b) }
}
