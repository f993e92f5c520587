import NumericalMethods

/// The channel on which the receiver listens at each moment, the same for all transmitters.
struct Scanner: Sendable {
  /// Microseconds.
  let interval: Int64
  let window: Int64
  /// By which the first interval began before the stream.
  let phase: Int64

  /// - Parameter seed: the lap's: the stream begins anywhere in the three channels' turn.
  init(_ settings: ScanSettings, lap: Seed) {
    interval = Int64((settings.interval * 1e6).rounded())
    window = Int64(((settings.window ?? settings.interval) * 1e6).rounded())
    var random = RandomStream(lap.derived("scan"))
    phase = Int64(random.uniform() * 3 * Double(interval))
  }
}

/// Follows a scanner forward in time.
struct ScanCursor {
  private let interval: Int64
  private let window: Int64
  /// Microseconds at which the interval at hand began.
  private var start: Int64
  private var channel: Int32 = 37

  init(_ scanner: Scanner) {
    (interval, window, start) = (scanner.interval, scanner.window, -scanner.phase)
  }

  /// Puts packets on the channels that the receiver listens to; each one's chance is then all its own.
  ///
  /// - Precondition: none of them is earlier than the last one before.
  @inline(__always)
  mutating func tune(_ block: inout PacketBlock, chances: SIMD8<Float>, levels: (Float, Float, Float)) {
    let times = block.times
    // One by one and put together at the end: a lane set in place would go through memory.
    let first = listen(at: times[0])
    let second = listen(at: times[1])
    let third = listen(at: times[2])
    let fourth = listen(at: times[3])
    let fifth = listen(at: times[4])
    let sixth = listen(at: times[5])
    let seventh = listen(at: times[6])
    let heard = SIMD8<Int32>(first, second, third, fourth, fifth, sixth, seventh, listen(at: times[7]))
    block.isDeaf = heard &>> 8
    block.channels = heard & 0xFF
    // As numbers with a fraction, which are compared in lanes where whole ones are not.
    let channels = Elementary.float(block.channels)
    block.level = SIMD8(repeating: levels.0).replacing(with: levels.1, where: channels .== 38)
    block.level.replace(with: levels.2, where: channels .== 39)
    block.chance = chances
  }

  /// The channel at a moment, plus 256 where it is not listened to.
  @inline(__always)
  private mutating func listen(at time: Int64) -> Int32 {
    if time &- start >= interval {
      if time &- start >= 4 &* interval { skip(to: time) }
      // Mostly one interval, for which a division would be dear.
      while time &- start >= interval {
        start &+= interval
        channel = channel == 39 ? 37 : channel &+ 1
      }
    }
    return time &- start < window ? channel : channel | 256
  }

  /// Goes on by as many whole turns of the three channels as end before a moment.
  private mutating func skip(to time: Int64) {
    start += (time - start) / (3 * interval) * 3 * interval
  }
}
