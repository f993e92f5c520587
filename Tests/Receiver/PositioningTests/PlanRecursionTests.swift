import NumericalMethods
import Radio
import Testing
import World

@testable import Positioning

@Suite struct PlanRecursionTests {
  /// A walker at a column and a row, who faces one of eight directions counter-clockwise from the east, with a speed by index.
  private struct State: Hashable {
    var column: Int
    var row: Int
    var direction: Int
    var speed: Int

    /// The square ahead, unless the edge or the wall is in the way: the wall stands between the columns 0 and 1 of row 0, and its end
    /// in the way of the diagonals there.
    func ahead(_ direction: Int) -> (column: Int, row: Int)? {
      let steps = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
      let (x, y) = (column + steps[direction].0, row + steps[direction].1)
      guard (0..<3).contains(x), (0..<2).contains(y) else { return nil }
      let crosses = min(column, x) == 0 && max(column, x) == 1
      return crosses && (row == 0 || y == 0) ? nil : (x, y)
    }

    /// Straight on, or by the smallest turn that is free; of two equal turns each with half of the probability.
    var ways: [(State, metres: Double, share: Double)] {
      for turn in 0...4 {
        let free = Set([(direction + turn) % 8, (direction - turn + 8) % 8]).filter { ahead($0) != nil }
        if free.isEmpty { continue }
        return free.sorted().compactMap { heading in
          guard let next = ahead(heading) else { return nil }
          return (
            State(column: next.column, row: next.row, direction: heading, speed: speed),
            heading % 2 == 0 ? 1 : 2.0.squareRoot(), 1 / Double(free.count)
          )
        }
      }
      return []
    }

    func ends(_ metres: Double) -> [(State, Double)] {
      ways.flatMap { next, gap, share -> [(State, Double)] in
        guard metres >= gap else {
          return [(self, share * (1 - metres / gap)), (next, share * metres / gap)]
        }
        return next.ends(metres - gap).map { ($0, $1 * share) }
      }
    }
  }

  private struct Dense {
    let tracker: GridTracker
    let states: [State]

    init(_ tracker: GridTracker) {
      self.tracker = tracker
      states = (0..<3).flatMap { column in
        (0..<2).flatMap { row in
          (0..<8).flatMap { direction in
            tracker.motion.speeds.indices.map {
              State(column: column, row: row, direction: direction, speed: $0)
            }
          }
        }
      }
    }

    func first(_ state: State) -> Double { tracker.motion.prior[state.speed] / 48 }

    /// A second later: the walk, turns by 45, 90 and 180 degrees, and changes of speed.
    func moved(_ p: [State: Double]) -> [State: Double] {
      let (motion, count) = (tracker.motion, tracker.motion.speeds.count)
      func spread(_ p: [State: Double], _ parts: (State) -> [(State, Double)]) -> [State: Double] {
        var sums: [State: Double] = [:]
        for state in states {
          for (end, part) in parts(state) { sums[end, default: 0] += part * p[state, default: 0] }
        }
        return sums
      }
      let walked = spread(p) { $0.ends(motion.speeds[$0.speed]) }
      let rates = Dictionary(
        grid.turns[0].map { ($0.cell % 8, $0.rate) }, uniquingKeysWith: +)
      let turned = spread(walked) { state in
        let turns = rates.map { by, rate in
          (
            State(
              column: state.column, row: state.row, direction: (state.direction + by) % 8, speed: state.speed),
            rate
          )
        }
        return turns + [(state, 1 - turns.reduce(0) { $0 + $1.1 })]
      }
      let changed = spread(turned) { state in
        [(-1, motion.change / 2), (0, 1 - motion.change), (1, motion.change / 2)].map { by, part in
          var next = state
          next.speed = min(max(state.speed + by, 0), count - 1)
          return (next, part)
        }
      }
      return spread(changed) { state in
        var standing = state
        standing.speed = 0
        guard state.speed == 0 else { return [(state, 1 - motion.stop), (standing, motion.stop)] }
        return [(state, 1 - motion.start)]
          + motion.onward.enumerated().map { speed, part in
            var next = state
            next.speed = speed
            return (next, motion.start * part)
          }
      }
    }

    var grid: WalkGrid { tracker.motion.grid }

    /// Without the improbable cells, and normalised.
    func probable(_ p: [State: Double]) -> [State: Double] {
      var cells: [State: Double] = [:]
      func cell(_ state: State) -> State {
        var cell = state
        cell.speed = 0
        return cell
      }
      for state in states { cells[cell(state), default: 0] += p[state, default: 0] }
      let least = grid.least * (cells.values.max() ?? 0)
      let kept = states.filter { cells[cell($0), default: 0] > least }
      let total = kept.reduce(0) { $0 + p[$1, default: 0] }
      return Dictionary(uniqueKeysWithValues: kept.map { ($0, p[$0, default: 0] / total) })
    }

    /// n 2, 6 dB of shadowing, and 4.5 dB of fading over seven advertisements, rounded.
    func likelihood(_ epoch: Epoch, _ state: State) -> Double {
      let place = Point(x: Double(state.column) + 0.5, y: Double(state.row) + 0.5, z: 1.2)
      var sum = 0.0
      for (anchor, reading) in epoch.readings.enumerated() {
        let d = max(place.distance(to: tracker.site.site.anchors[anchor].position), LogDistance.nearest)
        let residual = (reading?.value ?? 0) + 59 + 20 * Elementary.log10(d)
        sum += residual * residual / (36 + 4.5 * 4.5 / 7 + 1.0 / 12)
      }
      return Elementary.exp(-grid.tempering * sum / 2)
    }

    func forward(_ epochs: [Epoch]) -> [[State: Double]] {
      var p: [State: Double] = [:]
      return epochs.enumerated().map { index, epoch in
        let predicted =
          index == 0 ? Dictionary(uniqueKeysWithValues: states.map { ($0, first($0)) }) : probable(moved(p))
        p = probable(
          Dictionary(
            uniqueKeysWithValues: states.map { ($0, predicted[$0, default: 0] * likelihood(epoch, $0)) }))
        return p
      }
    }
  }

  @Test func `is the forward recursion of a hidden Markov model on a small plan with a wall`() throws {
    let tracker = try SmallPlan.tracker(SmallPlan.site(), channel: SmallPlan.channel) {
      $0.calibration = .channel
    }
    // A channel that is known, so that nothing but the place is estimated.
    var session = GridSession(tracker, ChannelPrior([(0, 0), (2, 0)], anchors: 3, bias: 0))
    for (epoch, expected) in zip(SmallPlan.epochs, Dense(tracker).forward(SmallPlan.epochs)) {
      try session.update(epoch)
      let (mass, grid) = (session.belief.mass, tracker.motion.grid)
      var total = 0.0
      for (row, cell) in mass.cells.enumerated() {
        let direction = (0..<8).first { PlanGrid.headings[$0] == grid.headings[cell] } ?? 0
        for speed in 0..<mass.width {
          let state = State(
            column: Int(grid.positions[cell].x), row: Int(grid.positions[cell].y), direction: direction,
            speed: speed)
          #expect(abs(mass.values[row * mass.width + speed] - expected[state, default: 0]) < 1e-11)
          total += mass.values[row * mass.width + speed]
        }
      }
      #expect(abs(total - 1) < 1e-11)
    }
  }
}
