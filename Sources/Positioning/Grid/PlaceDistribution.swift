import World

/// A probability distribution over places.
struct PlaceDistribution {
  /// The places, with weights.
  private let places: [(position: Point, floor: Int, weight: Double)]
  private let total: Double

  init(_ weights: GridField, _ grid: WalkGrid) {
    places = weights.cells.enumerated().map { (grid.positions[$1], grid.floors[$1], weights.values[$0]) }
    total = places.reduce(0) { $0 + $1.weight }
  }

  /// The most probable floor, and the median on it.
  var centre: (position: Point, floor: Int) {
    let floor = floors.max { $0.probability < $1.probability }?.floor ?? 0
    return (median(onFloor: floor), floor)
  }

  /// A fix at some place, with the covariance of all places about it.
  func fix(at centre: (position: Point, floor: Int), height: Double) -> Fix {
    func moment(_ value: (Point) -> Double) -> Double { sum { value($0.position - centre.position) } / total }
    let covariance = PlanCovariance(
      xx: moment { $0.x * $0.x }, xy: moment { $0.x * $0.y }, yy: moment { $0.y * $0.y })
    return Fix(
      position: centre.position.at(height: height), floor: centre.floor,
      uncertainty: (covariance.xx + covariance.yy).squareRoot(), covariance: covariance,
      floorProbabilities: floors)
  }

  private var floors: [FloorProbability] {
    Set(places.map(\.floor)).sorted().map { level in
      FloorProbability(floor: level, probability: sum { $0.floor == level ? 1 : 0 } / total)
    }
  }

  private func sum(_ value: ((position: Point, floor: Int, weight: Double)) -> Double) -> Double {
    places.reduce(0) { $0 + $1.weight * value($1) }
  }

  /// The place on the plan with the smallest expected distance, to a centimetre or so: Weiszfeld's iteration from the mean, where
  /// places nearer than ``nearest`` count as that far.
  ///
  /// Source: Weiszfeld 1937, translated in doi:10.1007/s10479-008-0352-z.
  private func median(onFloor floor: Int) -> Point {
    let near = places.filter { $0.floor == floor }
    var median = Self.mean(near) { _ in 1 }
    for _ in 0..<Self.iterations {
      let before = median
      median = Self.mean(near) { 1 / max($0.horizontalDistance(to: before), Self.nearest) }
      guard median.horizontalDistance(to: before) > Self.precision else { break }
    }
    return median
  }

  private static let (iterations, nearest, precision) = (30, 0.2, 0.002)

  private static func mean(
    _ places: [(position: Point, floor: Int, weight: Double)], _ factor: (Point) -> Double
  ) -> Point {
    var (x, y, total) = (0.0, 0.0, 0.0)
    for place in places {
      let weight = place.weight * factor(place.position)
      (x, y, total) = (x + weight * place.position.x, y + weight * place.position.y, total + weight)
    }
    return total > 0 ? Point(x: x / total, y: y / total) : .zero
  }
}
