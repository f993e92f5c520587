import Documents
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
  @Shared private(set) var simulation: Simulation
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

extension FingerprintStudy {
  /// Reads a scenario and the site that it names.
  ///
  /// - Parameters:
  ///   - path: of the YAML file; files that it names are relative to it.
  ///   - seed: takes the place of the file's own.
  ///   - laps: takes the place of the file's own.
  /// - Throws: ``FileProblem``, whose sentence names file, line and key; ``StudyProblem`` when the channel does not fit the
  ///   site, or a pipeline cannot use the radio map.
  package init(contentsOf path: String, seed: UInt64? = nil, laps: Int? = nil) throws {
    var scenario = try Scenario(contentsOf: path, seed: seed, laps: laps)
    let document = scenario.resolved
    let (simulation, visits, survey) = try Self.stays(of: scenario)
    let rows = zip(scenario.pipelines, try document.elements("pipelines"))
      .filter { $0.0.given.contains(.survey) }
    scenario.pipelines = rows.map(\.0)
    guard !rows.isEmpty else {
      throw try document["pipelines"].problem(expected: "a pipeline that uses the survey", found: "none")
    }
    (self.scenario, self.simulation, self.visits, self.survey) = (scenario, simulation, visits, survey)
    study = try SimulatedStudy(scenario, simulation)
    scorer = try Scorer(ScoringRule(at: .callbacks), site: simulation.site)
    for (row, (_, entry)) in rows.enumerated() { try checkPublished(row, entry.optional("published")) }
  }

  /// What is simulated, where the walker stands, and how the test points are surveyed.
  private static func stays(
    of scenario: Scenario
  ) throws(FileProblem) -> (Simulation, StandingVisits, SurveySettings) {
    let document = scenario.resolved
    guard let simulation = scenario.simulation else {
      throw try document["dataset"].problem(expected: "a simulated scenario", found: "recorded walks")
    }
    try scenario.checkHasOwnNoise(in: "fingerprint experiments")
    guard case .standing(let visits) = simulation.walk.journey, simulation.walkers.isEmpty else {
      throw try document["walk"].problem(
        expected: "one walker with the key standing",
        found: simulation.walkers.isEmpty ? "another walk" : "several walkers")
    }
    guard let survey = simulation.survey, survey.places == .testPoints, survey.laps == 0, survey.file == nil
    else {
      throw (document.optional("survey") ?? document).problem(
        expected: "a survey by stays at the test points",
        found: simulation.survey == nil ? "none" : "another")
    }
    guard simulation.site.testPoints.count >= 2 else {
      throw try document["site"].problem(
        expected: "a site with two test points or more to survey", found: "1")
    }
    return (simulation, visits, survey)
  }

  private func checkPublished(_ row: Int, _ entry: Document?) throws {
    guard let entry, let published = rows[row].published else { return }
    if let against = published.against,
      !rows[..<row].contains(where: { $0.name == against && $0.published != nil })
    {
      throw try entry["against"].problem(expected: "an earlier row for which something is published")
    }
    if visits.settings.unlisted.isEmpty, let mean = entry.optional("meanWithUnlisted") {
      throw mean.problem(expected: "no such key, since walk.standing.unlisted has no place")
    }
    for (check, statistic) in zip(try entry.optional("check")?.elements ?? [], published.checked)
    where self.published(of: rows[row], statistic) == nil {
      throw check.problem(expected: "one of the numbers that are published here")
    }
  }
}
