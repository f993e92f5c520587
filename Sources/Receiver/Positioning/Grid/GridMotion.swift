import NumericalMethods
import World

/// The motion model of a walker on a grid: speeds, their probabilities, and the transitions over one window.
struct GridMotion: Sendable {
  /// The largest probability of one turn in a window.
  static let mostTurning = 0.25

  var grid: WalkGrid
  let speeds: [Double]
  /// By speed, adding up to 1: the initial distribution, which also holds after a stop.
  let prior: [Double]
  let onward: [Double]
  /// The probability per second of one step up or down in speed.
  let change: Double
  /// The probabilities per second of stopping, and of walking on after a stop.
  let stop: Double
  let start: Double
  /// For each of the durations that occur regularly.
  private let steps: [Int64: GridStep]

  /// - Parameter durations: seconds for which transitions are computed in advance.
  init(_ grid: WalkGrid, _ settings: GridTracker.Settings, durations: [Double]) {
    self.grid = grid
    speeds = grid.speeds
    let weights = speeds.map { speed in
      let z = (speed - settings.speed) / settings.speedDeviation
      return Elementary.exp(-z * z / 2) + 1e-3
    }
    change = settings.speedChange
    // A walker who stands takes no steps.
    (stop, start) = (settings.motion == .steps ? 0 : settings.stop, settings.start)
    let total = weights.reduce(0, +)
    onward = weights.map { $0 / total }
    // The stationary probability of standing.
    let standing = stop > 0 ? stop / (stop + start) : 0
    prior = onward.enumerated().map { ($0 == 0 ? standing : 0) + (1 - standing) * $1 }
    var steps: [Int64: GridStep] = [:]
    for duration in durations where steps[duration.microseconds] == nil {
      steps[duration.microseconds] = grid.step(metres: speeds.map { $0 * duration })
    }
    self.steps = steps
  }

  /// Numbers by speed for some cells; by default for none.
  func field(_ cells: [Int] = [], _ values: [Double] = []) -> GridField {
    GridField(of: grid.count, width: speeds.count, cells: cells, values: values)
  }

  /// Moves probability to the neighbouring speeds over some seconds, equally up and down.
  ///
  /// - Parameter mass: by speed, row by row.
  func changeSpeeds(_ mass: inout [Double], over seconds: Double) {
    let part = min(change * seconds, 0.5) / 2
    guard part > 0 else { return }
    let count = speeds.count
    var mass = mass.mutableSpan
    for first in stride(from: 0, to: mass.count, by: count) {
      var below = mass[first]
      for speed in 0..<count {
        let here = mass[first + speed]
        let above = mass[first + min(speed + 1, count - 1)]
        mass[first + speed] = here + part * (below - here) + part * (above - here)
        below = here
      }
    }
  }

  /// By speed, the probabilities of all speeds some seconds later.
  func laterSpeeds(over seconds: Double) -> [[Double]] {
    speeds.indices.map { speed in
      var mass = speeds.indices.map { $0 == speed ? 1.0 : 0 }
      changeSpeeds(&mass, over: seconds)
      stopAndStart(&mass, over: seconds)
      return mass
    }
  }

  /// Lets walkers stop and walk on, over some seconds.
  ///
  /// - Parameter mass: by speed, row by row; the other way round in time, what is later by what is earlier.
  func stopAndStart(_ mass: inout [Double], over seconds: Double, backward: Bool = false) {
    let (stopping, starting) = (min(stop * seconds, 1), min(start * seconds, 1))
    guard stopping > 0 else { return }
    let count = speeds.count
    var mass = mass.mutableSpan
    let onward = onward.span
    for first in stride(from: 0, to: mass.count, by: count) {
      let standing = mass[first]
      var moving = 0.0
      for speed in 1..<count {
        let here = mass[first + speed]
        moving += backward ? onward[speed] * here : here
        mass[first + speed] =
          here * (1 - stopping) + standing * (backward ? stopping : starting * onward[speed])
      }
      mass[first] =
        backward
        ? standing * (1 - starting) + starting * (onward[0] * standing + moving)
        : standing * (1 - starting) + starting * onward[0] * standing + stopping * moving
    }
  }

  /// Distributes the probability of each state over the cells that are reached in some seconds, row by row.
  ///
  /// - Parameters:
  ///   - field: the probabilities.
  ///   - least: smaller ones are left out.
  @inline(__always)
  func spread(
    _ field: GridField, over seconds: Double, least: Double = 0,
    _ take: (_ row: Int, _ speed: Int, _ target: Int, _ part: Double) -> Void
  ) {
    let count = speeds.count
    let values = field.values.span
    guard let step = steps[seconds.microseconds] else {
      var targets: [(cell: Int, weight: Double)] = []
      for (row, cell) in field.cells.enumerated() {
        for speed in 0..<count where values[row * count + speed] > least {
          targets.removeAll(keepingCapacity: true)
          grid.spread(from: cell, metres: speeds[speed] * seconds, weight: 1, into: &targets)
          for target in targets {
            take(row, speed, target.cell, values[row * count + speed] * target.weight)
          }
        }
      }
      return
    }
    let (starts, targets, weights) = (step.starts.span, step.targets.span, step.weights.span)
    for (row, cell) in field.cells.enumerated() {
      for speed in 0..<count {
        let here = values[unchecked: row &* count &+ speed]
        guard here > least else { continue }
        var index = starts[unchecked: cell &* count &+ speed]
        let end = starts[unchecked: cell &* count &+ speed &+ 1]
        while index < end {
          take(
            row, speed, Int(truncatingIfNeeded: targets[unchecked: index]), here * weights[unchecked: index])
          index &+= 1
        }
      }
    }
  }
}
