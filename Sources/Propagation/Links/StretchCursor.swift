/// Goes along the stretches of a link with the packets, eight at a time.
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

  /// Brings the lanes to the stretches on which the packets lie, and gives the seconds since these began.
  @inline(__always)
  mutating func advance(to times: SIMD8<Int64>) -> SIMD8<Float> {
    if index + 1 < stretches.count, times[7] >= stretches[index + 1].start {
      cross(to: times)
    } else if isMixed {
      lanes = StretchLanes(stretches[index])
      isMixed = false
    }
    return SIMD8<Float>(SIMD8<Int32>(truncatingIfNeeded: times &- lanes.start)) * 1e-6
  }

  private mutating func cross(to times: SIMD8<Int64>) {
    for lane in 0..<8 {
      while index + 1 < stretches.count, times[lane] >= stretches[index + 1].start { index += 1 }
      lanes.set(lane, to: stretches[index])
    }
    isMixed = true
  }
}
