import NumericalMethods
import World

/// The steps of the last windows, from which motion over any time after them follows.
///
/// Beyond the end of the latest window the walker is taken to go on as in it.
struct StepHistory: Hashable, Sendable {
  /// Seconds for which steps are kept.
  private static let memory = 3600.0

  private var steps: [Step] = []
  /// Seconds: the end of the latest window, and its length.
  private var latest = 0.0
  private var window = 1.0

  /// - Throws: where the stream has no steps.
  mutating func hear(_ epoch: Epoch) throws(NoFix) {
    guard let steps = epoch.steps else { throw .failed("the stream has no steps") }
    if epoch.time > latest { (window, latest) = (epoch.time - latest, epoch.time) }
    self.steps.removeAll { $0.time <= latest - Self.memory }
    self.steps += steps
  }

  /// The steps after one moment and up to another, with one that stands for those still to come.
  func steps(after start: Double, to end: Double) -> [(length: Double, heading: Double)] {
    var moves = steps.filter { $0.time > start && $0.time <= end }.map {
      (length: $0.length, heading: $0.heading)
    }
    let beyond = end - max(start, latest)
    if beyond > 0, let last = steps.last, last.time > latest - window {
      let rate = steps.reduce(0) { $0 + ($1.time > latest - window ? $1.length : 0) } / window
      moves.append((rate * beyond, last.heading))
    }
    return moves
  }

  /// The mean direction of the steps, of length 1; nil without any.
  func direction(after start: Double, to end: Double) -> Point? {
    let sum = steps(after: start, to: end).reduce(Point.zero) { sum, step in
      let (sine, cosine) = Elementary.sinCos(step.heading)
      return sum + Point(x: step.length * cosine, y: step.length * sine)
    }
    return sum == .zero ? nil : sum.horizontalDirection
  }

  func metres(after start: Double, to end: Double) -> Double {
    steps(after: start, to: end).reduce(0) { $0 + $1.length }
  }
}
