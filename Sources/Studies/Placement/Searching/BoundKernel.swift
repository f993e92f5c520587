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

  /// By how much the weighted mean of the bounds changes, over the points where a beacon of the change is heard: the other
  /// bounds stay.
  ///
  /// - Parameter present: the weighted bounds of the layout without the change, by eight points.
  static func difference(
    _ table: InformationTable, _ sum: [SIMD8<Float>], _ change: Change, present: [SIMD8<Float>]
  ) -> Float {
    let (old, new): (Int?, Int) =
      switch change {
      case .adding(let candidate): (nil, candidate)
      case .replacing(let old, let new): (old, new)
      }
    let (weights, present, sum) = (table.weights.span, present.span, sum.span)
    var total = SIMD8<Float>.zero
    table.forEachHeard(change) { block in
      total += bound(of: block, table, sum, without: old, with: new) * weights[block] - present[block]
    }
    return total.sum()
  }

  /// The bounds of all points in their order, by eight; the last eight may have meaningless ones at their end.
  static func all(_ table: InformationTable, _ sum: [SIMD8<Float>]) -> [SIMD8<Float>] {
    let sum = sum.span
    return (0..<table.blocks).map { bound(of: $0, table, sum, without: nil, with: nil) }
  }

  /// - Parameters:
  ///   - old: a beacon whose information is taken off the sum.
  ///   - new: one whose is added.
  @inline(__always)
  private static func bound(
    of block: Int, _ table: InformationTable, _ sum: Span<SIMD8<Float>>, without old: Int?, with new: Int?
  ) -> SIMD8<Float> {
    let (first, elements, length) = (block * table.parts, table.elements.span, table.prior.count)
    // A closure would be called where it is used this often.
    @inline(__always)
    func part(_ index: Int) -> SIMD8<Float> {
      var part = sum[first + index]
      if let old { part -= elements[old * length + first + index] }
      if let new { part += elements[new * length + first + index] }
      return part
    }
    let (a, b, c) = (part(0), part(1), part(2))
    guard table.parts == 6 else { return bound(a, b, c) }
    let (x, y) = (part(3), part(4))
    let known = 1 / part(5)
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
  private var mean = 0.0

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
    mean = Double(present.reduce(.zero, +).sum())
  }

  /// The mean of the present layout, in metres.
  public func value() -> Double { mean }
  /// The mean with one more beacon.
  public func value(adding candidate: Int) -> Double { value(.adding(candidate)) }
  /// The mean with one beacon exchanged for another.
  public func value(replacing old: Int, by new: Int) -> Double { value(.replacing(old, by: new)) }

  private func value(_ change: BoundKernel.Change) -> Double {
    mean + Double(BoundKernel.difference(table, sum, change, present: present))
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
