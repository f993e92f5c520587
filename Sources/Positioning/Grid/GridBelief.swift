import NumericalMethods
import World

/// The probability distribution over cells and speeds.
struct GridBelief: Sendable {
  /// Cells whose probability is below this fraction of the largest are dropped.
  static let least = 1e-6

  /// By cell, then by speed.
  private(set) var mass: [Double]
  /// The cells with a probability above 0, in ascending order.
  private(set) var active: [Int]

  /// The uniform distribution over all places and both directions.
  init(_ motion: GridMotion) {
    mass = []
    mass.reserveCapacity(motion.speeds.count * motion.grid.count)
    for cell in motion.grid.prior { mass += motion.prior.map { $0 * cell } }
    active = Array(0..<motion.grid.count)
  }

  /// - Parameter state: the cell times the number of speeds, plus the speed.
  init(certainOf state: Int, _ motion: GridMotion) {
    mass = [Double](repeating: 0, count: motion.speeds.count * motion.grid.count)
    mass[state] = 1
    active = [state / motion.speeds.count]
  }

  /// Predicts the distribution some seconds later.
  ///
  /// - Returns: by cell, the cell from which most of its probability came; -1 for none.
  mutating func move(over seconds: Double, _ motion: GridMotion) -> [Int32] {
    let (cells, speeds) = (motion.grid.count, motion.speeds.count)
    var moved = [Double](repeating: 0, count: mass.count)
    var most = [Double](repeating: 0, count: cells)
    var origin = [Int32](repeating: -1, count: cells)
    let steps = motion.steps(over: seconds)
    var sums = moved.mutableSpan
    var greatest = most.mutableSpan
    var sources = origin.mutableSpan
    for speed in 0..<speeds {
      motion.spread(active, at: speed, over: seconds, steps, of: mass.span) { cell, target, part in
        sums[target &* speeds &+ speed] += part
        if part > greatest[target] {
          (greatest[target], sources[target]) = (part, Int32(truncatingIfNeeded: cell))
        }
      }
    }
    turn(&moved, &origin, motion, seconds)
    active = origin.indices.filter { origin[$0] >= 0 }
    motion.changeSpeeds(&moved, in: active, over: seconds)
    motion.stopAndStart(&moved, in: active, over: seconds)
    mass = moved
    return origin
  }

  /// The distribution at the same moment given what was heard later as well: the backward recursion.
  ///
  /// - Parameter later: the smoothed distribution at the next moment.
  func smoothed(by later: GridBelief, over seconds: Double, _ motion: GridMotion) -> GridBelief {
    let (cells, speeds) = (motion.grid.count, motion.speeds.count)
    var predicted = self
    _ = predicted.move(over: seconds, motion)
    // The ratio of smoothed to predicted probability of each state.
    var ratios = [Double](repeating: 0, count: mass.count)
    var isKnown = [Int32](repeating: -1, count: cells)
    for cell in later.active {
      isKnown[cell] = 0
      for place in cell * speeds..<(cell + 1) * speeds where predicted.mass[place] > 0 {
        ratios[place] = later.mass[place] / predicted.mass[place]
      }
    }
    motion.stopAndStart(&ratios, in: later.active, over: seconds, backward: true)
    // Changes of speed and turns are symmetric, so the same step serves backwards in time.
    motion.changeSpeeds(&ratios, in: later.active, over: seconds)
    later.turn(&ratios, &isKnown, motion, seconds)
    var smoothed = self
    for place in active.lazy.flatMap({ $0 * speeds..<($0 + 1) * speeds }) { smoothed.mass[place] = 0 }
    let steps = motion.steps(over: seconds)
    for speed in 0..<speeds {
      motion.spread(active, at: speed, over: seconds, steps, of: mass.span) { cell, target, part in
        smoothed.mass[cell * speeds + speed] += part * ratios[target * speeds + speed]
      }
    }
    smoothed.weigh(by: active.map { _ in 0 }, motion)
    return smoothed
  }

  /// Exchanges probability between the directions of each place.
  ///
  /// - Parameter origin: by cell; -1 where there is no probability.
  private func turn(
    _ moved: inout [Double], _ origin: inout [Int32], _ motion: GridMotion, _ seconds: Double
  ) {
    let (speeds, before, from) = (motion.speeds.count, moved, origin)
    for cell in from.indices where from[cell] >= 0 {
      for exchange in motion.grid.turns[cell] where exchange.rate > 0 {
        let part = min(exchange.rate * seconds, 0.25)
        let other = exchange.cell
        for speed in 0..<speeds {
          moved[cell * speeds + speed] +=
            part * (before[other * speeds + speed] - before[cell * speeds + speed])
        }
        guard from[other] < 0 else { continue }
        if origin[other] < 0 { origin[other] = from[cell] }
        for speed in 0..<speeds { moved[other * speeds + speed] += part * before[cell * speeds + speed] }
      }
    }
  }

  /// Multiplies each active cell by its likelihood, drops improbable cells, and normalises. Where nothing is left, it starts
  /// again from the uniform distribution.
  ///
  /// - Parameter logarithms: the log-likelihoods, in the order of the active cells.
  /// - Returns: which of the active cells are still active, by their indices before; nil where it starts again.
  @discardableResult
  mutating func weigh(by logarithms: [Double], _ motion: GridMotion) -> [Int]? {
    let speeds = motion.speeds.count
    let best = logarithms.max() ?? 0
    var sums: [Double] = []
    sums.reserveCapacity(active.count)
    for (cell, logarithm) in zip(active, logarithms) {
      let factor = Elementary.exp(logarithm - best)
      var weighed = mass.mutableSpan
      var sum = 0.0
      for place in cell * speeds..<(cell + 1) * speeds {
        weighed[place] *= factor
        sum += weighed[place]
      }
      sums.append(sum)
    }
    guard let most = sums.max(), most > 1e-280 else {
      self = GridBelief(motion)
      return nil
    }
    let kept = active.indices.filter { sums[$0] > most * Self.least }
    let total = kept.reduce(0) { $0 + sums[$1] }
    for index in kept {
      for place in active[index] * speeds..<(active[index] + 1) * speeds { mass[place] /= total }
    }
    active = kept.map { active[$0] }
    return kept
  }

  /// By active cell.
  func probabilities(_ motion: GridMotion) -> [Double] {
    let speeds = motion.speeds.count
    return active.map { cell in mass[cell * speeds..<(cell + 1) * speeds].reduce(0, +) }
  }

  /// Metres a second.
  func meanSpeed(_ motion: GridMotion) -> Double {
    let speeds = motion.speeds.count
    return active.reduce(0) { sum, cell in
      sum + motion.speeds.indices.reduce(0) { $0 + mass[cell * speeds + $1] * motion.speeds[$1] }
    }
  }

  /// The distribution over places some seconds later.
  func places(after seconds: Double, _ motion: GridMotion) -> GridPlaces {
    let (grid, speeds) = (motion.grid, motion.speeds.count)
    var weights = [Double](repeating: 0, count: grid.count)
    let steps = motion.steps(over: seconds)
    for speed in 0..<speeds {
      // The omitted cells would move no fix by a millimetre, and would be most of the work.
      motion.spread(active, at: speed, over: seconds, steps, of: mass.span, least: 1e-7) { _, target, part in
        weights[grid.places[target]] += part
      }
    }
    return GridPlaces(weights, grid)
  }
}
