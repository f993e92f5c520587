import NumericalMethods

/// The probability distribution over cells and speeds.
struct GridBelief: Sendable {
  /// The probabilities of all states that have one.
  private(set) var mass: GridField

  /// The cells with a probability above 0.
  var active: [Int] { mass.cells }

  private init(_ mass: GridField) { self.mass = mass }

  /// The uniform distribution over all places and directions.
  init(_ motion: GridMotion) {
    var values: [Double] = []
    values.reserveCapacity(motion.speeds.count * motion.grid.count)
    for cell in motion.grid.prior { values += motion.prior.map { $0 * cell } }
    self.init(motion.field(Array(0..<motion.grid.count), values))
    if motion.grid.prior.contains(0) { _ = keep(motion) }
  }

  init(certainOf cell: Int, speed: Int, _ motion: GridMotion) {
    mass = motion.field([cell], motion.speeds.indices.map { $0 == speed ? 1 : 0 })
  }

  /// Predicts the distribution some seconds later.
  ///
  /// - Returns: by active cell, those among the active ones before from which its probability came.
  mutating func move(over seconds: Double, _ motion: GridMotion) -> GridOrigins {
    var origins = GridOrigins()
    let (turned, kept) = go(over: seconds, motion) { part, from, row in
      origins.add(part, from: from, to: row)
    }
    for row in turned { origins.append(asOf: row) }
    origins.restrict(to: kept)
    return origins
  }

  /// - Parameter take: is given the part of each row's probability that came from an active cell.
  /// - Returns: for each row that only turns lead to, the one from which they do; and the rows that are kept.
  @inline(__always)
  private mutating func go(
    over seconds: Double, _ motion: GridMotion, _ take: (_ part: Double, _ from: Int, _ row: Int) -> Void
  ) -> (turned: [Int], kept: [Int]) {
    var moved = motion.field()
    motion.spread(mass, over: seconds) { from, speed, target, part in
      let row = moved.add(target)
      moved.values[row &* moved.width &+ speed] += part
      take(part, from, row)
    }
    let turned = Self.turn(&moved, motion, seconds)
    motion.changeSpeeds(&moved.values, over: seconds)
    motion.stopAndStart(&moved.values, over: seconds)
    mass = moved
    return (turned, keep(motion))
  }

  /// The distribution at the same moment given what was heard later as well: the backward recursion.
  ///
  /// - Parameter later: the smoothed distribution at the next moment.
  func smoothed(by later: GridBelief, over seconds: Double, _ motion: GridMotion) -> GridBelief {
    var predicted = self
    _ = predicted.go(over: seconds, motion) { _, _, _ in }
    let speeds = motion.speeds.count
    // The ratio of smoothed to predicted probability of each state.
    var ratios = later.mass
    for (row, cell) in later.active.enumerated() {
      let source = predicted.mass.row(of: cell)
      for speed in 0..<speeds {
        let expected = source.map { predicted.mass.values[$0 * speeds + speed] } ?? 0
        ratios.values[row * speeds + speed] =
          expected > 0 ? later.mass.values[row * speeds + speed] / expected : 0
      }
    }
    motion.stopAndStart(&ratios.values, over: seconds, backward: true)
    // Changes of speed and turns are symmetric, so the same step serves backwards in time.
    motion.changeSpeeds(&ratios.values, over: seconds)
    _ = Self.turn(&ratios, motion, seconds)
    var values = [Double](repeating: 0, count: mass.values.count)
    motion.spread(mass, over: seconds) { from, speed, target, part in
      guard let row = ratios.row(of: target) else { return }
      values[from &* speeds &+ speed] += part * ratios.values[row &* speeds &+ speed]
    }
    var smoothed = GridBelief(motion.field(active, values))
    smoothed.weigh(by: active.map { _ in 0 }, motion)
    return smoothed
  }

  /// Exchanges probability between the directions of each place.
  ///
  /// - Returns: for each cell that had none before, the row of the one from which it came.
  private static func turn(_ field: inout GridField, _ motion: GridMotion, _ seconds: Double) -> [Int] {
    let (before, width) = (field, field.width)
    var sources: [Int] = []
    for (row, cell) in before.cells.enumerated() {
      for exchange in motion.grid.turns[cell] where exchange.rate > 0 {
        let part = min(exchange.rate * seconds, GridMotion.mostTurning)
        let other = field.add(exchange.cell)
        if other >= before.cells.count + sources.count { sources.append(row) }
        for speed in 0..<width {
          let turning = part * before.values[row &* width &+ speed]
          field.values[row &* width &+ speed] -= turning
          field.values[other &* width &+ speed] += turning
        }
      }
    }
    return sources
  }

  /// Multiplies each active cell by its likelihood, drops improbable cells, and normalises. Where nothing is left, it starts
  /// again from the uniform distribution.
  ///
  /// - Parameter logarithms: the log-likelihoods, in the order of the active cells.
  /// - Returns: which of the active cells are still active, by their indices before; nil where it starts again.
  @discardableResult
  mutating func weigh(by logarithms: [Double], _ motion: GridMotion) -> [Int]? {
    let best = logarithms.max() ?? 0
    for (row, logarithm) in logarithms.enumerated() {
      let factor = Elementary.exp(logarithm - best)
      for place in row * mass.width..<(row + 1) * mass.width { mass.values[place] *= factor }
    }
    guard let most = sums.max(), most > 1e-280 else {
      self = GridBelief(motion)
      return nil
    }
    return keep(motion)
  }

  /// Drops improbable cells, and normalises.
  ///
  /// - Returns: those that are kept, by their indices before.
  private mutating func keep(_ motion: GridMotion) -> [Int] {
    let sums = sums
    let least = (sums.max() ?? 0) * motion.grid.least
    let kept = sums.indices.filter { sums[$0] > least }
    restrict(to: kept, motion)
    return kept
  }

  /// Drops all but some active cells, and normalises.
  ///
  /// - Parameter kept: their indices.
  mutating func restrict(to kept: [Int], _ motion: GridMotion) {
    let sums = sums
    let total = kept.reduce(0) { $0 + sums[$1] }
    var values: [Double] = []
    values.reserveCapacity(kept.count * mass.width)
    for row in kept {
      for place in row * mass.width..<(row + 1) * mass.width { values.append(mass.values[place] / total) }
    }
    mass = motion.field(kept.map { mass.cells[$0] }, values)
  }

  /// By active cell, over all speeds.
  private var sums: [Double] {
    active.indices.map { row in
      var sum = 0.0
      for place in row &* mass.width..<(row &+ 1) &* mass.width { sum += mass.values[place] }
      return sum
    }
  }

  /// By active cell.
  var probabilities: [Double] { sums }

  /// Metres a second.
  func meanSpeed(_ motion: GridMotion) -> Double {
    active.indices.reduce(0) { sum, row in
      sum + motion.speeds.indices.reduce(0) { $0 + mass.values[row * mass.width + $1] * motion.speeds[$1] }
    }
  }

  /// The distribution over places some seconds later.
  func places(after seconds: Double, _ motion: GridMotion) -> GridPlaces {
    var weights = GridField(of: motion.grid.count, width: 1)
    // The omitted cells would move no fix by a millimetre, and would be most of the work.
    motion.spread(mass, over: seconds, least: 1e-7) { _, _, target, part in
      let row = weights.add(motion.grid.places[target])
      weights.values[row] += part
    }
    return GridPlaces(weights, motion.grid)
  }
}
