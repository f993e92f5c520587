import NumericalMethods
import World

/// How a walker moves on a grid: speeds with their probabilities, and steps of one window.
struct GridMotion: Sendable {
  /// Metres a second between two speeds.
  static let speedStep = 0.1
  static let fastest = 2.0

  let grid: PathGrid
  let speeds: [Double]
  /// By speed, adding up to 1: at first, and of those who go on from a stop.
  let prior: [Double]
  let onward: [Double]
  /// The probabilities for a second of a step up or down in speed, and of turning round.
  let change: Double
  let turn: Double
  /// The probabilities for a second of coming to a stop, and of going on from one.
  let stop: Double
  let start: Double
  /// By speed, for each of the durations that come up all the time.
  private let steps: [Int64: [GridStep]]

  /// - Parameter durations: seconds for which steps are made once and for all.
  init(_ grid: PathGrid, _ settings: GridTracker.Settings, durations: [Double]) {
    self.grid = grid
    speeds = (0...Int((Self.fastest / Self.speedStep).rounded())).map { Double($0) * Self.speedStep }
    let weights = speeds.map { speed in
      let z = (speed - settings.speed) / settings.speedDeviation
      return Elementary.exp(-z * z / 2) + 1e-3
    }
    (change, turn) = (settings.speedChange, settings.turn)
    // Who stands takes no steps.
    (stop, start) = (settings.motion == .steps ? 0 : settings.stop, settings.start)
    let total = weights.reduce(0, +)
    onward = weights.map { $0 / total }
    // As many stand as there are in the long run.
    let standing = stop > 0 ? stop / (stop + start) : 0
    prior = onward.enumerated().map { ($0 == 0 ? standing : 0) + (1 - standing) * $1 }
    var steps: [Int64: [GridStep]] = [:]
    for duration in durations where steps[duration.microseconds] == nil {
      steps[duration.microseconds] = Self.steps(on: grid, speeds, duration)
    }
    self.steps = steps
  }

  /// Moves probabilities to the speeds next to them, in some seconds: as much up as down.
  func changeSpeeds(_ mass: inout [Double], in cells: [Int], over seconds: Double) {
    let part = min(change * seconds, 0.5) / 2
    guard part > 0 else { return }
    let count = speeds.count
    var mass = mass.mutableSpan
    for first in cells.lazy.map({ $0 * count }) {
      var below = mass[first]
      for speed in 0..<count {
        let here = mass[first + speed]
        let above = mass[first + min(speed + 1, count - 1)]
        mass[first + speed] = here + part * (below - here) + part * (above - here)
        below = here
      }
    }
  }

  /// By speed, the probability of each other one some seconds later, in one place.
  func laterSpeeds(over seconds: Double) -> [[Double]] {
    speeds.indices.map { speed in
      var mass = speeds.indices.map { $0 == speed ? 1.0 : 0 }
      changeSpeeds(&mass, in: [0], over: seconds)
      stopAndStart(&mass, in: [0], over: seconds)
      return mass
    }
  }

  /// Lets walkers stop and go on again, in some seconds.
  ///
  /// - Parameter mass: by cell, then by speed; the other way round in time, what is later by what is earlier.
  func stopAndStart(
    _ mass: inout [Double], in cells: [Int], over seconds: Double, backward: Bool = false
  ) {
    let (stopping, starting) = (min(stop * seconds, 1), min(start * seconds, 1))
    guard stopping > 0 else { return }
    let count = speeds.count
    var mass = mass.mutableSpan
    let onward = onward.span
    for first in cells.lazy.map({ $0 * count }) {
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

  /// By speed, what becomes of each cell in so many seconds; nil where that is not made once and for all.
  func steps(over seconds: Double) -> [GridStep]? { steps[seconds.microseconds] }

  /// Where the probabilities of one speed go in so many seconds.
  ///
  /// - Parameters:
  ///   - cells: in which there is any.
  ///   - steps: those of as many seconds, if they are made.
  ///   - mass: by cell, then by speed.
  ///   - least: smaller probabilities are left out.
  @inline(__always)
  func spread(
    _ cells: [Int], at speed: Int, over seconds: Double, _ steps: [GridStep]?, of mass: Span<Double>,
    least: Double = 0, _ take: (_ cell: Int, _ target: Int, _ part: Double) -> Void
  ) {
    let count = speeds.count
    guard let step = steps?[speed] else {
      for cell in cells where mass[cell * count + speed] > least {
        for target in grid.targets(from: cell, metres: speeds[speed] * seconds) {
          take(cell, target.cell, mass[cell * count + speed] * target.weight)
        }
      }
      return
    }
    let (starts, targets, weights) = (step.starts.span, step.targets.span, step.weights.span)
    for cell in cells {
      let here = mass[unchecked: cell &* count &+ speed]
      guard here > least else { continue }
      var index = starts[unchecked: cell]
      let end = starts[unchecked: cell &+ 1]
      while index < end {
        take(cell, Int(truncatingIfNeeded: targets[unchecked: index]), here * weights[unchecked: index])
        index &+= 1
      }
    }
  }

  private static func steps(on grid: PathGrid, _ speeds: [Double], _ seconds: Double) -> [GridStep] {
    speeds.map { grid.step(metres: $0 * seconds) }
  }
}
