/// The constants of a stretch for eight packets at once; where they lie on several stretches, each its own.
struct StretchLanes {
  var start = SIMD8<Int64>.zero
  var x = SIMD8<Float>.zero, y = SIMD8<Float>.zero, z = SIMD8<Float>.zero
  var dx = SIMD8<Float>.zero, dy = SIMD8<Float>.zero, dz = SIMD8<Float>.zero
  var bodyX = SIMD8<Float>.zero, bodyY = SIMD8<Float>.zero
  var obstacles = SIMD8<Float>.zero
  var point = SIMD8<Float>.zero, pointRate = SIMD8<Float>.zero
  /// The first point's index less the bits of 1.5 × 2^23.
  var firstPoint = SIMD8<Int32>.zero
  var lastInterval = SIMD8<Float>.zero
  var interpolationLoss = SIMD8<Float>.zero

  init(_ stretch: LinkGeometry.Stretch) {
    for lane in 0..<8 { set(lane, to: stretch) }
  }

  mutating func set(_ lane: Int, to stretch: LinkGeometry.Stretch) {
    start[lane] = stretch.start
    (x[lane], y[lane], z[lane]) = (stretch.x, stretch.y, stretch.z)
    (dx[lane], dy[lane], dz[lane]) = (stretch.dx, stretch.dy, stretch.dz)
    (bodyX[lane], bodyY[lane]) = (stretch.bodyX, stretch.bodyY)
    obstacles[lane] = stretch.obstacles
    (point[lane], pointRate[lane]) = (stretch.point, stretch.pointRate)
    firstPoint[lane] = stretch.firstPoint - 0x4B40_0000
    lastInterval[lane] = Float(stretch.intervals - 1)
    interpolationLoss[lane] = stretch.interpolationLoss
  }
}
