import NumericalMethods
import World

/// How a walker moves on a grid: speeds with their probabilities, and steps of one window.
struct GridMotion: Sendable {
  /// Metres a second between two speeds.
  static let speedStep = 0.1
  static let fastest = 2.0

  let grid: PathGrid
  let speeds: [Double]
  /// By speed, adding up to 1.
  let prior: [Double]
  /// The probabilities for a second of a step up or down in speed, and of turning round.
  let change: Double
  let turn: Double
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
    let total = weights.reduce(0, +)
    prior = weights.map { $0 / total }
    (change, turn) = (settings.speedChange, settings.turn)
    var steps: [Int64: [GridStep]] = [:]
    for duration in durations where steps[duration.microseconds] == nil {
      steps[duration.microseconds] = Self.steps(on: grid, speeds, duration)
    }
    self.steps = steps
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
      let here = mass[cell * count + speed]
      guard here > least else { continue }
      for index in starts[cell]..<starts[cell + 1] { take(cell, Int(targets[index]), here * weights[index]) }
    }
  }

  private static func steps(on grid: PathGrid, _ speeds: [Double], _ seconds: Double) -> [GridStep] {
    speeds.map { grid.step(metres: $0 * seconds) }
  }
}
