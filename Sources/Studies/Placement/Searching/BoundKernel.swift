import NumericalMethods

/// The position error bound of eight points at once: `√tr J⁻¹`, the root of the mean square error of an unbiased estimate.
///
/// With `J = [[a, b], [b, c]]` it is `√((a + c) / (a c - b²))`. A common offset is eliminated by the Schur complement,
/// `J - h hᵀ / o`. Single precision, within 1e-5 of the bound for the matrices of placement, whose prior keeps them from being
/// singular.
enum BoundKernel {
  /// The change of a layout's information before the bound is computed: one more beacon, or one exchanged for another.
  enum Change: Hashable, Sendable {
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
        bounds(table, sum, change) { block, bound in
          total += bound.map { $0 * weights[block] } ?? present[block]
        }
      }
    }
    return total.sum()
  }

  /// The bounds of all points in their order, by eight; the last eight may have meaningless ones at their end.
  static func all(_ table: InformationTable, _ sum: [SIMD8<Float>]) -> [SIMD8<Float>] {
    var all = table.weights
    bounds(table, sum, nil) { block, bound in all[block] = bound ?? .zero }
    return all
  }

  /// - Parameters:
  ///   - change: nil for none; with one only blocks where a beacon of it is heard are computed.
  ///   - take: gets each block with its bounds, or nil.
  @inline(__always)
  private static func bounds(
    _ table: InformationTable, _ sum: [SIMD8<Float>], _ change: Change?,
    _ take: (Int, SIMD8<Float>?) -> Void
  ) {
    let length = table.prior.count
    sum.withUnsafeBufferPointer { sum in
      table.elements.withUnsafeBufferPointer { elements in
        func each(_ part: (Int) -> SIMD8<Float>) {
          for block in 0..<table.blocks {
            let isWanted = change.map { table.isHeard($0, block) } ?? true
            take(block, isWanted ? bound(of: block, parts: table.parts, part) : nil)
          }
        }
        switch change {
        case nil: each { sum[$0] }
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

/// The mean of the position error bounds at all points, by the points' weights.
public struct BoundScore: LayoutScore {
  /// What each candidate contributes at each point.
  public let table: InformationTable
  public private(set) var layout: [Int] = []
  private var sum: [SIMD8<Float>]
  /// The weighted bounds of the present layout, by eight points.
  private var present: [SIMD8<Float>] = []

  /// Without any beacon.
  public init(_ table: InformationTable) {
    (self.table, sum) = (table, [])
    set([])
  }

  /// How many candidates the table has.
  public var candidates: Int { table.candidates }

  /// Adds the information of all beacons anew.
  public mutating func set(_ layout: [Int]) {
    self.layout = layout.sorted()
    sum = table.sum(of: layout)
    present = zip(BoundKernel.all(table, sum), table.weights).map { $0 * $1 }
  }

  /// The mean of the present layout, in metres.
  public func value() -> Double { Double(present.reduce(.zero, +).sum()) }
  /// The mean with one more beacon.
  public func value(adding candidate: Int) -> Double { value(.adding(candidate)) }
  /// The mean with one beacon exchanged for another.
  public func value(replacing old: Int, by new: Int) -> Double { value(.replacing(old, by: new)) }

  private func value(_ change: BoundKernel.Change) -> Double {
    Double(BoundKernel.mean(table, sum, change, present: present))
  }

  /// The bound at each point, in metres.
  public var bounds: [Double] {
    let all = BoundKernel.all(table, sum)
    return (0..<table.points).map { Double(all[$0 / 8][$0 % 8]) }
  }

  /// The same of some layout.
  func bounds(of layout: [Int]) -> [Double] {
    var other = self
    other.set(layout)
    return other.bounds
  }
}
