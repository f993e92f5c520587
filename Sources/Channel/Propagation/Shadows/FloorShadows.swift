import NumericalMethods
import World

/// Draws shadowing over whole floors of a site, on a square grid of points for each floor.
///
/// The grid is a torus that reaches at least five decorrelation distances beyond the box round the site's path. Its
/// covariance is that of the torus: `exp(-r / decorrelation)` summed over the ways round it, which differs by less than
/// 1 % in the box from the one over the straight distance and, unlike that, has no negative eigenvalue on the torus.
/// The field is the transform of independent normal numbers, each weighted by the square root of its eigenvalue; as it is real, half
/// of these numbers follow from the others. Floors are independent, and only those that a walk enters are drawn.
///
/// Sources: Dietrich, Newsam 1997, "Fast and exact simulation of stationary Gaussian processes through circulant
/// embedding of the covariance matrix", doi:10.1137/S1064827592240555; a real row by a complex transform of half its length:
/// Cooley, Lewis, Welch 1970, "The fast Fourier transform algorithm: programming considerations in the calculation of sine, cosine
/// and Laplace transforms", doi:10.1016/0022-460X(70)90075-1.
struct FloorShadows: Hashable, Sendable {
  /// The place of the first point, and the spacing of points in metres.
  let origin: Point
  let spacing: Double
  /// Points along x and along y: powers of two, or three times one.
  let columns: Int
  let rows: Int
  /// The levels of the floors, ascending.
  private let levels: [Int]
  /// Those that are drawn; the points of one are stored after those of the one before.
  private(set) var floors: [Int]
  /// Coefficients of the variance of an interpolated value: `2 - 2ρ` with the correlation ρ of neighbouring points, and
  /// the coefficient of the term that all four corners contribute.
  let sideLoss: Float
  let cornerGain: Float
  /// By points along x up to the middle, then by points along y.
  private let amplitudes: [Float]

  /// The spacing of points as a share of the decorrelation distance.
  static let spacingShare = 1.0 / 8
  /// Decorrelation distances that the torus reaches beyond the box.
  static let margin = 5.0
  /// The most points on a floor, so that the shadows fit into memory.
  static let pointLimit = 1 << 19

  /// The points along each side of the torus for a box, or nil when these would be too many.
  static func size(
    of box: (low: Point, high: Point), decorrelation: Double
  ) -> (columns: Int, rows: Int)? {
    func count(_ length: Double) -> Double {
      (length / decorrelation + margin) / spacingShare
    }
    let (columns, rows) = (count(box.high.x - box.low.x), count(box.high.y - box.low.y))
    guard columns < Double(pointLimit), rows < Double(pointLimit) else { return nil }
    func rounded(_ count: Double) -> Int {
      var power = 2
      while Double(power) < count { power *= 2 }
      return Double(power / 4 * 3) < count ? power : power / 4 * 3
    }
    let size = (columns: rounded(columns), rows: rounded(rows))
    return size.columns * size.rows <= pointLimit ? size : nil
  }

  /// - Precondition: the size is that of ``size(of:decorrelation:)``.
  init(from low: Point, size: (columns: Int, rows: Int), floors: [Int], decorrelation: Double) {
    origin = low
    spacing = decorrelation * FloorShadows.spacingShare
    (columns, rows) = size
    levels = floors.sorted()
    self.floors = levels
    let side = Elementary.exp(-FloorShadows.spacingShare)
    let diagonal = Elementary.exp(-FloorShadows.spacingShare * 2.0.squareRoot())
    sideLoss = Float(2 * (1 - side))
    cornerGain = Float(4 - 8 * side + 4 * diagonal)
    amplitudes = FloorShadows.amplitudes(columns, rows)
  }

  var pointsOnFloor: Int { columns * rows }

  /// Where a drawn floor's points begin; a level that the site does not have counts as the nearest below it.
  func firstPoint(ofFloor level: Int) -> Int { pointsOnFloor * (floors.lastIndex { $0 <= level } ?? 0) }

  /// The same shadows with only some floors drawn.
  func covering(_ entered: Set<Int>) -> FloorShadows {
    var narrowed = self
    let known = Set(entered.map { level in levels.last { $0 <= level } ?? levels[0] })
    narrowed.floors = levels.filter(known.contains)
    return narrowed
  }

  /// The square roots of the covariance's eigenvalues, as shares of the whole variance.
  private static func amplitudes(_ columns: Int, _ rows: Int) -> [Float] {
    var (real, imaginary) = (
      [SIMD8<Float>](repeating: .zero, count: columns * rows),
      [SIMD8<Float>](repeating: .zero, count: columns * rows)
    )
    // The covariance is the same on all four sides of the torus's first point.
    for row in 0...rows / 2 {
      for column in 0...columns / 2 {
        var sum = 0.0
        for round in -1...1 {
          for other in -1...1 {
            let x = Double(column + round * columns) * spacingShare
            let y = Double(row + other * rows) * spacingShare
            sum += Elementary.exp(-(x * x + y * y).squareRoot())
          }
        }
        for (x, y) in [
          (column, row), (columns - column, row), (column, rows - row), (columns - column, rows - row),
        ] {
          real[y % rows * columns + x % columns] = SIMD8(repeating: Float(sum))
        }
      }
    }
    transform(&real, &imaginary, columns, rows)
    // In single precision the smallest may be slightly below zero; summing the ways round the torus increases the variance.
    let eigenvalues = real.map { max(Double($0[0]), 0) }
    let sum = eigenvalues.reduce(0, +)
    return (0...columns / 2).flatMap { column in
      (0..<rows).map { row in Float((eigenvalues[row * columns + column] / sum).squareRoot()) }
    }
  }

  private static func transform(
    _ real: inout [SIMD8<Float>], _ imaginary: inout [SIMD8<Float>], _ columns: Int, _ rows: Int
  ) {
    var alongRow = FourierLanes(length: columns)
    for row in 0..<rows { alongRow.transform(&real, &imaginary, from: row * columns) }
    var alongColumn = FourierLanes(length: rows)
    for column in 0..<columns { alongColumn.transform(&real, &imaginary, from: column, stride: columns) }
  }

  /// Shadows of unit variance at every point for up to eight anchors, a lane for each.
  ///
  /// A lane depends on its own seed alone, and a floor's shadows on its level.
  func draw(seeds: [Seed]) -> [SIMD8<Float>] {
    var alongColumn = FourierLanes(length: rows)
    var alongRow = FourierLanes(length: columns / 2)
    let turns = (0..<columns / 2).map { step in
      let (sine, cosine) = Elementary.sinCos(-2 * .pi * Double(step) / Double(columns))
      return (sine: Float(sine), cosine: Float(cosine))
    }
    var values: [SIMD8<Float>] = []
    values.reserveCapacity(pointsOnFloor * floors.count)
    for floor in floors {
      var random = RandomLanes(lanes: seeds.map { $0.derived("floor", floor) })
      var (real, imaginary) = spectrum(random.normals(2 * amplitudes.count))
      for column in 0...columns / 2 { alongColumn.transform(&real, &imaginary, from: column * rows) }
      for row in 0..<rows { addRow(row, of: real, imaginary, turns, &alongRow, to: &values) }
    }
    return values
  }

  /// Half of the field's spectrum: the other half has the conjugates of these numbers.
  private func spectrum(
    _ normals: [SIMD8<Float>]
  ) -> (real: [SIMD8<Float>], imaginary: [SIMD8<Float>]) {
    var (real, imaginary): ([SIMD8<Float>], [SIMD8<Float>]) = ([], [])
    real.reserveCapacity(amplitudes.count)
    imaginary.reserveCapacity(amplitudes.count)
    for column in 0...columns / 2 {
      // The first and the middle column are their own conjugates, the others have theirs in the half left out.
      let isOwn = column == 0 || column == columns / 2
      for row in 0..<rows {
        let index = column * rows + row
        let amplitude: Float = amplitudes[index] * (isOwn ? 0.5 : Float(0.5).squareRoot())
        var (a, b) = (normals[2 * index], normals[2 * index + 1])
        if isOwn {
          let other = column * rows + (rows - row) % rows
          a += normals[2 * other]
          b -= normals[2 * other + 1]
        }
        real.append(a * amplitude)
        imaginary.append(b * amplitude)
      }
    }
    return (real, imaginary)
  }

  /// Transforms one row of the half spectrum, of which the even points become real parts and the odd ones imaginary.
  private func addRow(
    _ row: Int, of real: [SIMD8<Float>], _ imaginary: [SIMD8<Float>], _ turns: [(sine: Float, cosine: Float)],
    _ transform: inout FourierLanes, to values: inout [SIMD8<Float>]
  ) {
    let half = columns / 2
    var (even, odd) = (
      [SIMD8<Float>](repeating: .zero, count: half), [SIMD8<Float>](repeating: .zero, count: half)
    )
    for column in 0..<half {
      let (here, mirror) = (column * rows + row, (half - column) * rows + row)
      let (sumReal, sumImaginary) = (real[here] + real[mirror], imaginary[here] - imaginary[mirror])
      let (lessReal, lessImaginary) = (real[here] - real[mirror], imaginary[here] + imaginary[mirror])
      let (sine, cosine) = turns[column]
      even[column] = sumReal - (lessReal * sine + lessImaginary * cosine)
      odd[column] = sumImaginary + (lessReal * cosine - lessImaginary * sine)
    }
    transform.transform(&even, &odd)
    for column in 0..<half {
      values.append(even[column])
      values.append(odd[column])
    }
  }
}
