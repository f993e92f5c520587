package import Laps
package import Placement
import Scenarios
package import World

/// What applications notice and claim with the beacons of a layout.
package struct NoticingLayouts: LayoutFigures {
  private let scenario: ContextScenario
  private let events: JudgedEvents
  /// Of the scenario's list.
  private let applications: [Int]

  /// - Throws: one sentence for an application that the scenario lacks.
  package init(_ scenario: ContextScenario, _ events: JudgedEvents) throws(FileProblem) {
    let all = scenario.settings.applications
    applications = all.indices.filter { index in
      events.application.map { $0 == all[index].name } ?? true
    }
    (self.scenario, self.events) = (scenario, events)
    guard applications.isEmpty else { return }
    throw FileProblem(
      file: "judge.by.context.application", expected: "one of \(all.map(\.name).joined(separator: ", "))",
      found: events.application ?? "")
  }

  package var names: [String] { applications.map { scenario.settings.applications[$0].name } }

  package func values(of study: SimulatedStudy, lap: Int) throws -> [[Double]] {
    try scenario.check(on: study.simulation.site)
    let walkers = try scenario.reported(ofLap: lap, of: .simulated(study)).outcomes
    return applications.map { application in
      walkers.flatMap { values(of: $0[application], by: scenario.settings.applications[application]) }
    }
  }

  private func values(of outcome: ApplicationOutcome, by definition: ApplicationDefinition) -> [Double] {
    guard events.figure != .wrong else {
      let claims = outcome.log.firstClaims(of: definition.application.settings.offered)
      return zip(outcome.trueStates, claims).map { $0 == $1 ? 0 : 1 }
    }
    func isJudged(_ event: ContextEvent) -> Bool { events.event.map { $0 == event.kind } ?? true }
    let matching = outcome.matching
    let noticed = (matching.pairs + matching.early).filter { isJudged($0.truth) }
    let missed = matching.missed.filter(isJudged)
    guard events.figure == .delay else { return noticed.map { _ in 0 } + missed.map { _ in 1 } }
    return noticed.map { max($0.delay, 0) }
      + missed.map { definition.application.settings.window(of: $0.kind) ?? definition.window }
  }
}
