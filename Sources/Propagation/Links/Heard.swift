/// One packet as it was received, before its stream is put in order.
struct Heard: Sendable {
  /// Whole microseconds since the stream began, then the transmitter's index in the low 20 bits: the order of
  /// the stream.
  var order: Int64
  var level: Float
  /// 37, 38 or 39, and marks.
  private var channelAndMarks: Int32

  /// - Parameter channel: 37, 38 or 39, with marks added.
  init(microseconds: Int64, transmitter: Int64, level: Float, channel: Int32) {
    order = microseconds << 20 | transmitter
    self.level = level
    channelAndMarks = channel
  }

  /// Marks of packets that were missed and are kept because they disturb others.
  static let outsideScan: Int32 = 1 << 8
  static let lost: Int32 = 1 << 9
  static let faint: Int32 = 1 << 10

  /// Transmitters that a stream can have.
  static let transmitterLimit = 1 << 20

  var microseconds: Int64 { order >> 20 }
  var transmitter: Int { Int(order & 0xF_FFFF) }
  var channel: UInt8 { UInt8(truncatingIfNeeded: channelAndMarks) }

  func isMarked(_ mark: Int32) -> Bool { channelAndMarks & mark != 0 }
}
