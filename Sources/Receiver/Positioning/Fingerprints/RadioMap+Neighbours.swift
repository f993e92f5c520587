import World

extension RadioMap {
  /// How many points are the neighbours of another: one on each side, on a plan.
  private static let neighbours = 4
  /// The largest number of points that are left out: of more every second, third … is.
  private static let most = 1000

  /// The standard deviation in decibels of a single reading at a point about the level that its neighbours predict.
  ///
  /// Each point is left out in turn, and each of the four nearest of the others on its floor predicts its levels. The variance is the
  /// mean square of the differences, over all points, neighbours and beacons heard at both, and the mean variance of the
  /// readings at one point. With fewer than five points on every floor nothing can be left out, and it is 3 dB.
  ///
  /// Ours, after leave-one-out cross-validation: Stone 1974, doi:10.1111/j.2517-6161.1974.tb00994.x. The phone is not at a surveyed
  /// point but beside it, where levels are others; with the deviation of readings at a point alone, the one beacon that differs most
  /// decides. For a reading r at a point of level l, whose readings have the deviation w, and the level m of a neighbour,
  /// `E(r - m)² = w² + E(l - m)²`, since r - l is independent of both. How weak a beacon was that was heard at one of two points is
  /// unknown, so it does not count.
  public var deviationOfNeighbours: Double {
    var (differences, count) = (0.0, 0)
    for point in stride(from: 0, to: points.count, by: max(1, (points.count + Self.most - 1) / Self.most)) {
      let neighbours = neighbours(of: point)
      guard neighbours.count == Self.neighbours else { continue }
      for neighbour in neighbours {
        for case (let here?, let there?) in zip(points[point].levels, points[neighbour].levels) {
          let difference = (here.level - there.level).value
          differences += difference * difference
          count += 1
        }
      }
    }
    guard count > 0 else { return 3 }
    let deviations = points.lazy.flatMap(\.levels).compactMap { $0?.deviation?.value }
    let within = deviations.reduce(0) { $0 + $1 * $1 } / Double(max(deviations.count, 1))
    return (differences / Double(count) + within).squareRoot()
  }

  /// The nearest points on the floor of a point, of equally near ones the first.
  private func neighbours(of point: Int) -> [Int] {
    var nearest: [(index: Int, distance: Double)] = []
    for (index, other) in points.enumerated() where index != point && other.floor == points[point].floor {
      let distance = other.position.horizontalDistance(to: points[point].position)
      guard nearest.count < Self.neighbours || distance < nearest[Self.neighbours - 1].distance else {
        continue
      }
      nearest.insert((index, distance), at: nearest.firstIndex { distance < $0.distance } ?? nearest.count)
      if nearest.count > Self.neighbours { nearest.removeLast() }
    }
    return nearest.map(\.index)
  }
}
