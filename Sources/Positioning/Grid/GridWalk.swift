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

    /// Replaces a walk by a more probable one.
    mutating func take(_ value: Double, from origin: Int32, to cell: Int, _ speed: Int) {
      let place = field.add(cell) * field.width + speed
      while origins.count < field.values.count { origins.append(-1) }
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
      walks.take(part, from: Int32(row * speeds + speed), to: target, speed)
    }
    var turned = Walks(motion)
    walks.visitAll { cell, speed, value, origin in
      let turns = motion.grid.turns[cell].map {
        (cell: $0.cell, part: min($0.rate * seconds, GridMotion.mostTurning))
      }
      turned.take(value * (1 - turns.reduce(0) { $0 + $1.part }), from: origin, to: cell, speed)
      for turn in turns where turn.part > 0 {
        turned.take(value * turn.part, from: origin, to: turn.cell, speed)
      }
    }
    let later = motion.laterSpeeds(over: seconds)
    var changed = Walks(motion)
    turned.visitAll { cell, speed, value, origin in
      for next in 0..<speeds where later[speed][next] > 0 {
        changed.take(value * later[speed][next], from: origin, to: cell, next)
      }
    }
    return changed
  }
}

extension GridWalk.Walks {
  fileprivate func visitAll(_ visit: (_ cell: Int, _ speed: Int, _ value: Double, _ origin: Int32) -> Void) {
    for (row, cell) in field.cells.enumerated() {
      for speed in 0..<field.width where field.values[row * field.width + speed] > 0 {
        visit(cell, speed, field.values[row * field.width + speed], origins[row * field.width + speed])
      }
    }
  }
}
