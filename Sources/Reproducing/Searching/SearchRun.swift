import Documents
import Evaluation
import Laps
import NumericalMethods
package import Results
package import Scenarios
import Sites
import World

/// A search that is ready to run.
package struct SearchRun: Sendable {
  package let reproduction: String
  package let search: Search
  /// The seed of the laps with which points that are found are run again.
  package let secondSeed: UInt64
  /// Identifies the cells of its journal.
  package let identity: JournalIdentity
  /// The files from which the search can be run again.
  package let saved: SavedScenario
  let targets: [SearchTarget]
  private let rule: StoppingRule
  private let points: [SearchPoint]
  private let varied: VariedStudy

  /// Checks that the scenario accepts the values that the parameters set, one at a time.
  ///
  /// - Parameters:
  ///   - search: the reproduction's, perhaps with other numbers.
  ///   - program: as ``ProgramIdentity`` has it.
  /// - Throws: `FileProblem` or ``StudyProblem`` for what cannot be run.
  package init(_ search: Search, of reproduction: Reproduction, program: String) throws {
    self.reproduction = reproduction.name
    self.search = search
    secondSeed = reproduction.seed
    guard search.seed != secondSeed else {
      throw FileProblem(
        file: "--seed",
        expected: "a seed other than the reproduction's, to repeat the best points with",
        found: "\(search.seed)")
    }
    let scenario = try Scenario(
      search.scenario.document, path: search.scenario.path, seed: search.seed, laps: search.laps)
    guard let simulation = scenario.simulation else {
      throw try search.document["scenario"].problem(
        expected: "a simulated scenario for a search", found: "one of recorded walks")
    }
    varied = VariedStudy(
      search.scenario.document, path: search.scenario.path, laps: search.laps,
      site: try SiteFile(simulation.siteDocument), runsPublishedOnly: true)
    targets = SearchTarget.all(of: scenario.pipelines)
    guard !targets.isEmpty else {
      throw try search.document["scenario"].problem(
        expected: "a scenario with published rows", found: "one in which no pipeline has the key published")
    }
    let columns = SearchTables.ownColumns(of: targets)
    for parameter in try search.document.elements("parameters")
    where columns.contains(try parameter.text("name")) {
      throw try parameter["name"].problem(expected: "a name that no other column of points.csv has")
    }
    rule = StoppingRule(looks: search.looks, figures: targets.count, falseStops: search.falseStops)
    let study = try SimulatedStudy(scenario, simulation)
    saved = try study.saved.adding(SavedSearch.document(of: search, reproduction), named: SavedSearch.name)
    identity = JournalIdentity(
      study: "search", name: reproduction.name, seed: search.seed, program: program,
      definition: try SavedSearch.definition(of: search, again: secondSeed, study.saved))
    points = try search.allPoints()
    try checkParameters()
  }

  /// Runs all points that the journal does not hold, and combines them with those that it holds.
  ///
  /// - Parameters:
  ///   - journal: takes each point as soon as it is done.
  ///   - width: how many points at a time; results do not depend on it.
  ///   - progress: called with how many points are done.
  /// - Throws: the problem of a point, as `run` would report it; ``JournalProblem``; `CancellationError` once the task is
  ///   cancelled and the points that had begun are in the journal.
  package func result(
    in journal: inout Journal, width: Int, progress: (Int) -> Void
  ) async throws -> SearchResult {
    var done = 0
    let cells = try await journal.cells(
      // The first line of the journal identifies the search, so the point's number suffices as a key.
      points.map { "\($0.index)" }, known: journal.cells, width: width,
      read: { SearchCell($1, targets: targets.count) },
      finished: { _, _ in
        done += 1
        progress(done)
      },
      work: { try cell(of: points[$0]) })
    return SearchResult(self, points: points, cells: cells)
  }

  private func cell(of point: SearchPoint) throws -> SearchCell {
    do {
      let settings = point.settings(of: search.parameters)
      var first = SearchTrial(
        try study(with: settings, seed: search.seed), targets: targets, rule: rule, last: search.laps)
      let outcome = try first.outcome()
      guard outcome.verdict == .inside else { return SearchCell(outcome: outcome, again: nil) }
      var second = SearchTrial(
        try study(with: settings, seed: secondSeed), targets: targets,
        rule: StoppingRule(looks: [], figures: targets.count, falseStops: search.falseStops),
        last: search.laps)
      return SearchCell(outcome: outcome, again: try second.outcome())
    } catch let problem as any InputProblem {
      throw SearchProblem(point: point, parameters: search.parameters, problem: problem)
    }
  }

  /// The study of the pipelines with targets, with some settings.
  private func study(with settings: [Document.Member], seed: UInt64) throws -> any LapSource {
    try varied.source(with: settings, seed: seed, in: "a search")
  }

  /// Coordinates within a range; the middle one gives no round number.
  private static let places = [0, 0.5 * 2.0.squareRoot(), 1]

  private func checkParameters() throws {
    let documents = try search.document.elements("parameters")
    for (index, parameter) in search.parameters.enumerated() {
      let values =
        parameter.listed ?? Self.places.map { parameter.value(at: $0) }
      // Any values of the parameters before it will do.
      let others = search.parameters[..<index].map { $0.value(at: 0) }
      for value in values {
        let setting = parameter.setting(for: value, after: others)
        do {
          _ = try study(
            with: parameter.keys.map { Document.Member(key: $0, value: setting) }, seed: search.seed)
        } catch let problem as any InputProblem {
          throw try documents[index]["set"].problem(
            expected: "places of the scenario that take \(setting.json)",
            found: "one that does not: \(problem.description)")
        }
      }
    }
  }
}

/// A point for which a search cannot continue.
package struct SearchProblem: InputProblem {
  let point: SearchPoint
  let parameters: [SearchParameter]
  let problem: any InputProblem

  package var description: String {
    let values = zip(parameters, point.values).map { "\($0.name) \($1.plain)" }
    return "point \(point.index) with \(WordList.text(values)): \(problem.description)"
  }
}
