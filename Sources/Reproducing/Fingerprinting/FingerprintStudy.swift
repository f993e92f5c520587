import Evaluation
import Laps
import NumericalMethods
import Propagation
package import Scenarios

/// A fingerprint scenario that is ready to run.
package struct FingerprintStudy: Sendable {
  package let scenario: FingerprintScenario
  /// The building of all laps; nil where each lap has its own.
  private let building: Building?

  /// - Throws: ``StudyProblem`` when the channel does not fit the site.
  package init(_ scenario: FingerprintScenario) throws(StudyProblem) {
    self.scenario = scenario
    // A building is always made, so that errors in its settings are found before anything runs.
    let building = try Building(of: scenario, seed: scenario.studySeed)
    self.building = scenario.redrawsBuilding ? nil : building
  }

  /// Runs all laps: surveys, visits and comparisons.
  ///
  /// - Parameters:
  ///   - width: how many laps at a time; results do not depend on it.
  ///   - progress: called with how many laps are done.
  package func run(width: Int, progress: (Int) -> Void) async throws -> FingerprintResult {
    let (scenario, building) = (scenario, building)
    let laps = try await inParallel(scenario.laps, width: width, progress: progress) { lap in
      try FingerprintLap(scenario, lap: lap, building: building).errors()
    }
    return FingerprintResult(
      scenario: scenario,
      rows: scenario.rows.indices.map { row in
        let against = scenario.rows.firstIndex { $0.name == scenario.rows[row].published?.against }
        return FingerprintRowResult(
          scenario.rows[row], laps: laps.map { $0[row] },
          against: against.map { other in laps.map { $0[other] } })
      })
  }
}

/// The results of all rows of a fingerprint scenario.
package struct FingerprintResult: Sendable {
  package let scenario: FingerprintScenario
  /// In the order of the scenario.
  package let rows: [FingerprintRowResult]

  package var verdicts: [FingerprintVerdict] { rows.flatMap(\.verdicts) }

  /// Consequences of the published numbers alone, each pair of numbers once.
  package var arithmetic: [PublishedArithmetic] {
    var all: [PublishedArithmetic] = []
    for row in scenario.rows {
      guard let published = row.published,
        let arithmetic = PublishedArithmetic(published, row: row.name, scenario: scenario),
        !all.contains(where: { $0.hitRate == arithmetic.hitRate && $0.mean == arithmetic.mean })
      else { continue }
      all.append(arithmetic)
    }
    return all
  }

  /// A sentence for each published figure that the scenario is expected to match and does not; empty if there are none.
  package var failures: [String] {
    verdicts.filter { $0.isChecked && $0.verdict == .outside }
      .map { "the figure \($0.cell) of \(scenario.name), expected to match, is outside" }
  }
}

extension Building {
  /// - Throws: ``StudyProblem`` for a channel that does not fit the site.
  init(of scenario: FingerprintScenario, seed: Seed) throws(StudyProblem) {
    try self.init(checked: scenario.site, scenario.channel, scenario.rogues, seed: seed)
  }
}
