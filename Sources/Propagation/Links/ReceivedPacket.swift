/// What is kept of a packet that was heard.
protocol ReceivedPacket {
  /// - Parameters:
  ///   - level: in dBm.
  ///   - channel: 37, 38 or 39, with the marks of ``Heard`` added.
  init(microseconds: Int64, transmitter: Int64, level: Float, channel: Int32)
}

extension Heard: ReceivedPacket {}

/// The level alone in whole dBm, halves to even.
extension Int8: ReceivedPacket {
  init(microseconds: Int64, transmitter: Int64, level: Float, channel: Int32) {
    // Added to 1.5 × 2^23, a whole number stands in the low bits.
    self.init(truncatingIfNeeded: (level + 12_582_912).bitPattern)
  }
}
