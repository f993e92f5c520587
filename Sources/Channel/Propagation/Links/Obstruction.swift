import World

/// The parts of a straight line from which obstacles of the plan hide a fixed place.
///
/// Walls and pillars are convex, so the places that each hides from a beacon form a convex region, and a straight line
/// is hidden by each along at most one stretch. The candidates for its ends are where the line crosses the wall, the
/// pillar's rim, and the lines of sight that graze them; ``World/Obstacle/blocks(_:_:)`` then decides for the middle of
/// each part.
struct Obstruction {
  private let sight: SightLine

  /// Losses along the line: from each fraction on, the loss in decibels until the next; the first is at 0.
  private(set) var losses: [(fraction: Double, loss: Double)] = []

  /// - Parameters:
  ///   - floors: those on which an obstacle counts.
  ///   - others: further fractions at which the loss changes, and by how much.
  init(
    of sight: SightLine, by obstacles: [Obstacle], on floors: ClosedRange<Int>,
    and others: [(fraction: Double, change: Double)] = []
  ) {
    self.sight = sight
    let line = sight.line
    var changes = others
    for obstacle in obstacles where floors.contains(obstacle.floor) {
      let cuts = sortedCuts(candidates(for: obstacle))
      var low = 0.0
      for index in 0..<5 {
        let high = index < 4 ? cuts[index] : 1
        guard low < high else { continue }
        if obstacle.blocks(line.from.moved(towards: line.to, by: (low + high) / 2), sight.beacon) {
          changes.append((low, obstacle.loss.value))
          changes.append((high, -obstacle.loss.value))
        }
        low = high
      }
    }
    losses = changes.isEmpty ? [(0, 0)] : Obstruction.sum(changes)
  }

  private static func sum(_ changes: [(fraction: Double, change: Double)]) -> [(
    fraction: Double, loss: Double
  )] {
    var losses = [(fraction: 0.0, loss: 0.0)]
    for (fraction, change) in changes.sorted(by: { ($0.fraction, -$0.change) < ($1.fraction, -$1.change) }) {
      if fraction >= 1 { break }
      let loss = losses[losses.count - 1].loss + change
      if fraction > losses[losses.count - 1].fraction {
        losses.append((fraction, loss))
      } else {
        losses[losses.count - 1].loss = loss
      }
    }
    return losses
  }

  /// Up to four fractions at which an obstacle may begin or cease to hide the beacon; unused elements are 0.
  private func candidates(for obstacle: Obstacle) -> SIMD4<Double> {
    switch obstacle.shape {
    case .wall(let from, let to):
      return SIMD4(
        sight.crossing(of: from, to), sight.crossing(of: sight.beacon, from),
        sight.crossing(of: sight.beacon, to), 0)
    case .pillar(let centre, let radius):
      let (grazing, entering) = (sight.grazing(centre, radius), sight.entering(centre, radius))
      return SIMD4(grazing.0, grazing.1, entering.0, entering.1)
    }
  }

  /// In ascending order, clamped to between 0 and 1.
  private func sortedCuts(_ candidates: SIMD4<Double>) -> SIMD4<Double> {
    var cuts = candidates.clamped(lowerBound: .zero, upperBound: .one)
    func order(_ a: Int, _ b: Int) {
      if cuts[a] > cuts[b] { (cuts[a], cuts[b]) = (cuts[b], cuts[a]) }
    }
    order(0, 1)
    order(2, 3)
    order(0, 2)
    order(1, 3)
    order(1, 2)
    return cuts
  }
}
