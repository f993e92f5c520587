import World

/// The probability of each place at one moment, and the fix that it gives.
struct GridPlaces {
  private let grid: WalkGrid
  /// Those with a probability above 0.
  private let places: [(cell: Int, probability: Double)]
  /// The sum of these, which is 1 but for rounding.
  private let total: Double

  /// - Parameter weights: one for each cell that stands for a place.
  init(_ weights: GridField, _ grid: WalkGrid) {
    self.grid = grid
    let total = weights.values.reduce(0, +)
    places = zip(weights.cells, weights.values).map { ($0, $1 / total) }
    self.total = places.reduce(0) { $0 + $1.probability }
  }

  /// By some numbering of the grid's cells: the probability of each.
  ///
  /// - Parameter count: of the numbers.
  func probabilities(numbered numbers: [Int], count: Int) -> [Double] {
    var sums = [Double](repeating: 0, count: count)
    for (cell, probability) in places { sums[numbers[cell]] += probability }
    return sums
  }

  /// The uniform distribution.
  init(anywhereOn grid: WalkGrid) {
    self.grid = grid
    let cells = grid.places.indices.filter { grid.places[$0] == $0 }
    (places, total) = (cells.map { ($0, 1 / Double(cells.count)) }, 1)
  }

  /// The most probable floor, and the place on it with the smallest expected distance: the spatial median, to a centimetre or so, by
  /// Weiszfeld's iteration from the mean. Places nearer than ``nearest`` count as that far.
  ///
  /// Source: Weiszfeld 1937, translated in doi:10.1007/s10479-008-0352-z.
  var centre: (position: Point, floor: Int) {
    let floor = floorProbabilities.max { $0.probability < $1.probability }?.floor ?? 0
    let near = places.filter { grid.floors[$0.cell] == floor }.map {
      (position: grid.positions[$0.cell], weight: $0.probability)
    }
    var median = Self.mean(near)
    for _ in 0..<Self.iterations {
      let before = median
      median = Self.mean(
        near.map {
          ($0.position, $0.weight / max($0.position.horizontalDistance(to: before), Self.nearest))
        })
      guard median.horizontalDistance(to: before) > Self.precision else { break }
    }
    return (median, floor)
  }

  private static let (iterations, nearest, precision) = (30, 0.2, 0.002)

  private static func mean(_ places: [(position: Point, weight: Double)]) -> Point {
    let sum = places.reduce((x: 0.0, y: 0.0, total: 0.0)) {
      ($0.x + $1.weight * $1.position.x, $0.y + $1.weight * $1.position.y, $0.total + $1.weight)
    }
    return sum.total > 0 ? Point(x: sum.x / sum.total, y: sum.y / sum.total) : .zero
  }

  /// The second moments of the place about a fix.
  func covariance(about fix: Point) -> PlanCovariance {
    let sum = places.reduce((xx: 0.0, xy: 0.0, yy: 0.0)) { sum, place in
      let (step, weight) = (grid.positions[place.cell] - fix, place.probability)
      return (
        sum.xx + weight * step.x * step.x, sum.xy + weight * step.x * step.y,
        sum.yy + weight * step.y * step.y
      )
    }
    return PlanCovariance(xx: sum.xx, xy: sum.xy, yy: sum.yy)
  }

  /// By floor, in ascending order.
  var floorProbabilities: [FloorProbability] {
    Set(places.map { grid.floors[$0.cell] }).sorted().map { floor in
      FloorProbability(
        floor: floor,
        probability: places.reduce(0) { $0 + (grid.floors[$1.cell] == floor ? $1.probability : 0) } / total)
    }
  }
}
