/// Numbers at the end of a growing row of octets.
extension [UInt8] {
  /// Numbers one after another, each with its most significant octet first.
  package init<each Number: FixedWidthInteger & UnsignedInteger>(bigEndian number: repeat each Number) {
    self = []
    repeat append(bigEndian: each number)
  }

  /// Numbers one after another, each with its least significant octet first.
  package init<each Number: FixedWidthInteger & UnsignedInteger>(littleEndian number: repeat each Number) {
    self = []
    repeat append(littleEndian: each number)
  }

  package mutating func append(bigEndian number: some FixedWidthInteger & UnsignedInteger) {
    for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  package mutating func append(littleEndian number: some FixedWidthInteger & UnsignedInteger) {
    for shift in stride(from: 0, to: number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Six octets, the last one most significant, as HCI sends an address.
  package mutating func append(address: UInt64) {
    for shift in stride(from: 0, to: 48, by: 8) {
      append(UInt8(truncatingIfNeeded: address >> UInt64(shift)))
    }
  }
}
