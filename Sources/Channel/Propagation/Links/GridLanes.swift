import NumericalMethods
import World

/// Looks up shadows over a floor for eight packets of one transmitter at a time.
struct GridLanes: Sendable {
  /// The transmitter's place relative to the grid's first point, in metres, and the number of points per metre.
  private let x: Float
  private let y: Float
  private let scale: Float
  private let columnMask: Int32
  private let rowMask: Int32
  private let columns: Int32
  private let sideLoss: Float
  private let cornerGain: Float

  /// Nil without shadowing, or with shadowing along the path.
  init?(_ plan: ShadowPlan?, from place: Point) {
    guard case .floor(let grid) = plan else { return nil }
    (x, y) = (Float(place.x - grid.origin.x), Float(place.y - grid.origin.y))
    scale = Float(1 / grid.spacing)
    (columnMask, rowMask) = (Int32(grid.columns - 1), Int32(grid.rows - 1))
    columns = Int32(grid.columns)
    (sideLoss, cornerGain) = (grid.sideLoss, grid.cornerGain)
  }

  /// The shadow, of unit variance, at the lanes' places, from one anchor's column of eight side by side.
  @inline(__always)
  func shadow(
    _ lanes: borrowing StretchLanes, _ seconds: SIMD8<Float>, _ column: UnsafePointer<Float>
  ) -> SIMD8<Float> {
    let across = (x - (lanes.x + lanes.dx * seconds)) * scale
    let along = (y - (lanes.y + lanes.dy * seconds)) * scale
    let (left, low) = (Elementary.nearestInteger(across - 0.5), Elementary.nearestInteger(along - 0.5))
    let (right, up) = (across - left, along - low)
    // Adding 1.5 × 2^23 leaves a whole number in the low bits; the masks wrap it round the torus.
    let leftIndex = unsafeBitCast(left + 12_582_912, to: SIMD8<Int32>.self)
    let lowIndex = unsafeBitCast(low + 12_582_912, to: SIMD8<Int32>.self)
    let first = lanes.firstPoint &+ 0x4B40_0000
    let lowRow = first &+ (lowIndex & rowMask) &* columns
    let highRow = first &+ ((lowIndex &+ 1) & rowMask) &* columns
    let (near, far) = (leftIndex & columnMask, (leftIndex &+ 1) & columnMask)
    let bottom = mixed(column, lowRow &+ near, lowRow &+ far, right)
    let top = mixed(column, highRow &+ near, highRow &+ far, right)
    let (p, q) = (right * (1 - right), up * (1 - up))
    let kept = 1 - (p + q) * sideLoss + p * q * cornerGain
    return (bottom + (top - bottom) * up) * Elementary.reciprocalSquareRoot(kept)
  }

  /// The values of two points, interpolated linearly.
  @inline(__always)
  private func mixed(
    _ column: UnsafePointer<Float>, _ first: SIMD8<Int32>, _ second: SIMD8<Int32>, _ fraction: SIMD8<Float>
  ) -> SIMD8<Float> {
    var before = SIMD8<Float>.zero
    var after = SIMD8<Float>.zero
    for lane in 0..<8 {
      before[lane] = column[Int(first[lane]) * 8]
      after[lane] = column[Int(second[lane]) * 8]
    }
    return before + (after - before) * fraction
  }
}
