/// Eight consecutive packets of one transmitter, side by side.
///
/// The computation proceeds in steps, and each step handles several blocks before the next begins: dependent operations
/// of different blocks then overlap, which saves a third of the time.
struct PacketBlock {
  /// Microseconds since the stream began.
  var times = SIMD8<Int64>.zero
  /// Seconds into the stretches on which the packets lie.
  var seconds = SIMD8<Float>.zero
  /// In dBm, with the terms that have been added so far.
  var level = SIMD8<Float>.zero
  /// Uniform over [0, 1): below ``loss`` a packet is lost.
  var chance = SIMD8<Float>.zero
  var loss = SIMD8<Float>.zero
  /// The weakest level that is received, in dBm.
  var threshold = SIMD8<Float>.zero
  /// 37, 38 or 39.
  var channels = SIMD8<Int32>.zero
  /// 1 where the receiver does not listen.
  var isDeaf = SIMD8<Int32>.zero
  /// Random bits and numbers of the current step.
  var words = SIMD8<UInt64>.zero
  var number = SIMD8<Float>.zero

  /// The number of blocks that are processed together: they fit into the fastest memory.
  static let count = 16

  /// Assigns each packet to a random channel.
  ///
  /// - Parameter chances: uniform over [0, 1): the third in which a packet's number lies gives its channel, and the
  ///   position within that third whether it is lost.
  @inline(__always)
  mutating func setChannels(by chances: SIMD8<Float>, levels: (Float, Float, Float)) {
    let thrice = chances * 3
    let (second, third) = (thrice .>= 1, thrice .>= 2)
    level = SIMD8(repeating: levels.0).replacing(with: levels.1, where: second)
    level.replace(with: levels.2, where: third)
    let part = SIMD8<Float>.zero.replacing(with: 1, where: second).replacing(with: 2, where: third)
    chance = thrice - part
    channels = SIMD8<Int32>(repeating: 37).replacing(with: 38, where: second)
      .replacing(with: 39, where: third)
    isDeaf = .zero
  }
}

/// Some blocks, one after another.
typealias PacketBlocks = UnsafeMutableBufferPointer<PacketBlock>

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

  /// Marks of packets that were missed and are kept because they may disturb others.
  static let outsideScan: Int32 = 1 << 8
  static let lost: Int32 = 1 << 9
  static let faint: Int32 = 1 << 10

  /// The limit on the number of transmitters in a stream.
  static let transmitterLimit = 1 << 20

  var microseconds: Int64 { order >> 20 }
  var transmitter: Int { Int(order & 0xF_FFFF) }
  var channel: UInt8 { UInt8(truncatingIfNeeded: channelAndMarks) }

  func isMarked(_ mark: Int32) -> Bool { channelAndMarks & mark != 0 }
}
