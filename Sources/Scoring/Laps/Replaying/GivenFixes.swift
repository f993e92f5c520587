import Documents
package import Evaluation
import NumericalMethods
import Phone
package import Positioning
package import Scenarios
package import World

/// Fixes from another program, to be scored like those of a study.
package struct GivenFixes: Sendable {
  /// The names of the pipelines, no two the same.
  package let pipelines: [String]
  /// In rising order.
  package let laps: [Int]
  /// By pipeline, then by lap: the callbacks in order of time.
  package let callbacks: [[[Callback]]]

  /// - Precondition: one list of callbacks for each pipeline and lap.
  package init(pipelines: [String], laps: [Int], callbacks: [[[Callback]]]) {
    precondition(callbacks.count == pipelines.count && callbacks.allSatisfy { $0.count == laps.count })
    (self.pipelines, self.laps, self.callbacks) = (pipelines, laps, callbacks)
  }

  /// Seconds from one fix to the next, from the first two fixes of a lap; 1 without two fixes.
  var interval: Double {
    let times = callbacks.lazy.flatMap(\.self).first { $0.count > 1 }?.prefix(2).map(\.time)
    return times.map { $0[1] - $0[0] } ?? 1
  }

  /// - Parameters:
  ///   - name: the name of the result.
  ///   - truth: the ground truth of each lap.
  /// - Throws: when the scoring rule does not fit the site.
  package func scored(
    name: String, on site: Site, by rule: ScoringRule, against truth: [LapTruth], notes: [String]
  ) throws -> StudyResult {
    let definitions = pipelines.map { name in
      var definition = PipelineDefinition()
      (definition.name, definition.method, definition.snap) = (name, MethodChoice(Elsewhere()), false)
      return definition
    }
    let scorer = try Scorer(checked: rule, site: site)
    var totals = StudyTotals(pipelines: pipelines.count)
    for (index, truth) in truth.enumerated() {
      totals.add(
        LapOutcome(
          callbacks.map { $0[index] }, interval: interval, scorer: scorer, truth: truth, site: site))
    }
    return StudyResult(
      StudyDescription(
        name: name,
        pipelines: try PipelineSet(definitions, site: site, phone: PhoneSettings(), seed: Seed(0)),
        rule: rule, spread: .population, directionNames: DirectionNames(route: nil), references: [],
        metrics: MetricSettings()),
      totals: totals, laps: laps.count, notes: notes)
  }
}

extension PipelineDefinition {
  /// Whether another program made the fixes, by an unknown method.
  package var isElsewhere: Bool { settings.method.settings is Elsewhere }
}

/// A placeholder for the method of fixes from another program. It gives no fixes.
private struct Elsewhere: MethodSettings {
  static let name = "elsewhere"
  static let about = "Fixes that were made by another program."
  static let keys: [SettingKey<Elsewhere>] = []
  var summary: String { "made elsewhere" }
  var ranges: Bool { false }

  func makeMethod(
    _ prior: PriorInformation, phone: PhoneSettings
  ) throws(PipelineError) -> any PositioningMethod {
    try RoomCentre.Settings().makeMethod(prior, phone: phone)
  }
}
