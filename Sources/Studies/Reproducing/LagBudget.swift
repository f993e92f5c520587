import Documents
package import Evaluation
import Filtering
import Laps
import NumericalMethods
import Positioning
import Propagation
import Scenarios
import World

/// By how much each stage between the air and an answer lags behind a walker, predicted and measured.
///
/// A stage's own lag is measured on a ramp of level that never ends and has no noise, which it must trail by exactly so
/// many seconds once it has settled. End to end it is how far behind the walker fixes lie along the path in a scenario
/// without noise.
package struct LagBudget: Sendable {
  /// One filter of a row, or the phone.
  package struct Stage: Hashable, Sendable {
    package let name: String
    /// Seconds.
    package let predicted: Double
    package let measured: Double

    /// Whether they are the same but for rounding.
    package var isExact: Bool { (predicted - measured).magnitude <= 1e-6 * max(predicted, 1) }
  }

  package struct Row: Sendable {
    package let pipeline: String
    /// By filter, in their order.
    package let filters: [Stage]
    /// Metres that fixes are behind at a press: predicted from speed, all stages and how long presses waited, and
    /// measured; nil without a fix.
    package let predicted: Double
    package let measured: Double?
    /// Over laps.
    package let interval: ConfidenceInterval?

    /// Seconds by which the filters lag together.
    package var filterSeconds: Double { filters.reduce(0) { $0 + $1.predicted } }

    /// Whether the measured metres, whatever their interval, differ from the predicted ones by no more than
    /// ``tolerance``.
    package var isPredicted: Bool {
      measured.map { ($0 - predicted).magnitude <= LagBudget.tolerance } ?? false
    }
  }

  package let scenario: String
  /// Metres a second.
  package let speed: Double
  /// Half of what the phone averages over, and the mean time from a callback to a press.
  package let average: Stage
  package let waiting: Stage
  package let rows: [Row]
  package let missed: [MissedFixes]

  /// Metres by which a fix may be elsewhere than predicted: levels are no straight line over time, so that the delay
  /// of a filter on a ramp is not quite that of a position.
  package static let tolerance = 0.1

  /// The names of rows and stages that are not as predicted.
  package var wrong: [String] {
    let stages = ([average] + rows.flatMap(\.filters)).filter { !$0.isExact }.map(\.name)
    return stages + rows.filter { !$0.isPredicted }.map(\.pipeline)
  }

  /// - Throws: ``StudyProblem``, or `FileProblem` for a scenario that is not simulated.
  init(of scenario: Scenario, width: Int) async throws {
    guard let simulation = scenario.simulation else {
      throw scenario.resolved.problem(
        expected: "a simulated scenario for lags", found: "one of recorded walks")
    }
    let study = try SimulatedStudy(scenario, simulation)
    let result = try await Study.simulated(study).run(width: width) { _ in }
    self.scenario = scenario.name
    missed = result.missedFixes(in: nil, where: \.hasSignal)
    speed = simulation.walk.settings.speed
    let window = scenario.phone.averageSeconds
    let average = Stage(
      name: "average", predicted: window / 2, measured: try Self.lagOfPhone(scenario))
    self.average = average
    // Callbacks come when a window ends, and a press at any moment until the next.
    let waits = (0..<study.laps).flatMap { lap in
      study.truth(ofLap: lap).presses.map { $0.time.truncatingRemainder(dividingBy: window) }
    }
    let waiting = Stage(
      name: "waiting for a press", predicted: window / 2,
      measured: waits.reduce(0, +) / Double(max(waits.count, 1)))
    self.waiting = waiting
    let speed = speed
    rows = result.pipelines.filter(\.hasSignal).map { pipeline in
      let along = pipeline.errors.map(\.behind)
      let byLap = ErrorsByLap(along)
      let stages = pipeline.filters.map { Self.stage(of: $0, every: window) }
      // How long presses happened to wait is known, and is no matter of the pipeline's.
      let seconds = average.predicted + waiting.measured + stages.reduce(0) { $0 + $1.predicted }
      return Row(
        pipeline: pipeline.definition.name, filters: stages, predicted: speed * seconds,
        measured: ErrorStatistics(of: byLap.values)?.mean, interval: LapMean(of: byLap)?.interval)
    }
  }
}
