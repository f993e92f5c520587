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
  ///
  /// - Parameter present: the weighted bounds of the layout without the change, by eight points. Where no beacon of the change is heard
  ///   they stay, to the last bit: nothing is added there, or a zero.
  static func mean(
    _ table: InformationTable, _ sum: [SIMD8<Float>], _ change: Change, present: [SIMD8<Float>]
  ) -> Float {
    var total = SIMD8<Float>.zero
    table.weights.withUnsafeBufferPointer { weights in
      present.withUnsafeBufferPointer { present in
        bounds(table, sum, change, where: change) { block, bound in
          total += bound.map { $0 * weights[block] } ?? present[block]
        }
      }
    }
    return total.sum()
  }

  /// Computes the weighted bounds again where a beacon of the change is heard.
  ///
  /// - Parameter sum: of the layout after the change.
  static func update(
    _ present: inout [SIMD8<Float>], _ table: InformationTable, _ sum: [SIMD8<Float>], after change: Change
  ) {
    bounds(table, sum, .none, where: change == .none ? nil : change) { block, bound in
      if let bound { present[block] = bound * table.weights[block] }
    }
  }

  /// The bounds of all points in their order, followed by meaningless ones up to a multiple of eight.
  static func all(_ table: InformationTable, _ sum: [SIMD8<Float>], _ change: Change) -> [Float] {
    [Float](unsafeUninitializedCapacity: table.blocks * 8) { buffer, count in
      bounds(table, sum, change) { block, bound in
        for lane in 0..<8 { buffer[block * 8 + lane] = bound?[lane] ?? 0 }
      }
      count = table.blocks * 8
    }
  }

  /// - Parameters:
  ///   - heard: only blocks where a beacon of this change is heard are computed; nil for all.
  ///   - take: gets each block with its bounds, or nil.
  @inline(__always)
  private static func bounds(
    _ table: InformationTable, _ sum: [SIMD8<Float>], _ change: Change, where heard: Change? = nil,
    _ take: (Int, SIMD8<Float>?) -> Void
  ) {
    let length = table.prior.count
    sum.withUnsafeBufferPointer { sum in
      table.elements.withUnsafeBufferPointer { elements in
        func each(_ part: (Int) -> SIMD8<Float>) {
          for block in 0..<table.blocks {
            let isWanted = heard.map { table.isHeard($0, block) } ?? true
            take(block, isWanted ? bound(of: block, parts: table.parts, part) : nil)
          }
        }
        switch change {
        case .none: each { sum[$0] }
        case .adding(let candidate):
          let first = candidate * length
          each { sum[$0] + elements[first + $0] }
        case .replacing(let old, let new):
          let (first, second) = (old * length, new * length)
          each { sum[$0] - elements[first + $0] + elements[second + $0] }
        }
      }
    }
  }

  @inline(__always)
  private static func bound(of block: Int, parts: Int, _ part: (Int) -> SIMD8<Float>) -> SIMD8<Float> {
    let first = block * parts
    let (a, b, c) = (part(first), part(first + 1), part(first + 2))
    guard parts == 6 else { return bound(a, b, c) }
    let (x, y) = (part(first + 3), part(first + 4))
    let known = 1 / part(first + 5)
    return bound(a - x * x * known, b - x * y * known, c - y * y * known)
  }

  @inline(__always)
  private static func bound(_ a: SIMD8<Float>, _ b: SIMD8<Float>, _ c: SIMD8<Float>) -> SIMD8<Float> {
    let trace = a + c
    return trace * Elementary.reciprocalSquareRoot(trace * (a * c - b * b))
  }
}
