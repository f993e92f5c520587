import World

/// The probability of each place at one moment, and the fix that it gives.
struct GridPlaces {
  /// The part of the probability, nearest to the fix, whose covariance is stated, and the variance of a normal distribution over that
  /// of this part of it. The rest is that of rare events, such as a stop a moment ago: for nearly all fixes their
  /// second moment would be far too large.
  private static let core = (probability: Tune.trim, inflation: Tune.inflate)

  private let grid: WalkGrid
  /// Those with a probability above 0.
  private let places: [(cell: Int, probability: Double)]

  /// - Parameter weights: one for each cell that stands for a place.
  init(_ weights: GridField, _ grid: WalkGrid) {
    self.grid = grid
    let total = weights.values.reduce(0, +)
    places = zip(weights.cells, weights.values).map { ($0, $1 / total) }
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

  /// The covariance of the place about a fix.
  func covariance(about mean: Point) -> PlanCovariance {
    let near = places.map { place in
      (step: grid.positions[place.cell] - mean, place: place)
    }.sorted { ($0.step.horizontalLength, $0.place.cell) < ($1.step.horizontalLength, $1.place.cell) }
    var (xx, xy, yy, total) = (0.0, 0.0, 0.0, 0.0)
    for (step, place) in near where total < Self.core.probability {
      let part = min(place.probability, Self.core.probability - total)
      total += part
      xx += part * step.x * step.x
      xy += part * step.x * step.y
      yy += part * step.y * step.y
    }
    let factor = Self.core.inflation / total
    return PlanCovariance(xx: factor * xx, xy: factor * xy, yy: factor * yy)
  }

  /// By floor, in ascending order.
  var floorProbabilities: [FloorProbability] {
    Set(places.map { grid.floors[$0.cell] }).sorted().map { floor in
      FloorProbability(
        floor: floor,
        probability: places.reduce(0) { $0 + (grid.floors[$1.cell] == floor ? $1.probability : 0) })
    }
  }
}
