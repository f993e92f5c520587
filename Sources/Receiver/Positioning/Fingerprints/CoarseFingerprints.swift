import World

/// The fingerprints of a radio map, rounded to steps of a fraction of a decibel: a fast comparison that rules out most points as
/// the nearest.
///
/// Rounding to whole steps moves no coordinate of a difference by more than one step, and thus no distance over n coordinates by
/// more than √n of them, by the triangle inequality. A point whose rounded distance exceeds the least by more than `2 √n` is
/// therefore farther than some other; only the rest are compared exactly, so that the answer is that of an exact search. Ours, after the
/// vector approximation of Weber, Schek and Blott 1998, "A quantitative analysis and performance study for similarity-search methods in
/// high-dimensional spaces".
struct CoarseFingerprints: Sendable {
  /// Two coordinates of each of four points, whose products are summed by one instruction.
  private typealias Pairs = SIMD8<Int16>

  private let points: Int
  /// By sixteen points, then by two coordinates, then by four of the points.
  private let table: [Pairs]
  /// By four points: the sum of the squares of their coordinates.
  private let norms: [SIMD4<Int32>]
  /// The level that stands for a missing beacon, in dBm.
  private let missing: Double
  /// The range of levels that can be rounded, and the steps per decibel.
  private let range: ClosedRange<Double>
  private let scale: Double
  /// √n, in steps.
  private let error: Double
  // Buffers that are reused: by two coordinates, and by four points.
  private var reading: [Pairs]
  private var squares: [SIMD4<Int32>]

  /// - Returns: nil where the settings use another comparison, or the map has no points, no anchors, or levels that no receiver
  ///   reports.
  init?(_ map: RadioMap, _ settings: NearestFingerprints.Settings) {
    guard
      case .level(let missing) = settings.missing, settings.points == 1, settings.metric == .euclidean,
      settings.vector == .byBeacon, settings.major == .ignored, !map.points.isEmpty, !map.anchors.isEmpty
    else { return nil }
    let (range, anchors) = (-130.0...20, map.anchors.count)
    let pairs = (anchors + 1) / 2
    // So that no sum of squares exceeds 32 bits.
    let steps = min((Double(Int32.max) / Double(2 * pairs)).squareRoot().rounded(.down), Double(Int16.max))
    let scale = steps / (range.upperBound - range.lowerBound)
    func row(_ point: Int) -> [Int16]? {
      let levels = map.points[min(point, map.points.count - 1)].levels.map { ($0?.level ?? missing).value }
      guard levels.allSatisfy(range.contains) else { return nil }
      return levels.map { Self.rounded($0, in: range, scale) } + [0]
    }
    var (table, norms) = ([Pairs](), [SIMD4<Int32>]())
    for first in stride(from: 0, to: map.points.count, by: 16) {
      let rows = (first..<first + 16).compactMap(row)
      guard rows.count == 16, range.contains(missing.value) else { return nil }
      norms += [SIMD4<Int32>](repeating: .zero, count: 4)
      for pair in 0..<pairs {
        for four in 0..<4 {
          var lanes = Pairs()
          for lane in lanes.indices { lanes[lane] = rows[4 * four + lane / 2][2 * pair + lane % 2] }
          table.append(lanes)
          norms[first / 4 + four] &+= Self.product(lanes, lanes)
        }
      }
    }
    points = map.points.count
    (self.table, self.norms) = (table, norms)
    self.missing = missing.value
    (self.range, self.scale) = (range, scale)
    error = Double(anchors).squareRoot()
    reading = [Pairs](repeating: Pairs(), count: pairs)
    squares = norms
  }

  /// The point that is nearest to a reading, of equals the first; nil where a level is out of range.
  ///
  /// - Parameter exact: the same fingerprints.
  mutating func nearest(to levels: [DBm?], in exact: FingerprintTable) -> Int? {
    guard round(levels) else { return nil }
    let least = compare()
    // One step more than is needed, for the rounding of square roots and of the exact distances.
    let limit = Double(least).squareRoot() + 2 * error + 1
    let most = Int32(min(limit * limit, Double(Int32.max)))
    var best: (point: Int, distance: Double?)?
    for (block, four) in squares.enumerated() where four.min() <= most {
      for lane in four.indices where four[lane] <= most && block * 4 + lane < points {
        let point = block * 4 + lane
        guard let nearest = best else {
          best = (point, nil)
          continue
        }
        let here = exact.distance(of: point, from: levels)
        let there = nearest.distance ?? exact.distance(of: nearest.point, from: levels)
        best = here < there ? (point, here) : (nearest.point, there)
      }
    }
    return best?.point
  }

  /// The nearest whole number of steps: adding 1.5 × 2^52 leaves it in the lowest bits.
  private static func rounded(_ level: Double, in range: ClosedRange<Double>, _ scale: Double) -> Int16 {
    Int16(truncatingIfNeeded: ((level - range.lowerBound) * scale + 0x1.8p52).bitPattern)
  }

  /// False where a level is out of range.
  private mutating func round(_ levels: [DBm?]) -> Bool {
    for pair in reading.indices {
      let (first, second) = (levels[2 * pair]?.value ?? missing, 2 * pair + 1)
      let other = second < levels.count ? levels[second]?.value ?? missing : range.lowerBound
      guard range.contains(first), range.contains(other) else { return false }
      let (even, odd) = (Self.rounded(first, in: range, scale), Self.rounded(other, in: range, scale))
      reading[pair] = Pairs(even, odd, even, odd, even, odd, even, odd)
    }
    return true
  }

  /// The sum of the products of two coordinates, of each of four points.
  @inline(__always)
  private static func product(_ a: Pairs, _ b: Pairs) -> SIMD4<Int32> {
    let product = SIMD8<Int32>(truncatingIfNeeded: a) &* SIMD8<Int32>(truncatingIfNeeded: b)
    return product.evenHalf &+ product.oddHalf
  }

  /// Computes the squared distances of all points, in steps, and returns the least: the squares of both sides less twice their
  /// product.
  private mutating func compare() -> Int32 {
    multiply()
    let own = reading.reduce(.zero) { $0 &+ Self.product($1, $1) }
    var least = SIMD4<Int32>(repeating: .max)
    for block in squares.indices {
      // Whole numbers that overflowed are right again here.
      squares[block] = norms[block] &+ own &- squares[block] &- squares[block]
      least = pointwiseMin(least, squares[block])
    }
    return least.min()
  }

  /// Leaves the products of the reading and all points in `squares`: sixteen points at once, so that the reading is fetched less often.
  private mutating func multiply() {
    let pairs = reading.count
    table.withUnsafeBufferPointer { table in
      reading.withUnsafeBufferPointer { reading in
        for group in 0..<squares.count / 4 {
          var sums = (SIMD4<Int32>.zero, SIMD4<Int32>.zero, SIMD4<Int32>.zero, SIMD4<Int32>.zero)
          for pair in 0..<pairs {
            let (here, first) = (reading[pair], (group &* pairs &+ pair) &* 4)
            sums.0 &+= Self.product(here, table[first])
            sums.1 &+= Self.product(here, table[first &+ 1])
            sums.2 &+= Self.product(here, table[first &+ 2])
            sums.3 &+= Self.product(here, table[first &+ 3])
          }
          let block = 4 * group
          (squares[block], squares[block + 1]) = (sums.0, sums.1)
          (squares[block + 2], squares[block + 3]) = (sums.2, sums.3)
        }
      }
    }
  }
}
