import NumericalMethods

/// The channels of cells as columns of numbers, of four cells side by side: the means of the parameters that are learned, those of the
/// biases, the biases' variances, and the lower half of the parameters' covariance row by row.
struct ChannelLayout: Sendable {
  typealias Vector = GridRadio.Vector

  /// The parameters that are not known beforehand.
  let learned: [Int]
  /// The means of the others.
  let known: Vector
  /// Those of the others that are not 0.
  let present: [Int]
  /// The number of anchors if they have biases; otherwise 0.
  let biases: Int
  /// The number of columns.
  let size: Int

  init(_ prior: ChannelPrior) {
    learned = (0..<8).filter { prior.covariance[$0][$0] > 0 }
    var known = prior.mean
    for parameter in learned { known[parameter] = 0 }
    self.known = known
    present = (0..<8).filter { known[$0] != 0 }
    biases = prior.variance > 0 ? prior.anchors : 0
    size = 2 * biases + learned.count * (learned.count + 3) / 2
  }

  /// Zeros by parameter of four cells.
  static let columns = [Double](repeating: 0, count: 32)

  /// Zeros for some cells.
  func numbers(of cells: Int) -> [Double] {
    [Double](repeating: 0, count: (cells + 3) / 4 * 4 * size)
  }

  /// Where the numbers of four cells begin, of which one is given.
  @inline(__always)
  func first(of cell: Int) -> Int { (cell &>> 2) &* 4 &* size }

  /// Where those of one cell begin, each four from the one before.
  @inline(__always)
  func place(of cell: Int) -> Int { first(of: cell) &+ cell & 3 }

  /// Where the columns of variances begin, and those of covariances.
  var variances: Int { learned.count + biases }
  var covariances: Int { learned.count + 2 * biases }

  func set(_ numbers: inout [Double], at place: Int, to prior: ChannelPrior) {
    for column in variances..<covariances { numbers[place + 4 * column] = prior.variance }
    var column = covariances
    for (row, parameter) in learned.enumerated() {
      numbers[place + 4 * row] = prior.mean[parameter]
      for other in learned[...row] {
        numbers[place + 4 * column] = prior.covariance[parameter][other]
        column += 1
      }
    }
  }

  @inline(__always)
  func copy(_ numbers: Span<Double>, from origin: Int, into copies: inout MutableSpan<Double>, at cell: Int) {
    let (from, to) = (place(of: origin), place(of: cell))
    for column in 0..<size { copies[to &+ 4 &* column] = numbers[from &+ 4 &* column] }
  }

  /// Gives four cells the means and the covariances of the mixtures of their origins, in place of zeros.
  ///
  /// - Parameters:
  ///   - shares: by cell.
  ///   - off: room for numbers by parameter.
  @inline(__always)
  func mix(
    _ numbers: Span<Double>, _ shares: [[GridOrigins.Part]], into mixed: inout MutableSpan<Double>,
    _ first: Int,
    _ off: inout MutableSpan<Double>
  ) {
    let most = shares.reduce(0) { max($0, $1.count) }
    for part in 0..<most {
      let (from, share) = origins(shares, part)
      for column in 0..<variances { mixed.add(share * numbers.lanes(from, column), first, column) }
    }
    for part in 0..<most {
      let (from, share) = origins(shares, part)
      for bias in learned.count..<variances {
        let off = numbers.lanes(from, bias) - mixed.span.lanes(first, bias)
        mixed.add(share * (numbers.lanes(from, bias &+ biases) + off * off), first, bias &+ biases)
      }
      var column = covariances
      for row in learned.indices {
        off.set(numbers.lanes(from, row) - mixed.span.lanes(first, row), 0, row)
        let own = off.span.lanes(0, row)
        for other in 0...row {
          mixed.add(share * (numbers.lanes(from, column) + own * off.span.lanes(0, other)), first, column)
          column &+= 1
        }
      }
    }
  }

  /// For each of four cells, where the numbers of its origin begin and the share of that origin; a cell with fewer origins has its first one
  /// again, with a share of 0.
  @inline(__always)
  private func origins(_ shares: [[GridOrigins.Part]], _ part: Int) -> (from: SIMD4<Int>, share: Lanes) {
    var (from, share) = (SIMD4<Int>.zero, Lanes.zero)
    for lane in 0..<4 {
      let parts = shares[lane]
      from[lane] = place(of: parts[part < parts.count ? part : 0].origin)
      share[lane] = part < parts.count ? parts[part].part : 0
    }
    return (from, share)
  }
}
