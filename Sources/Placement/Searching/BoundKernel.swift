import NumericalMethods

/// The position error bound of eight points at once: `√tr J⁻¹`, the root of the mean square error of an unbiased estimate.
///
/// With `J = [[a, b], [b, c]]` it is `√((a + c) / (a c - b²))`. A common offset is eliminated by the Schur complement,
/// `J - h hᵀ / o`. Single precision, within 1e-5 of the bound for the matrices of placement, whose prior keeps them from being
/// singular.
enum BoundKernel {
  /// The change of a layout's information before the bound is computed: none, one more beacon, or one exchanged for
  /// another.
  enum Change: Hashable, Sendable {
    case none
    case adding(Int)
    case replacing(Int, by: Int)
  }

  /// The weighted mean of the bounds.
  static func mean(_ table: InformationTable, _ sum: [SIMD8<Float>], _ change: Change) -> Float {
    var total = SIMD8<Float>.zero
    table.weights.withUnsafeBufferPointer { weights in
      bounds(table, sum, change) { block, bound in total += bound * weights[block] }
    }
    return total.sum()
  }

  /// The bounds of all points in their order, followed by meaningless ones up to a multiple of eight.
  static func all(_ table: InformationTable, _ sum: [SIMD8<Float>], _ change: Change) -> [Float] {
    [Float](unsafeUninitializedCapacity: table.blocks * 8) { buffer, count in
      bounds(table, sum, change) { block, bound in
        for lane in 0..<8 { buffer[block * 8 + lane] = bound[lane] }
      }
      count = table.blocks * 8
    }
  }

  @inline(__always)
  private static func bounds(
    _ table: InformationTable, _ sum: [SIMD8<Float>], _ change: Change,
    _ take: (Int, SIMD8<Float>) -> Void
  ) {
    let length = table.prior.count
    sum.withUnsafeBufferPointer { sum in
      table.elements.withUnsafeBufferPointer { elements in
        switch change {
        case .none: each(table, { sum[$0] }, take)
        case .adding(let candidate):
          let first = candidate * length
          each(table, { sum[$0] + elements[first + $0] }, take)
        case .replacing(let old, let new):
          let (first, second) = (old * length, new * length)
          each(table, { sum[$0] - elements[first + $0] + elements[second + $0] }, take)
        }
      }
    }
  }

  @inline(__always)
  private static func each(
    _ table: InformationTable, _ part: (Int) -> SIMD8<Float>, _ take: (Int, SIMD8<Float>) -> Void
  ) {
    if table.parts == 3 {
      for block in 0..<table.blocks {
        let first = block * 3
        take(block, bound(part(first), part(first + 1), part(first + 2)))
      }
    } else {
      for block in 0..<table.blocks {
        let first = block * 6
        let (x, y) = (part(first + 3), part(first + 4))
        let known = 1 / part(first + 5)
        take(
          block,
          bound(
            part(first) - x * x * known, part(first + 1) - x * y * known, part(first + 2) - y * y * known))
      }
    }
  }

  @inline(__always)
  private static func bound(_ a: SIMD8<Float>, _ b: SIMD8<Float>, _ c: SIMD8<Float>) -> SIMD8<Float> {
    let trace = a + c
    return trace * Elementary.reciprocalSquareRoot(trace * (a * c - b * b))
  }
}
