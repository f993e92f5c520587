import NumericalMethods
import Placement

/// Beacons and points on a plan, with the information of the log-distance law.
struct PlacementExample {
  let beacons: [SIMD2<Double>]
  let points: [SIMD2<Double>]
  /// Of all readings, in dB.
  var deviation = 4.0
  var exponent = 2.0
  var prior = 10.0
  var offset = 0.0

  /// Drawn evenly over a square of 30 m.
  static func drawn(_ beacons: Int, _ points: Int, seed: UInt64 = 1) -> PlacementExample {
    var random = RandomStream(Seed(seed))
    func places(_ count: Int) -> [SIMD2<Double>] {
      (0..<count).map { _ in SIMD2(30 * random.uniform(), 30 * random.uniform()) }
    }
    return PlacementExample(beacons: places(beacons), points: places(points))
  }

  /// dB/m at a distance vector, heard up to 12 m: `10 n / ln 10 / d`.
  func reading(_ beacon: Int, _ point: Int) -> InformationTable.Reading {
    let offset = beacons[beacon] - points[point]
    let squared = max((offset * offset).sum(), 0.25)
    guard squared < 144 else { return .init(slope: .zero, precision: 0) }
    return .init(
      slope: offset * (10 * exponent / 2.302585092994046 / squared), precision: 1 / (deviation * deviation))
  }

  var table: InformationTable {
    InformationTable(
      candidates: beacons.count, weights: points.map { _ in 1 }, prior: prior, offset: offset,
      reading: reading)
  }

  /// The bounds of a layout in double precision, from whole matrices.
  func bounds(_ layout: [Int]) -> [Double] {
    points.indices.map { point in
      var information = InformationMatrix(size: offset > 0 ? 3 : 2)
      information[0, 0] = 1 / (prior * prior)
      information[1, 1] = 1 / (prior * prior)
      if offset > 0 { information[2, 2] = 1 / (offset * offset) }
      for beacon in layout {
        let reading = reading(beacon, point)
        let slopes = [reading.slope.x, reading.slope.y, 1]
        for row in 0..<information.size {
          for column in 0..<information.size {
            information[row, column] += slopes[row] * slopes[column] * reading.precision
          }
        }
      }
      let axes: [[Double]] = offset > 0 ? [[1, 0, 0], [0, 1, 0]] : [[1, 0], [0, 1]]
      return (information.variance(of: axes[0]) + information.variance(of: axes[1])).squareRoot()
    }
  }

  func mean(_ layout: [Int]) -> Double {
    let bounds = bounds(layout)
    return bounds.reduce(0, +) / Double(bounds.count)
  }
}
