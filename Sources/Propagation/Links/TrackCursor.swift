import World

/// Goes along a track with the packets of one transmitter, and tells where it is at each.
struct TrackCursor: Sendable {
  /// Places on the plan, in metres.
  struct Places {
    var x = SIMD8<Double>.zero
    var y = SIMD8<Double>.zero
  }

  private let stretches: [Track.Stretch]
  private var index: Int

  /// - Parameter time: in microseconds; it is asked for no earlier moment.
  init(_ track: Track, from time: Int64) {
    stretches = track.stretches
    index = track.indices(during: time..<time + 1).lowerBound
  }

  /// - Parameter times: in microseconds, none before those it was asked for last.
  mutating func places(at times: SIMD8<Int64>) -> Places {
    var places = Places()
    for lane in 0..<8 {
      while index + 1 < stretches.count, stretches[index + 1].start <= times[lane] { index += 1 }
      let place = stretches[index].position(at: times[lane])
      (places.x[lane], places.y[lane]) = (place.x, place.y)
    }
    return places
  }
}
