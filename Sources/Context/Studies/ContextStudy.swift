import Documents
package import Evaluation
import Laps
import NumericalMethods
import Propagation
import Rendering
import Results
import Scenarios
import World

/// The score of one kind of event of one application over all laps.
package struct EventScore: Sendable {
  /// The application's name; `all` for all together.
  package let application: String
  /// The kind of event, such as `enter`; `any` for all kinds.
  package let kind: String
  /// The number of true events.
  package let happened: Int
  /// True events with a notice.
  package let found: Int
  /// Notices without a true event.
  package let falseAlarms: Int
  /// Hours of laps, over all walkers.
  package let hours: Double
  /// The share of true events without a notice, over laps.
  package let missed: LapMean?
  /// The delay in seconds, over laps.
  package let delay: LapMean?
  /// The delay that 95 % of found events do not exceed, in seconds; nil where none was found.
  package let longDelay: Double?
  /// False alarms an hour, over laps.
  package let falseAlarmRate: LapMean?
  /// The share at the right place, of found events with a place on both sides.
  package let rightPlaces: LapMean?
  /// The mean absolute difference of the values, in the unit of the event.
  package let valueError: LapMean?

  /// - Parameters:
  ///   - kind: nil for all kinds.
  ///   - laps: by lap the outcomes of its walkers.
  init(_ application: String, _ kind: String?, laps: [[ApplicationOutcome]]) {
    self.application = application
    self.kind = kind ?? "any"
    var tallies = LapTallies()
    for lap in laps {
      var own = LapTallies.Lap()
      for outcome in lap {
        let pairs = outcome.matching.pairs.filter { kind == nil || $0.truth.kind == kind }
        own.found += pairs.count
        own.missed += outcome.matching.missed.count { kind == nil || $0.kind == kind }
        own.falseAlarms += outcome.matching.falseAlarms.count { kind == nil || $0.kind == kind }
        own.hours += outcome.seconds / 3600
        own.delays += pairs.map(\.delay)
        own.places += pairs.compactMap { pair in
          pair.truth.place.map { $0 == pair.notice.place ? 1 : 0 }
        }
        own.values += pairs.compactMap { pair in
          pair.truth.value.flatMap { truth in pair.notice.value.map { abs($0 - truth) } }
        }
      }
      tallies.laps.append(own)
    }
    found = tallies.laps.reduce(0) { $0 + $1.found }
    happened = found + tallies.laps.reduce(0) { $0 + $1.missed }
    falseAlarms = tallies.laps.reduce(0) { $0 + $1.falseAlarms }
    hours = tallies.laps.reduce(0) { $0 + $1.hours }
    missed = tallies.mean { ($0.missed.double, ($0.found + $0.missed).double) }
    delay = tallies.mean { ($0.delays.reduce(0, +), $0.delays.count.double) }
    longDelay = Quantiles.of(tallies.laps.flatMap(\.delays), at: [0.95])?.first
    falseAlarmRate = tallies.mean { ($0.falseAlarms.double, $0.hours) }
    rightPlaces = tallies.mean { ($0.places.reduce(0, +), $0.places.count.double) }
    valueError = tallies.mean { ($0.values.reduce(0, +), $0.values.count.double) }
  }
}

private struct LapTallies {
  struct Lap {
    var (found, missed, falseAlarms, hours) = (0, 0, 0, 0.0)
    var delays: [Double] = []
    var places: [Double] = []
    var values: [Double] = []
  }

  var laps: [Lap] = []

  func mean(_ totals: (Lap) -> (Double, Double)) -> LapMean? {
    LapMean(
      ofTotals: laps.map { lap in
        let (sum, count) = totals(lap)
        return SIMD2(sum, count)
      })
  }
}

extension Int {
  fileprivate var double: Double { Double(self) }
}

/// How often an application claimed the right state.
package struct StateScore: Sendable {
  /// The application's name.
  package let application: String
  /// Seconds by whether the claimed state was right, over all laps.
  package let tally: StateTally
  /// Hours of laps, over all walkers.
  package let hours: Double
  /// The share of seconds with the right state, over laps.
  package let right: LapMean?
  /// The share of seconds in which the right state was among those offered, over laps.
  package let offered: LapMean?
  /// Changes of the claimed state an hour, over laps.
  package let flips: LapMean?
  /// The share of right states less that of the first application with states, over the same seconds; nil for the first
  /// itself.
  package let gain: LapMean?

  init(_ application: String, laps: [[ApplicationOutcome]], first: [[ApplicationOutcome]]?) {
    self.application = application
    let tallies = laps.map { $0.reduce(StateTally()) { $0 + $1.states } }
    let hours = laps.map { $0.reduce(0) { $0 + $1.seconds / 3600 } }
    tally = tallies.reduce(StateTally(), +)
    self.hours = hours.reduce(0, +)
    right = LapMean(ofTotals: tallies.map { SIMD2($0.right.double, $0.seconds.double) })
    offered = LapMean(ofTotals: tallies.map { SIMD2($0.offered.double, $0.seconds.double) })
    flips = LapMean(ofTotals: zip(tallies, hours).map { SIMD2($0.flips.double, $1) })
    gain = first.flatMap { first in
      let others = first.map { $0.reduce(StateTally()) { $0 + $1.states } }
      return LapMean(
        ofTotals: zip(tallies, others).map {
          SIMD2(($0.right - $1.right).double, $0.seconds.double)
        })
    }
  }
}

/// The published figures of a zone, and the simulated ones.
package struct ZoneScore: Sendable {
  /// The application's name.
  package let application: String
  /// The figures of the publication, and the zone's limits.
  package let published: RangingApplication.PublishedZone
  /// The measurements of all laps.
  package let tally: ZoneTally
  /// The range that holds 95 % of single laps.
  package let levels: ConfidenceInterval?
  /// The same of the deviation of the distance, in metres.
  package let distances: ConfidenceInterval?

  init(_ application: String, _ published: RangingApplication.PublishedZone, laps: [ZoneTally]) {
    (self.application, self.published) = (application, published)
    tally = laps.reduce(ZoneTally(), +)
    func range(_ value: (ZoneTally) -> Double?) -> ConfidenceInterval? {
      Quantiles.of(laps.compactMap(value), at: [0.025, 0.975]).map {
        ConfidenceInterval(lower: $0[0], upper: $0[1])
      }
    }
    levels = range(\.levelDeviation)
    distances = range(\.distanceDeviation)
  }

  /// Where a published figure lies: `inside` the range of single laps, `smaller` or `larger`; `not measured` without a range.
  package func verdict(_ range: ConfidenceInterval?, _ published: Double) -> String {
    guard let range else { return "not measured" }
    return published < range.lower ? "smaller" : published > range.upper ? "larger" : "inside"
  }
}

/// A finished study of applications.
package struct ContextResult: StudyOutcome, Sendable {
  /// The scenario, with the changes that were asked for.
  package let scenario: ContextScenario
  /// The number of laps.
  package let laps: Int
  /// By application, then by kind in alphabetical order.
  package let events: [EventScore]
  /// By application with states.
  package let states: [StateScore]
  /// By application, then in the order of its published zones.
  package let zones: [ZoneScore]
  /// The number of sensor values that were invalid and left out.
  package let invalidValues: Int
  /// All events of all applications; nil where there are none.
  let allEvents: EventScore?
  /// By quantity; empty without a conference.
  package let conference: [ConferenceScore]
  /// Nil where it is not studied.
  package var energy: EnergyResult?
  /// By application with states, and then by lap.
  package let rightSeconds: [(application: String, byLap: [Int])]
  /// Every event of every lap, for the table.
  package let rows: [EventRow]
}

/// A row of events.csv.
package struct EventRow: Sendable {
  /// The lap's number, counted from 0.
  package let lap: Int
  /// The walker's name; nil where there is only one.
  package let walker: String?
  /// The application's name, or `conference`.
  package let application: String
  /// `found`, `missed` or `falseAlarm`; in a replay `noticed`.
  package let status: String
  /// The true event; nil for a false alarm and in a replay.
  package let truth: ContextEvent?
  /// The notice; nil for a missed event.
  package let notice: ContextEvent?
}

extension ContextScenario {
  package var laps: Int { study.laps }

  /// Runs all laps.
  ///
  /// - Parameters:
  ///   - width: how many laps at a time; results do not depend on it.
  ///   - progress: called with how many laps are done.
  package func run(width: Int, progress: (Int) -> Void) async throws -> ContextResult {
    let laps = try await inParallel(laps, width: width, progress: progress) { try outcomes(ofLap: $0) }
    var events: [EventScore] = []
    var states: [StateScore] = []
    var zones: [ZoneScore] = []
    var rows: [EventRow] = []
    var right: [(application: String, byLap: [Int])] = []
    var first: [[ApplicationOutcome]]?
    for (index, definition) in settings.applications.enumerated() {
      let own = laps.map { $0.map { $0[index] } }
      let kinds = Set(
        own.joined().flatMap { outcome in
          outcome.matching.pairs.map(\.truth.kind) + outcome.matching.missed.map(\.kind)
            + outcome.matching.falseAlarms.map(\.kind)
        })
      events += kinds.sorted().map { EventScore(definition.name, $0, laps: own) }
      if own.joined().contains(where: { $0.states.seconds > 0 }) {
        states.append(StateScore(definition.name, laps: own, first: first))
        first = first ?? own
        right.append((definition.name, own.map { $0.reduce(0) { $0 + $1.states.right } }))
      }
      if let ranging = definition.application.settings as? RangingApplication {
        for (band, published) in ranging.published.enumerated() {
          let tallies = own.map { $0.reduce(ZoneTally()) { $0 + $1.zones[band] } }
          zones.append(ZoneScore(definition.name, published, laps: tallies))
        }
      }
      for (lap, outcomes) in own.enumerated() {
        rows += outcomes.flatMap { $0.rows(lap: lap, application: definition.name) }
      }
    }
    let (conference, matches) = self.conference(laps, rows: &rows)
    events += matches
    return ContextResult(
      scenario: self, laps: laps.count, events: events, states: states, zones: zones,
      invalidValues: laps.joined().joined().reduce(0) { $0 + $1.log.invalidValues },
      allEvents: events.isEmpty ? nil : EventScore("all", nil, laps: laps.map { $0.flatMap { $0 } }),
      conference: conference, rightSeconds: right, rows: rows)
  }
}

extension ContextScenario {
  /// What a server makes of all laps.
  private func conference(
    _ laps: [[[ApplicationOutcome]]], rows: inout [EventRow]
  ) -> ([ConferenceScore], [EventScore]) {
    guard let settings = settings.conference,
      let index = self.settings.applications.firstIndex(where: { $0.name == settings.application })
    else { return ([], []) }
    let places = conferencePlaces
    let definition = self.settings.applications[index]
    var totals: [[SIMD2<Double>]] = []
    var outcomes: [[ApplicationOutcome]] = []
    for (lap, walkers) in laps.enumerated() {
      let seed = scenario.studySeed.derived("lap", lap).derived("updates")
      let visits = walkers.map { walker in
        let own = walker[index]
        let name = own.walker ?? ""
        var random = RandomStream(seed.derived(name))
        let width = definition.application.settings.offered
        return Visit(
          name: name, claims: stride(from: 0, to: own.log.claims.count, by: width).map { own.log.claims[$0] },
          truth: own.trueStates, settings: settings, using: &random)
      }
      let conference = ConferenceLap(visits: visits, settings: settings, places: places)
      totals.append(conference.totals)
      let seconds = walkers.map { $0[index].seconds }.max() ?? 0
      let outcome = ApplicationOutcome(
        walker: nil, log: ContextLog(),
        matching: EventMatching(
          conference.meetings(\.believed), truth: conference.meetings(\.truth), early: definition.early
        ) { _ in definition.window },
        seconds: seconds, states: StateTally(), trueStates: [], zones: [])
      outcomes.append([outcome])
      rows += outcome.rows(lap: lap, application: "conference")
    }
    let scores = ConferenceLap.quantities(hasQueue: settings.queue != nil).enumerated().map {
      place, quantity in
      ConferenceScore(
        quantity: quantity.name, unit: quantity.unit,
        count: Int(totals.reduce(0) { $0 + $1[place][1] }), mean: LapMean(ofTotals: totals.map { $0[place] }))
    }
    let matches = EventScore("conference", "match", laps: outcomes)
    return (scores, matches.happened + matches.falseAlarms > 0 ? [matches] : [])
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
      + matching.missed.map { row("missed", $0, nil) }
      + matching.falseAlarms.map { row("falseAlarm", nil, $0) }
    func key(_ row: EventRow) -> (Int64, String, String, String) {
      let event = row.truth ?? row.notice
      return (event?.microseconds ?? 0, event?.kind ?? "", event?.subject ?? "", row.status)
    }
    return rows.sorted { key($0) < key($1) }
  }
}

extension Simulation {
  /// Seconds of a lap from which on something holds that begins at a given moment of a given lap; nil before that.
  private func seconds(_ lap: Int, _ begin: LapMoment) -> Double? {
    begin.lap < lap ? 0 : begin.lap == lap ? begin.time : nil
  }

  /// The earliest second at which any of some moments has been reached.
  private func first(_ lap: Int, _ moments: [LapMoment]) -> Double? {
    moments.compactMap { seconds(lap, $0) }.min()
  }

  private func faults(_ kind: Fault.Kind, of beacon: String) -> [Fault] {
    faults.filter { $0.kind == kind && $0.beacon == beacon }
  }

  /// Seconds of a lap from which on another transmitter uses the identity of each anchor.
  func copies(onLap lap: Int) -> [Double?] {
    site.anchors.map { anchor in
      first(
        lap,
        rogues.filter { $0.beacon == anchor.id }.map(\.from) + faults(.cloned, of: anchor.id).map(\.from))
    }
  }

  /// Seconds of a lap from which on, and decibels by which, the measured power of each anchor is too high.
  func powerErrors(onLap lap: Int) -> [(from: Double, decibels: Double)?] {
    site.anchors.map { anchor in
      faults(.measuredPower, of: anchor.id).compactMap { fault in
        seconds(lap, fault.from).map { ($0, fault.decibels.value) }
      }.first
    }
  }

  /// Seconds of a lap from which on each anchor is silent.
  func silences(onLap lap: Int) -> [Double?] {
    site.anchors.map { anchor in
      let changes = beacons.changes.filter { $0.beacon == anchor.id }
      return first(lap, changes.compactMap(\.silence) + faults(.dead, of: anchor.id).map(\.from))
    }
  }
}

extension LapMean {
  /// The interval of a figure that cannot lie outside these limits.
  func interval(within limits: ClosedRange<Double>) -> ConfidenceInterval? {
    interval.map {
      ConfidenceInterval(
        lower: max($0.lower, limits.lowerBound), upper: min($0.upper, limits.upperBound))
    }
  }
}
