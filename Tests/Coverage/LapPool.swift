import Evaluation
import Laps
import NumericalMethods
import Scenarios

/// The measured errors of one pipeline over very many laps, from which experiments of few laps are drawn.
///
/// All laps together are the truth that the intervals of an experiment should hold. Laps are drawn with replacement; the
/// i-th of an experiment is one of those that walk the same way with the same hand as the i-th of a study, so that an
/// experiment has directions and hands in turn as a study has.
struct LapPool: Sendable {
  let name: String
  /// By lap.
  let errors: [[Double]]

  /// Two directions with two hands each, of `allocation: crossed`.
  private static let turns = 4

  init(_ result: PipelineResult) {
    name = result.definition.name
    let byLap = ErrorsByLap(result.errors)
    errors = byLap.laps.indices.map { Array(byLap[$0]) }
  }

  /// Nil without errors.
  var truth: ErrorStatistics? { ErrorStatistics(of: errors.flatMap(\.self)) }

  /// The numbers of the laps of an experiment.
  func draw(_ laps: Int, using random: inout RandomStream) -> [Int] {
    let groups = errors.count / Self.turns
    return (0..<laps).map { Int(random.uniform() * Double(groups)) * Self.turns + $0 % Self.turns }
  }
}

/// How often something happened among so many experiments.
struct Rate: Sendable {
  private(set) var cases = 0
  private(set) var count = 0

  mutating func add(_ isCase: Bool) {
    count += 1
    if isCase { cases += 1 }
  }

  /// Of an interval and the truth; an experiment without an interval does not count.
  mutating func add(_ interval: ConfidenceInterval?, holds truth: Double) {
    if let interval { add(interval.lower <= truth && truth <= interval.upper) }
  }

  /// Per cent.
  var share: Double { count > 0 ? 100 * Double(cases) / Double(count) : 0 }
}
