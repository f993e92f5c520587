/// What series of readings tell of a few numbers on which the places of their moments depend: an upper bound of Fisher's
/// information, exact where all noise is normal.
///
/// Let C be the covariance of the shared numbers, W that which the packets' own noise counts as, P = (C + W)⁻¹, and for each
/// of the sought numbers m the change of the means and S that of C. Then
///
///     J_ab = m_aᵀ P m_b + ½ tr(P S_a P S_b) + ½ Σ (κ_i - 1) W_i² t_ai t_bi - ½ Σ c_i (q_ai t_bi + q_bi t_ai)
///
/// with q = P m, t the diagonal of P S P, and c_i = W_i³ E[u U]. All four follow from one row of the factor of C + W after
/// the other, so what the first k moments tell is known for every k.
///
/// Source: the first two terms are those of normal readings, Kay 1993, "Fundamentals of statistical signal processing:
/// estimation theory", equation 3.31; with the first alone and noise of any law it is Stam's inequality for vectors, Zamir
/// 1998, doi:10.1109/18.669301. The other two are ours; docs/bounds.md has the proof.
public struct SeriesInformation {
  private let group: SeriesGroup
  /// By sought number, series and moment.
  private var means: [[[Double]]]
  /// By sought number: metres by which each moment's place goes on; nil where the covariance is taken as known.
  private let shifts: [[Double]]?
  private let range: Range<Int>
  /// Rows of the inverse of the factor.
  private var inverse: [[Double]] = []
  private var factor: [[Double]] = []
  private var information: InformationMatrix
  private var sums: [[Double]]
  private var diagonals: [[Double]]

  /// The information of the first moments of a range, for each number of moments asked for.
  ///
  /// - Parameters:
  ///   - group: the series; the other arguments refer to its moments.
  ///   - directions: by sought number and moment, the way that the place goes for a change of one.
  ///   - shifts: metres that this is along the walk, where the covariance changes with it.
  ///   - range: the moments that count.
  ///   - cuts: how many moments from the first of the group on, in ascending order, each within the range.
  public static func accumulated(
    _ group: SeriesGroup, directions: [[SIMD3<Double>]], shifts: [[Double]]? = nil, over range: Range<Int>,
    at cuts: [Int]
  ) -> [InformationMatrix] {
    var run = SeriesInformation(group, directions, shifts, range)
    var found: [InformationMatrix] = []
    var moment = range.lowerBound
    for cut in cuts {
      while moment < cut {
        run.take(moment)
        moment += 1
      }
      found.append(run.total)
    }
    return found
  }

  private init(
    _ group: SeriesGroup, _ directions: [[SIMD3<Double>]], _ shifts: [[Double]]?, _ range: Range<Int>
  ) {
    let count = directions.count
    self.group = group
    self.range = range
    self.shifts = group.covariance == nil || group.noise == nil ? nil : shifts
    means = directions.map { ways in
      group.gradients.map { gradients in
        range.map { moment in (gradients[moment] * ways[moment]).sum() }
      }
    }
    information = InformationMatrix(size: count)
    sums = [[Double]](repeating: [Double](repeating: 0, count: range.count), count: count)
    diagonals = sums
  }

  private var total: InformationMatrix {
    guard shifts != nil else { return information }
    var total = information
    let variance = group.variance
    let (excess, skewness) = (group.excess * variance * variance / 2, group.skewness / 2)
    let series = Double(group.gradients.count)
    for a in 0..<total.size {
      for b in 0..<total.size {
        var (even, odd) = (0.0, 0.0)
        for i in inverse.indices {
          even += diagonals[a][i] * diagonals[b][i]
          odd += sums[a][i] * diagonals[b][i] + sums[b][i] * diagonals[a][i]
        }
        total[a, b] += series * excess * even - skewness * odd
      }
    }
    return total
  }

  private mutating func take(_ moment: Int) {
    guard let covariance = group.covariance else { return takeAlone(moment) }
    let row = inverse.count
    let weights = nextRow(moment, row, covariance)
    takeMeans(row, weights)
    if let shifts { takeChanges(moment, row, weights, covariance, shifts) }
    inverse.append(weights)
  }

  /// A moment that shares nothing with others.
  private mutating func takeAlone(_ moment: Int) {
    let index = moment - range.lowerBound
    for a in 0..<information.size {
      for b in 0..<information.size {
        for series in group.gradients.indices {
          information[a, b] += means[a][series][index] * means[b][series][index] / group.variance
        }
      }
    }
  }

  /// One more row of the factor and of its inverse; zero for a moment that tells nothing new.
  private mutating func nextRow(_ moment: Int, _ row: Int, _ covariance: SeriesCovariance) -> [Double] {
    let start = moment * (moment + 1) / 2 + range.lowerBound
    var elements = [Double](repeating: 0, count: row + 1)
    func shared(_ column: Int) -> Double {
      group.weight * covariance.values[start + column] + group.constant
    }
    var rest = shared(row) + group.variance
    let smallest = 1e-12 * rest
    for column in 0..<row {
      let diagonal = factor[column][column]
      let value = shared(column) - Self.dot(elements, factor[column], column)
      elements[column] = diagonal > 0 ? value / diagonal : 0
      rest -= elements[column] * elements[column]
    }
    var weights = [Double](repeating: 0, count: row + 1)
    if rest > smallest {
      let diagonal = rest.squareRoot()
      elements[row] = diagonal
      for column in 0..<row { Self.add(inverse[column], times: -elements[column] / diagonal, to: &weights) }
      weights[row] = 1 / diagonal
    }
    factor.append(elements)
    return weights
  }

  private mutating func takeMeans(_ row: Int, _ weights: [Double]) {
    let whitened = means.map { series in series.map { Self.dot(weights, $0, row + 1) } }
    for a in whitened.indices {
      for b in whitened.indices { information[a, b] += Self.dot(whitened[a], whitened[b], whitened[a].count) }
      Self.add(weights, times: whitened[a].reduce(0, +), to: &sums[a])
    }
  }

  /// What the change of the covariance tells, by the last row of `L⁻¹ S L⁻ᵀ`, and what that adds to the diagonal of P S P.
  private mutating func takeChanges(
    _ moment: Int, _ row: Int, _ weights: [Double], _ covariance: SeriesCovariance, _ shifts: [[Double]]
  ) {
    let (first, count) = (range.lowerBound, covariance.count)
    var backward = [Double](repeating: 0, count: row + 1)
    for j in 0...row {
      backward[j] =
        group.weight * Self.dot(weights, covariance.forward, row + 1, from: (first + j) * count + first)
    }
    let changes = shifts.map { shift -> [Double] in
      var changed = [Double](repeating: 0, count: row + 1)
      for i in 0...row {
        Self.add(
          covariance.forward, from: (first + i) * count + first,
          times: group.weight * weights[i] * shift[first + i],
          to: &changed)
      }
      for j in 0...row { changed[j] += shift[first + j] * backward[j] }
      return (0...row).map { Self.dot(changed, $0 < row ? inverse[$0] : weights, $0 + 1) }
    }
    let series = Double(group.gradients.count)
    for a in changes.indices {
      for b in changes.indices {
        let off = Self.dot(changes[a], changes[b], row)
        information[a, b] += series * (off + changes[a][row] * changes[b][row] / 2)
      }
      var across = [Double](repeating: 0, count: row + 1)
      for j in 0..<row { Self.add(inverse[j], times: changes[a][j], to: &across) }
      for i in 0...row {
        diagonals[a][i] += weights[i] * (2 * across[i] + changes[a][row] * weights[i])
      }
    }
  }

  /// The sum of products of the first elements, in four parts side by side.
  private static func dot(_ a: [Double], _ b: [Double], _ count: Int, from start: Int = 0) -> Double {
    let (a, b) = (a.span, b.span)
    var sums = SIMD4<Double>.zero
    var index = 0
    while index + 4 <= count {
      let other = start + index
      let left = SIMD4(a[index], a[index + 1], a[index + 2], a[index + 3])
      let right = SIMD4(b[other], b[other + 1], b[other + 2], b[other + 3])
      sums += left * right
      index += 4
    }
    var rest = 0.0
    while index < count {
      rest += a[index] * b[start + index]
      index += 1
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
  }

  /// Adds a multiple of as many elements as both have.
  private static func add(_ a: [Double], from start: Int = 0, times factor: Double, to b: inout [Double]) {
    guard factor != 0 else { return }
    let count = min(a.count - start, b.count)
    let source = a.span
    var target = b.mutableSpan
    for index in 0..<count { target[index] += factor * source[start + index] }
  }
}
