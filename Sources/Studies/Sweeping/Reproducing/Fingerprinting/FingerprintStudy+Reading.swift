import Documents
import Evaluation
import Laps
import Positioning
import Propagation
import Scenarios
import World

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
