import NumericalMethods

/// On which channel the receiver listens at each moment, the same for all transmitters.
struct Scanner: Sendable {
  /// Microseconds.
  private let interval: Int64
  private let window: Int64
  /// One over the interval.
  private let rate: Double
  /// By which the first interval began before the stream.
  private let phase: Int64

  /// - Parameter seed: the lap's: the stream begins anywhere in the three channels' turn.
  init(_ settings: ScanSettings, lap: Seed) {
    interval = Int64((settings.interval * 1e6).rounded())
    window = Int64((settings.window * 1e6).rounded())
    rate = 1 / Double(interval)
    var random = RandomStream(lap.derived("scan"))
    phase = Int64(random.uniform() * 3 * Double(interval))
  }

  /// The channel at each moment, 37 to 39, and 1 where it is not listened to.
  @inline(__always)
  func channels(at times: SIMD8<Int64>) -> (channels: SIMD8<Int32>, isDeaf: SIMD8<Int32>) {
    var (channels, isDeaf) = (SIMD8<Int32>.zero, SIMD8<Int32>.zero)
    for lane in 0..<8 {
      // The quotient by a product, which is one too many or too few at most, and put right: a division would cost
      // as much as the waves.
      let time = times[lane] &+ phase
      var turn = Int64(Double(time) * rate)
      var since = time &- turn &* interval
      if since < 0 { (turn, since) = (turn &- 1, since &+ interval) }
      if since >= interval { (turn, since) = (turn &+ 1, since &- interval) }
      channels[lane] = 37 &+ Int32(truncatingIfNeeded: turn % 3)
      isDeaf[lane] = since < window ? 0 : 1
    }
    return (channels, isDeaf)
  }
}
