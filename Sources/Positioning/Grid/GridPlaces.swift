import World

/// The probability of each place at one moment, and the fix that it gives.
struct GridPlaces {
  /// The fix is the mean over this many metres about the most probable place.
  private static let reach = 5.0
  /// The part of the probability, nearest to the fix, whose covariance is stated, and the variance of a normal distribution over that
  /// of this part of it. The rest is that of rare events, such as a stop a moment ago: for nearly all fixes their
  /// second moment would be far too large.
  private static let core = (probability: Tune.trim, inflation: Tune.inflate)

  private let grid: WalkGrid
  /// Those with a probability above 0.
  private let places: [(cell: Int, probability: Double)]

  /// - Parameter weights: by cell; 0 but for those that stand for a place.
  init(_ weights: [Double], _ grid: WalkGrid) {
    self.grid = grid
    let total = weights.reduce(0, +)
    places = weights.indices.filter { weights[$0] > 0 }.map { ($0, weights[$0] / total) }
  }

  private var best: Int { places.max { $0.probability < $1.probability }?.cell ?? 0 }

  /// The floor of the most probable place, and the mean over its surroundings.
  var centre: (position: Point, floor: Int) {
    let best = best
    let near = places.filter {
      grid.floors[$0.cell] == grid.floors[best]
        && grid.positions[$0.cell].horizontalDistance(to: grid.positions[best]) < Self.reach
    }
    let sum = near.reduce((x: 0.0, y: 0.0, total: 0.0)) { sum, place in
      let position = grid.positions[place.cell]
      return (
        sum.x + place.probability * position.x, sum.y + place.probability * position.y,
        sum.total + place.probability
      )
    }
    return (Point(x: sum.x / sum.total, y: sum.y / sum.total), grid.floors[best])
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
