/// One packet as it was received, before its stream is put in order.
struct Heard: Sendable {
  /// Whole microseconds since the stream began, then the transmitter's index in the low 20 bits: the order of
  /// the stream.
  var order: Int64
  var level: Float
  /// 37, 38 or 39.
  var channel: Int32

  init(microseconds: Int64, transmitter: Int64, level: Float, channel: Int32) {
    order = microseconds << 20 | transmitter
    self.level = level
    self.channel = channel
  }

  /// Transmitters that a stream can have.
  static let transmitterLimit = 1 << 20

  var microseconds: Int64 { order >> 20 }
  var transmitter: Int { Int(order & 0xF_FFFF) }
}
