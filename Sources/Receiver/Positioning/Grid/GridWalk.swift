import NumericalMethods

/// The single most probable walk through all windows.
struct GridWalk {
  /// By window: its state, as a belief that is certain of it.
  let beliefs: [GridBelief]

  /// The most probable walk to each state.
  fileprivate struct Walks {
    /// Its probability, up to a common factor.
    var field: GridField
    /// By row and speed: the same of the state before; -1 for none.
    var origins: [Int32]

    init(_ motion: GridMotion) { (field, origins) = (motion.field(), []) }

    init(_ belief: GridBelief) {
      field = belief.mass
      origins = [Int32](repeating: -1, count: field.values.count)
    }

    /// The most probable of the walks.
    var best: Int { field.values.indices.max { field.values[$0] < field.values[$1] } ?? 0 }

    /// Where the numbers of a cell begin.
    @inline(__always)
    mutating func place(of cell: Int) -> Int {
      let place = field.add(cell) &* field.width
      while origins.count < field.values.count { origins.append(-1) }
      return place
    }

    /// Replaces a walk by a more probable one.
    @inline(__always)
    mutating func take(_ value: Double, from origin: Int32, at place: Int) {
      if value > field.values[place] { (field.values[place], origins[place]) = (value, origin) }
    }

    /// Multiplies by the likelihoods, of which there is one for each cell that remains; false when nothing is left.
    mutating func weigh(_ moment: GridMoment) -> Bool {
      let before = self
      if let top = moment.likelihoods.map(\.logarithm).max() {
        field.values = field.values.map { _ in 0 }
        for (cell, logarithm) in moment.likelihoods {
          guard let row = before.field.row(of: cell) else { continue }
          let factor = Elementary.exp(logarithm - top)
          for place in row * field.width..<(row + 1) * field.width {
            field.values[place] = before.field.values[place] * factor
          }
        }
      }
      guard let most = field.values.max(), most > 1e-280 else { return false }
      for place in field.values.indices { field.values[place] /= most }
      return true
    }
  }

  init(_ moments: [GridMoment], _ motion: GridMotion) {
    var windows: [Walks] = []
    for moment in moments {
      var walks =
        windows.last.map { Self.moved($0.field, over: moment.walked, motion) } ?? Walks(GridBelief(motion))
      if !walks.weigh(moment) {
        // No walk leads here, so a new one begins.
        walks = Walks(moment.belief)
      }
      windows.append(walks)
    }
    var states: [Int] = []
    for (index, walks) in windows.enumerated().reversed() {
      let before = states.last.map { Int(windows[index + 1].origins[$0]) } ?? -1
      states.append(before >= 0 ? before : walks.best)
    }
    beliefs = zip(windows, states.reversed()).map { walks, state in
      GridBelief(
        certainOf: walks.field.cells[state / walks.field.width], speed: state % walks.field.width, motion)
    }
  }

  /// The most probable walk to each state some seconds later.
  private static func moved(_ best: GridField, over seconds: Double, _ motion: GridMotion) -> Walks {
    let speeds = motion.speeds.count
    var walks = Walks(motion)
    motion.spread(best, over: seconds) { row, speed, target, part in
      let place = walks.place(of: target)
      walks.take(part, from: Int32(truncatingIfNeeded: row &* speeds &+ speed), at: place &+ speed)
    }
    walks = turned(walks, over: seconds, motion)
    walks.changeSpeeds(motion.laterSpeeds(over: seconds))
    return walks
  }

  private static func turned(_ walks: Walks, over seconds: Double, _ motion: GridMotion) -> Walks {
    var turned = Walks(motion)
    let width = walks.field.width
    for (row, cell) in walks.field.cells.enumerated() {
      func take(_ part: Double, to cell: Int) {
        let place = turned.place(of: cell)
        for speed in 0..<width {
          let (value, origin) = (walks.field.values[row * width + speed], walks.origins[row * width + speed])
          turned.take(value * part, from: origin, at: place + speed)
        }
      }
      let turns = motion.grid.turns[cell]
      let parts = turns.map { min($0.rate * seconds, GridMotion.mostTurning) }
      take(1 - parts.reduce(0, +), to: cell)
      for (turn, part) in zip(turns, parts) where part > 0 { take(part, to: turn.cell) }
    }
    return turned
  }
}

extension GridWalk.Walks {
  /// Takes at each cell the most probable of the speeds before.
  ///
  /// - Parameter later: by speed, the probabilities of all speeds now.
  fileprivate mutating func changeSpeeds(_ later: [[Double]]) {
    let speeds = later.indices
    let sources = speeds.map { next in
      speeds.filter { later[$0][next] > 0 }.map { (speed: $0, part: later[$0][next]) }
    }
    var changed = (values: field.values, origins: origins)
    for next in speeds {
      Self.change(
        &changed.values, &changed.origins, from: field.values.span, origins.span, sources[next], next,
        of: field.width)
    }
    (field.values, origins) = changed
  }

  private static func change(
    _ values: inout [Double], _ origins: inout [Int32], from before: Span<Double>, _ earlier: Span<Int32>,
    _ sources: [(speed: Int, part: Double)], _ next: Int, of width: Int
  ) {
    var values = values.mutableSpan
    var origins = origins.mutableSpan
    for first in stride(from: 0, to: before.count, by: width) {
      var (most, origin) = (0.0, Int32(-1))
      for source in sources {
        let value = before[first &+ source.speed] * source.part
        if value > most { (most, origin) = (value, earlier[first &+ source.speed]) }
      }
      (values[first + next], origins[first + next]) = (most, origin)
    }
  }
}
