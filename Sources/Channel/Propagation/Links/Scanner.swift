import NumericalMethods

/// The channel on which the receiver listens at each moment, the same for all transmitters.
struct Scanner: Sendable {
  /// Microseconds.
  let interval: Int64
  let window: Int64
  /// Microseconds by which the first interval began before the stream.
  let phase: Int64

  /// - Parameter seed: the lap's; the stream begins at a random moment of the cycle through the three channels.
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
  /// Microseconds at which the current interval began.
  private var start: Int64
  private var channel: Int32 = 37

  init(_ scanner: Scanner) {
    (interval, window, start) = (scanner.interval, scanner.window, -scanner.phase)
  }

  /// Puts packets on the channels that the receiver listens to; each packet's chance then decides only whether it is lost.
  ///
  /// - Precondition: no packet is earlier than the last packet of the previous call.
  @inline(__always)
  mutating func tune(_ block: inout PacketBlock, chances: SIMD8<Float>, levels: (Float, Float, Float)) {
    let times = block.times
    // Computed one by one and combined at the end: setting a lane in place would go through memory.
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
    // As floating-point numbers, since integers are not compared in lanes.
    let channels = Elementary.float(block.channels)
    block.level = SIMD8(repeating: levels.0).replacing(with: levels.1, where: channels .== 38)
    block.level.replace(with: levels.2, where: channels .== 39)
    block.chance = chances
  }

  /// The channel at a moment, plus 256 while the receiver does not listen.
  @inline(__always)
  private mutating func listen(at time: Int64) -> Int32 {
    if time &- start >= interval {
      if time &- start >= 4 &* interval { skip(to: time) }
      // Usually one interval, for which a division would be slow.
      while time &- start >= interval {
        start &+= interval
        channel = channel == 39 ? 37 : channel &+ 1
      }
    }
    return time &- start < window ? channel : channel | 256
  }

  /// Skips all whole cycles through the three channels that end before a moment.
  private mutating func skip(to time: Int64) {
    start += (time - start) / (3 * interval) * 3 * interval
  }
}
