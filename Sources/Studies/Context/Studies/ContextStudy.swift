import Documents
import Evaluation
import Laps
import NumericalMethods
import Rendering
import Results
import Scenarios
import World

/// A finished study of applications.
package struct ContextResult: StudyOutcome, Sendable {
  /// The scenario, with the changes that were asked for.
  package let scenario: ContextScenario
  /// The number of laps.
  package let laps: Int
  /// By application, then by kind in alphabetical order.
  package private(set) var events: [EventScore] = []
  /// Of applications without any event or notice.
  private(set) var silent: [EventScore] = []
  /// By application whose truth has a radius, then by kind and by radius.
  package private(set) var radii: [RadiusScore] = []
  /// By application with states.
  package private(set) var states: [StateScore] = []
  /// By application, then in the order of its published zones.
  package private(set) var zones: [ZoneScore] = []
  /// The number of sensor values that were invalid and left out.
  package let invalidValues: Int
  /// All events of all applications; nil where there are none.
  private(set) var allEvents: EventScore?
  /// By quantity; empty without a conference.
  package private(set) var conference: [ConferenceScore] = []
  /// Nil where it is not studied.
  package var energy: EnergyResult?
  /// By lap, over walkers, the advertisements that the phones received, and the seconds.
  package private(set) var receptions: [SIMD2<Double>] = []
  /// Every event of every lap, for the table.
  package private(set) var rows: [EventRow] = []
  /// What a server has of it, in one sentence; nil where nothing was reported.
  package var reporting: String?
}

/// A row of events.csv.
package struct EventRow: Sendable {
  /// The lap's number, counted from 0.
  package let lap: Int
  /// The walker's name; nil where there is only one.
  package let walker: String?
  /// The application's name, or `conference`.
  package let application: String
  /// `found`, `early`, `missed` or `falseAlarm`; in a replay `noticed`.
  package let status: String
  /// The true event; nil for a false alarm and in a replay.
  package let truth: ContextEvent?
  /// The notice; nil for a missed event.
  package let notice: ContextEvent?
}

extension ContextScenario {
  /// The number of laps of the study.
  package var laps: Int { study.laps }

  /// Runs all laps.
  ///
  /// - Parameters:
  ///   - width: how many laps at a time; results do not depend on it.
  ///   - progress: called with how many laps are done.
  package func run(width: Int, progress: (Int) -> Void) async throws -> ContextResult {
    try await run(width: width, progress: progress, report: nil)
  }

  /// - Parameter report: of each lap as soon as it and all earlier ones are finished; nil for none.
  func run(
    width: Int, progress: (Int) -> Void, report: (to: Reporter, laps: LapReport)?
  ) async throws -> ContextResult {
    var outcomes: [[[ApplicationOutcome]]] = []
    try await inParallel(
      laps, width: width, progress: progress,
      inOrder: { (lap: ReportedLap) in
        outcomes.append(lap.outcomes)
        try report?.to.add(lap.records)
      }, { [laps = report?.laps] in try reported(ofLap: $0, of: study, by: laps) })
    return ContextResult(self, laps: outcomes)
  }
}

extension ContextResult {
  /// - Parameter laps: by lap, by walker and then by application.
  fileprivate init(_ scenario: ContextScenario, laps: [[[ApplicationOutcome]]]) {
    self.init(
      scenario: scenario, laps: laps.count,
      invalidValues: laps.joined().joined().reduce(0) { $0 + $1.log.invalidValues })
    receptions = laps.map { walkers in
      walkers.reduce(.zero) { $0 + ($1.first.map { SIMD2(Double($0.received), $0.seconds) } ?? .zero) }
    }
    var first: [[ApplicationOutcome]]?
    for (index, definition) in scenario.settings.applications.enumerated() {
      add(definition, laps.map { $0.map { $0[index] } }, beside: &first)
    }
    if let meetings = scenario.conference(laps) {
      conference = meetings.scores
      addRows(meetings.matches, of: "conference")
      let matches = EventScore("conference", "match", laps: meetings.matches)
      if matches.happened + matches.falseAlarms > 0 { events.append(matches) }
    }
    allEvents = events.isEmpty ? nil : EventScore("all", nil, laps: laps.map { $0.flatMap { $0 } })
  }

  /// The scores of one application, by lap and walker.
  ///
  /// - Parameter first: the outcomes of the first application with states; nil before it.
  private mutating func add(
    _ definition: ApplicationDefinition, _ laps: [[ApplicationOutcome]],
    beside first: inout [[ApplicationOutcome]]?
  ) {
    let kinds = Set(laps.joined().flatMap(\.matching.kinds))
    events += kinds.sorted().map { EventScore(definition.name, $0, laps: laps) }
    radii += RadiusScore.scores(definition, laps: laps)
    if kinds.isEmpty { silent.append(EventScore(definition.name, nil, laps: laps)) }
    if laps.joined().contains(where: { $0.states.seconds > 0 }) {
      states.append(
        StateScore(
          definition.name, offered: definition.application.settings.offered, laps: laps, first: first))
      first = first ?? laps
    }
    let ranging = definition.application.settings as? RangingApplication
    zones += (ranging?.published ?? []).enumerated().map { band, published in
      let tallies = laps.map { $0.reduce(ZoneTally()) { $0 + $1.zones[band] } }
      return ZoneScore(definition.name, published, laps: tallies)
    }
    addRows(laps, of: definition.name)
  }

  private mutating func addRows(_ laps: [[ApplicationOutcome]], of application: String) {
    for (lap, outcomes) in laps.enumerated() {
      rows += outcomes.flatMap { $0.rows(lap: lap, application: application) }
    }
  }
}

extension ApplicationOutcome {
  /// In the order of time.
  fileprivate func rows(lap: Int, application: String) -> [EventRow] {
    func row(_ status: String, _ truth: ContextEvent?, _ notice: ContextEvent?) -> EventRow {
      EventRow(
        lap: lap, walker: walker, application: application, status: status, truth: truth, notice: notice)
    }
    let rows =
      matching.pairs.map { row("found", $0.truth, $0.notice) }
      + matching.early.map { row("early", $0.truth, $0.notice) }
      + matching.missed.map { row("missed", $0, nil) }
      + matching.falseAlarms.map { row("falseAlarm", nil, $0) }
    func key(_ row: EventRow) -> (Int64, String, String, String) {
      let event = row.truth ?? row.notice
      return (event?.microseconds ?? 0, event?.kind ?? "", event?.subject ?? "", row.status)
    }
    return rows.sorted { key($0) < key($1) }
  }
}

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
          matching: EventMatching(
            lap.meetings(\.believed), truth: lap.meetings(\.truth), early: definition.early
          ) { _ in definition.window },
          seconds: walkers.map { $0[index].seconds }.max() ?? 0)
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
    let claims = outcome.log.firstClaims(of: definition.application.settings.offered)
    return Visit(
      name: name, claims: claims.map(Visit.State.init), truth: outcome.trueStates.map(Visit.State.init),
      settings: conference, using: &random)
  }
}
