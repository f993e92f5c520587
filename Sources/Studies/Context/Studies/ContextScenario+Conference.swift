import NumericalMethods
import Scenarios

extension ContextScenario {
  /// What a server makes of all laps, and the meetings of each lap; nil without a conference.
  ///
  /// - Parameter laps: by lap, by walker and then by application.
  func conference(
    _ laps: [[[ApplicationOutcome]]]
  ) -> (scores: [ConferenceScore], matches: [[ApplicationOutcome]])? {
    guard let conference = settings.conference,
      let index = settings.applications.firstIndex(where: { $0.name == conference.application })
    else { return nil }
    let definition = settings.applications[index]
    let all = laps.enumerated().map { lap, walkers in
      ConferenceLap(
        visits: walkers.map { visit($0[index], on: lap, definition, conference) }, settings: conference,
        places: conferencePlaces)
    }
    let matches = zip(all, laps).map { lap, walkers in
      [
        ApplicationOutcome(
          walker: nil, log: ContextLog(),
          matching: EventMatching(
            lap.meetings(\.believed), truth: lap.meetings(\.truth), early: definition.early
          ) { _ in definition.window }, matchingByRadius: [], received: 0,
          seconds: walkers.map { $0[index].seconds }.max() ?? 0,
          states: StateTally(), trueStates: [], zones: [])
      ]
    }
    return (ConferenceLap.scores(all), matches)
  }

  /// One walker's updates, as the server receives them.
  private func visit(
    _ outcome: ApplicationOutcome, on lap: Int, _ definition: ApplicationDefinition,
    _ conference: ConferenceSettings
  ) -> Visit {
    let name = outcome.walker ?? ""
    var random = RandomStream(scenario.studySeed.derived("lap", lap).derived("updates").derived(name))
    let (claims, width) = (outcome.log.claims, definition.application.settings.offered)
    return Visit(
      name: name, claims: stride(from: 0, to: claims.count, by: width).map { Visit.State(claim: claims[$0]) },
      truth: outcome.trueStates.map(Visit.State.init), settings: conference, using: &random)
  }
}
