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
    let scorer = try Scorer(checked: rule, site: site, metrics: MetricSettings())
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

/// Compares the times of fixes from another program with those of presses and ground truth.
extension GivenFixes {
  /// The same, but each fix that follows a press by no more than a tolerance gets the time of that press, so that it
  /// counts: a program that rounds the times of presses makes half of them too late.
  ///
  /// - Parameters:
  ///   - truth: the ground truth of each lap.
  ///   - tolerance: seconds, 0 or more.
  package func dated(to truth: [LapTruth], within tolerance: Double) -> GivenFixes {
    var dated = callbacks
    for pipeline in dated.indices {
      for (lap, truth) in truth.enumerated() {
        for press in truth.presses {
          guard let index = Self.next(after: press.time, in: dated[pipeline][lap]),
            dated[pipeline][lap][index].time.microseconds <= press.time.microseconds + tolerance.microseconds
          else { continue }
          dated[pipeline][lap][index] = Callback(time: press.time, fix: dated[pipeline][lap][index].fix)
        }
      }
    }
    return GivenFixes(pipelines: pipelines, laps: laps, callbacks: dated)
  }

  /// The first fix after a press; nil if a fix has exactly the time of the press.
  private static func next(after press: Double, in callbacks: [Callback]) -> Int? {
    let index = callbacks.firstIndex { $0.time.microseconds >= press.microseconds }
    return index.flatMap { callbacks[$0].time.microseconds == press.microseconds ? nil : $0 }
  }

  /// Seconds after a press within which a fix is probably meant for that press.
  private static let rounding = 0.06

  /// A note that many fixes follow their presses so closely that rounding is the likely cause: by chance fewer than one in ten
  /// would, at one fix a second.
  package func note(on truth: [LapTruth]) -> String? {
    var (presses, delays) = (0, [Double]())
    for laps in callbacks {
      for (callbacks, truth) in zip(laps, truth) {
        presses += truth.presses.count
        delays += truth.presses.compactMap { press in
          Self.next(after: press.time, in: callbacks).map { callbacks[$0].time - press.time }
        }.filter { $0 <= Self.rounding }
      }
    }
    guard delays.count >= 3, 3 * delays.count >= presses, let median = Quantiles.of(delays, at: [0.5, 1])
    else { return nil }
    return
      "\(delays.count) of \(presses) presses have a fix just after them, by \(TimeDifferences.text(median[0])) in the median, which does not "
      + "count: a fix counts from its time on (--time-tolerance \(TimeDifferences.roundedUp(median[1])) lets these count)"
  }

  /// The times of presses or ground truth that lie wholly outside those of the fixes; nil where some lie within.
  package func spansApart(from truth: [LapTruth]) -> (fixes: ClosedRange<Double>, truth: ClosedRange<Double>)?
  {
    var (known, asked) = ([Double](), [Double]())
    for (index, truth) in truth.enumerated() {
      let fixes = callbacks.flatMap { $0[index] }.map(\.time)
      let presses = truth.presses.map(\.time)
      let span = (truth.walk?.span ?? truth.loose?.span).map { [$0.lowerBound, $0.upperBound] } ?? []
      let times = presses.isEmpty ? span : presses
      guard let from = fixes.min(), let to = fixes.max(), let first = times.min(), let last = times.max()
      else { continue }
      guard first > to + interval || last < from else { return nil }
      known += [from, to]
      asked += [first, last]
    }
    guard let from = known.min(), let to = known.max(), let first = asked.min(), let last = asked.max() else {
      return nil
    }
    return (from...to, first...last)
  }
}
