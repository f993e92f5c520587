import NumericalMethods
import World

/// Draws shadowing over whole floors of a site, on a square grid of points for each floor.
///
/// The grid is a torus that reaches at least five decorrelation distances beyond the box round the site's path. Its
/// covariance is that of the torus: `exp(-r / decorrelation)` summed over the ways round it, which differs by less than
/// 1 % in the box from the one over the straight distance and, unlike that, has no negative eigenvalue on the torus.
/// The field is the transform of independent normal numbers, each weighted by the square root of its eigenvalue. Floors
/// are independent.
///
/// Source: Dietrich, Newsam 1997, "Fast and exact simulation of stationary Gaussian processes through circulant
/// embedding of the covariance matrix", doi:10.1137/S1064827592240555.
struct FloorShadows: Hashable, Sendable {
  /// The place of the first point, and the spacing of points in metres.
  let origin: Point
  let spacing: Double
  /// Points along x and along y: powers of two.
  let columns: Int
  let rows: Int
  /// The levels of the floors, ascending; the points of one floor are stored after those of the floor before.
  let floors: [Int]
  /// Coefficients of the variance of an interpolated value: `2 - 2ρ` with the correlation ρ of neighbouring points, and
  /// the coefficient of the term that all four corners contribute.
  let sideLoss: Float
  let cornerGain: Float
  private let amplitudes: [Float]

  /// The spacing of points as a share of the decorrelation distance.
  static let spacingShare = 1.0 / 8
  /// Decorrelation distances that the torus reaches beyond the box.
  static let margin = 5.0
  /// The most points on all floors together, so that the shadows fit into memory.
  static let pointLimit = 1 << 19

  /// The points along each side of the torus for a box, or nil when these would be too many.
  static func size(
    of box: (low: Point, high: Point), floors: Int, decorrelation: Double
  ) -> (columns: Int, rows: Int)? {
    func count(_ length: Double) -> Double {
      (length / decorrelation + margin) / spacingShare
    }
    let (columns, rows) = (count(box.high.x - box.low.x), count(box.high.y - box.low.y))
    guard columns < Double(pointLimit), rows < Double(pointLimit) else { return nil }
    func powerOfTwo(_ count: Double) -> Int {
      var power = 1
      while Double(power) < count { power *= 2 }
      return power
    }
    let size = (columns: powerOfTwo(columns), rows: powerOfTwo(rows))
    return size.columns * size.rows * floors <= pointLimit ? size : nil
  }

  /// - Precondition: the size is that of ``size(of:floors:decorrelation:)``.
  init(from low: Point, size: (columns: Int, rows: Int), floors: [Int], decorrelation: Double) {
    origin = low
    spacing = decorrelation * FloorShadows.spacingShare
    (columns, rows) = size
    self.floors = floors.sorted()
    let side = Elementary.exp(-FloorShadows.spacingShare)
    let diagonal = Elementary.exp(-FloorShadows.spacingShare * 2.0.squareRoot())
    sideLoss = Float(2 * (1 - side))
    cornerGain = Float(4 - 8 * side + 4 * diagonal)
    amplitudes = FloorShadows.amplitudes(columns, rows)
  }

  var pointsOnFloor: Int { columns * rows }

  /// Where a floor's points begin; a level that the site does not have counts as the nearest below it.
  func firstPoint(ofFloor level: Int) -> Int {
    pointsOnFloor * max((floors.lastIndex { $0 <= level } ?? 0), 0)
  }

  /// The square roots of the covariance's eigenvalues, by the number of points.
  private static func amplitudes(_ columns: Int, _ rows: Int) -> [Float] {
    var (real, imaginary) = (
      [SIMD8<Float>](repeating: .zero, count: columns * rows),
      [SIMD8<Float>](repeating: .zero, count: columns * rows)
    )
    for row in 0..<rows {
      for column in 0..<columns {
        var sum = 0.0
        for round in -1...1 {
          for other in -1...1 {
            let x = Double(column + round * columns) * spacingShare
            let y = Double(row + other * rows) * spacingShare
            sum += Elementary.exp(-(x * x + y * y).squareRoot())
          }
        }
        real[row * columns + column] = SIMD8(repeating: Float(sum))
      }
    }
    transform(&real, &imaginary, columns, rows)
    // In single precision the smallest may be slightly below zero; summing the ways round the torus increases the variance.
    let eigenvalues = real.map { max(Double($0[0]), 0) }
    let sum = eigenvalues.reduce(0, +)
    return eigenvalues.map { Float(($0 / sum).squareRoot()) }
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
    var values: [SIMD8<Float>] = []
    values.reserveCapacity(pointsOnFloor * floors.count)
    for floor in floors {
      var random = RandomLanes(lanes: seeds.map { $0.derived("floor", floor) })
      var real: [SIMD8<Float>] = []
      var imaginary: [SIMD8<Float>] = []
      real.reserveCapacity(pointsOnFloor)
      imaginary.reserveCapacity(pointsOnFloor)
      let normals = random.normals(2 * amplitudes.count)
      for (index, amplitude) in amplitudes.enumerated() {
        real.append(normals[2 * index] * amplitude)
        imaginary.append(normals[2 * index + 1] * amplitude)
      }
      FloorShadows.transform(&real, &imaginary, columns, rows)
      values += real
    }
    return values
  }
}
