import NumericalMethods
import World

/// Follows the stretches of a link, for eight packets at a time.
struct StretchCursor {
  private let stretches: [LinkGeometry.Stretch]
  private var index = 0
  private(set) var lanes: StretchLanes
  /// Whether the lanes were set one by one, so that the next packets need new ones.
  private var isMixed = false

  init(_ geometry: LinkGeometry) {
    stretches = geometry.stretches
    lanes = StretchLanes(stretches[0])
  }

  /// Sets the lanes to the stretches on which the packets of a block lie, writes the time that each packet has been on
  /// its stretch, and returns the index of the first later block for which the lanes no longer hold.
  mutating func advance(over blocks: PacketBlocks, from first: Int) -> Int {
    let next = index + 1 < stretches.count ? stretches[index + 1].start : .max
    var last = first + 1
    if blocks[first].times[7] >= next {
      cross(to: blocks[first].times)
    } else {
      if isMixed {
        lanes = StretchLanes(stretches[index])
        isMixed = false
      }
      while last < blocks.count, blocks[last].times[7] < next { last += 1 }
    }
    for block in first..<last {
      let since = SIMD8<Int32>(truncatingIfNeeded: blocks[block].times &- lanes.start)
      blocks[block].seconds = Elementary.float(since) * 1e-6
    }
    return last
  }

  private mutating func cross(to times: SIMD8<Int64>) {
    for lane in 0..<8 {
      while index + 1 < stretches.count, times[lane] >= stretches[index + 1].start { index += 1 }
      lanes.set(lane, to: stretches[index])
    }
    isMixed = true
  }
}

/// Follows a track and gives the position at each packet of one transmitter.
struct TrackCursor: Sendable {
  /// Places on the plan, in metres.
  struct Places {
    var x = SIMD8<Double>.zero
    var y = SIMD8<Double>.zero
  }

  private let stretches: [Track.Stretch]
  private var index: Int

  /// - Parameter time: in microseconds; no earlier moment is requested later.
  init(_ track: Track, from time: Int64) {
    stretches = track.stretches
    index = track.indices(during: time..<time + 1).lowerBound
  }

  /// - Parameter times: in microseconds, none before those of the previous call.
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
