import Evaluation
import Laps
import Phone
import Positioning
import Propagation
package import Scenarios
import World

/// Fingerprint experiments: in each, a site's test points are surveyed in a building of its own, a walker stands at them, and the
/// pipelines that use the survey are compared with what was published. A lap is one experiment.
package struct FingerprintStudy: Sendable {
  /// One row's errors in one lap.
  struct Lap: Sendable {
    /// At surveyed points.
    let listed: [PositionError]
    /// Of these, and of those at other places.
    let figures: StayFigures
  }

  /// As `run` has it, with the pipelines that use the survey alone.
  package let scenario: Scenario
  let simulation: Simulation
  /// Where the walker stands.
  let visits: StandingVisits
  let survey: SurveySettings
  let study: SimulatedStudy
  /// At every callback, in a straight line.
  let scorer: Scorer

  /// The pipelines, in the order of the table.
  var rows: [PipelineDefinition] { scenario.pipelines }
  /// How many laps there are.
  package var laps: Int { study.laps }

  /// Metres between the two surveyed points that are nearest to each other on the plan of one floor, rounded to a
  /// micrometre, so that 3.8 and 2.2 in a file are 1.6 apart.
  package var spacing: Double {
    let points = simulation.site.testPoints
    let distances = points.enumerated().flatMap { index, point in
      points[..<index].filter { $0.floor == point.floor }
        .map { point.position.horizontalDistance(to: $0.position) }
    }
    return ((distances.min() ?? .infinity) * 1e6).rounded() / 1e6
  }

  /// What was published of a row, the gains over another row included; nil for nothing.
  func published(of row: PipelineDefinition, _ statistic: StayStatistic) -> Double? {
    row.published.flatMap { published in
      let other = rows.first { $0.name == published.against }?.published
      return StayFigures(published)[statistic, over: other.map { StayFigures($0) }]
    }
  }

  /// Runs all laps: surveys, visits and comparisons.
  ///
  /// - Parameters:
  ///   - width: how many laps at a time; results do not depend on it.
  ///   - progress: called with how many laps are done.
  package func run(width: Int, progress: (Int) -> Void) async throws -> FingerprintResult {
    let laps = try await inParallel(laps, width: width, progress: progress) { try results(ofLap: $0) }
    return FingerprintResult(
      study: self,
      rows: rows.enumerated().map { index, row in
        let against = rows.firstIndex { $0.name == row.published?.against }
        return FingerprintRowResult(
          row, of: self, laps: laps.map { $0[index] },
          against: against.map { other in laps.map { $0[other] } })
      })
  }

  /// By row.
  private func results(ofLap lap: Int) throws -> [Lap] {
    let study = try study.experiment(lap)
    let heard = try study.heard(lap: lap)[0]
    let outcome = study.pipelines.run(on: heard.readings, directory: heard.directory, truth: heard.truth)
    let stays = zip(heard.readings.stays(endingAt: heard.truth.stays), heard.truth.stays)
    return zip(rows, outcome.callbacks).map { row, callbacks in
      // A callback may come late, but it still refers to the readings of its stay.
      let due = stays.map { stay, end in
        callbacks[stay].suffix(row.scoresEachFix ? stay.count : 1)
          .map { (fix: $0.fix, time: min($0.time, end)) }
      }
      let errors = scorer.errors(
        of: due.joined().map(\.fix), at: due.joined().map(\.time), interval: heard.readings.interval,
        against: heard.truth
      ).errors
      let listed = Array(errors.prefix(due.prefix(heard.truth.presses.count).joined().count))
      return Lap(
        listed: listed,
        figures: StayFigures(listed: listed, unlisted: Array(errors.dropFirst(listed.count))))
    }
  }
}

/// The results of all rows of fingerprint experiments.
package struct FingerprintResult: Sendable {
  /// The experiments of which these are the results.
  package let study: FingerprintStudy
  /// In the order of the scenario.
  package let rows: [FingerprintRowResult]

  /// The published figures of all rows beside the simulated ones.
  package var verdicts: [FingerprintVerdict] { rows.flatMap(\.verdicts) }

  /// Consequences of the published numbers alone, each pair of numbers once.
  package var arithmetic: [PublishedArithmetic] {
    study.rows.reduce(into: []) { all, row in
      guard let published = row.published, let hitRate = published.hitRate,
        !all.contains(where: { $0.hitRate == hitRate && $0.mean == published.mean })
      else { return }
      all.append(
        PublishedArithmetic(
          row: row.name, hitRate: hitRate, mean: published.mean, spacing: study.spacing,
          points: study.simulation.site.testPoints.count,
          unlisted: published.meanWithUnlisted.map { (study.visits.settings.unlisted.count, $0) }))
    }
  }

  /// A sentence for each published figure that the scenario is expected to match and does not; empty if there are none.
  package var failures: [String] {
    verdicts.filter { $0.isChecked && $0.verdict == .outside }
      .map { "the figure \($0.cell) of \(study.scenario.name), expected to match, is outside" }
  }
}
