/// The information from each candidate beacon at each point: Fisher's information of the position on the plan, and of an
/// offset that all levels share.
///
/// For the level of one reading with the slope `g` (dB/m) and the variance `v` (dB²) the information of the position is
/// `g gᵀ / v`; an unknown offset of the phone, or of the assumed RSSI at 1 m, adds the rows `g / v` and `1 / v`.
///
/// Source: van Trees 1968, "Detection, estimation, and modulation theory", part I, section 2.4.3.
public struct InformationTable: Sendable {
  /// One reading that a candidate would give at a point.
  public struct Reading: Hashable, Sendable {
    /// dB/m along x and y.
    public let slope: SIMD2<Double>
    /// One over the variance of the level, in 1/dB²; 0 where it is not heard.
    public let precision: Double

    public init(slope: SIMD2<Double>, precision: Double) { (self.slope, self.precision) = (slope, precision) }
  }

  /// The number of candidates.
  public let candidates: Int
  /// The number of points.
  public let points: Int
  /// The standard deviation of the common offset in dB; 0 where it is known.
  public let offset: Double
  /// 3 numbers for each point, or 6 with an unknown offset.
  let parts: Int
  /// By candidate, by eight points, by part.
  let elements: [SIMD8<Float>]
  /// By eight points; their sum is 1.
  let weights: [SIMD8<Float>]
  /// By candidate, a bit for eight points: whether it is heard at one of them.
  private let heard: [UInt64]
  /// Without any beacon, by eight points, by part.
  let prior: [SIMD8<Float>]

  /// - Parameters:
  ///   - candidates: the number of candidates.
  ///   - weights: of the points, not negative, with a sum above 0.
  ///   - prior: the standard deviation in metres, along each axis, with which a position is known without any beacon;
  ///     above 0.
  ///   - offset: the standard deviation of the common offset, in dB; 0 where that is known.
  ///   - reading: the reading that a candidate gives at a point.
  public init(
    candidates: Int, weights: [Double], prior: Double, offset: Double = 0,
    reading: (_ candidate: Int, _ point: Int) -> Reading
  ) {
    precondition(prior > 0, "the prior deviation must be above 0, was \(prior)")
    (self.candidates, points, self.offset) = (candidates, weights.count, offset)
    let (parts, blocks) = (offset > 0 ? 6 : 3, (weights.count + 7) / 8)
    self.parts = parts
    let sum = weights.reduce(0, +)
    self.weights = (0..<blocks).map { block in
      SIMD8((0..<8).map { block * 8 + $0 < weights.count ? Float(weights[block * 8 + $0] / sum) : 0 })
    }
    var elements = [SIMD8<Float>](repeating: .zero, count: candidates * blocks * parts)
    let words = (blocks + 63) / 64
    var heard = [UInt64](repeating: 0, count: candidates * words)
    for candidate in 0..<candidates {
      for point in weights.indices {
        let reading = reading(candidate, point)
        guard reading.precision > 0 else { continue }
        heard[candidate * words + point / 512] |= 1 << UInt64(point / 8 % 64)
        let (x, y, w) = (reading.slope.x, reading.slope.y, reading.precision)
        let all = [x * x * w, x * y * w, y * y * w, x * w, y * w, w]
        let first = (candidate * blocks + point / 8) * parts
        for part in 0..<parts { elements[first + part][point % 8] = Float(all[part]) }
      }
    }
    (self.elements, self.heard) = (elements, heard)
    let known = Float(1 / (prior * prior))
    var own: [SIMD8<Float>] = [SIMD8(repeating: known), .zero, SIMD8(repeating: known)]
    if offset > 0 { own += [.zero, .zero, SIMD8(repeating: Float(1 / (offset * offset)))] }
    self.prior = (0..<blocks).flatMap { _ in own }
  }

  var blocks: Int { weights.count }

  /// Each eight points at one of which a beacon of a change is heard, in their order.
  @inline(__always)
  func forEachHeard(_ change: BoundKernel.Change, _ body: (_ block: Int) -> Void) {
    let words = (blocks + 63) / 64
    for word in 0..<words {
      var bits =
        switch change {
        case .adding(let candidate): heard[candidate * words + word]
        case .replacing(let old, let new): heard[old * words + word] | heard[new * words + word]
        }
      while bits != 0 {
        body(word * 64 + bits.trailingZeroBitCount)
        bits &= bits - 1
      }
    }
  }

  /// The information of all beacons of a layout, added in the order of the candidates.
  func sum(of layout: [Int]) -> [SIMD8<Float>] {
    var sum = prior
    for candidate in layout.sorted() { add(candidate, to: &sum) }
    return sum
  }

  private func add(_ candidate: Int, to sum: inout [SIMD8<Float>]) {
    let first = candidate * prior.count
    forEachHeard(.adding(candidate)) { block in
      for index in block * parts..<(block + 1) * parts { sum[index] += elements[first + index] }
    }
  }
}
