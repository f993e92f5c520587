package import Evaluation
import NumericalMethods

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
  /// True events that were noticed too early.
  package let early: Int
  /// Notices without a true event.
  package let falseAlarms: Int
  /// Hours of laps, over all walkers.
  package let hours: Double
  /// The share of true events without a notice, over laps.
  package let missed: LapMean?
  /// The share of true events noticed too early, over laps.
  package let earlyShare: LapMean?
  /// Seconds by which they were noticed before they happened, over laps.
  package let lead: LapMean?
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
  /// What each lap adds to these.
  package let lapFigures: [LapFigure]

  /// - Parameters:
  ///   - kind: nil for all kinds.
  ///   - laps: by lap the outcomes of its walkers.
  init(_ application: String, _ kind: String?, laps: [[ApplicationOutcome]]) {
    let laps = laps.map { LapEvents($0, of: kind) }
    (self.application, self.kind) = (application, kind ?? "any")
    func name(_ figure: String) -> LapFigure.Name {
      LapFigure.Name(application, kind ?? "any", figure: figure)
    }
    func ratio(
      _ figure: String, _ unit: String?, _ better: Better, _ sum: (LapEvents) -> Double,
      over count: (LapEvents) -> Double
    ) -> LapFigure {
      LapFigure(
        name(figure), unit: unit, better: better, totals: laps.map { SIMD2(sum($0), count($0)) })
    }
    func mean(
      _ figure: String, _ unit: String?, _ better: Better,
      _ values: (LapEvents) -> [Double]
    ) -> LapFigure {
      ratio(figure, unit, better, { values($0).reduce(0, +) }, over: { Double(values($0).count) })
    }
    found = laps.reduce(0) { $0 + $1.delays.count }
    early = laps.reduce(0) { $0 + $1.leads.count }
    happened = found + early + laps.reduce(0) { $0 + $1.missed }
    falseAlarms = laps.reduce(0) { $0 + $1.falseAlarms }
    hours = laps.reduce(0) { $0 + $1.hours }
    let missed = ratio(
      "missed", "share", .smaller, { Double($0.missed) }, over: \.happened)
    let early = ratio("early", "share", .smaller, { Double($0.leads.count) }, over: \.happened)
    let lead = mean("lead", "s", .smaller, \.leads)
    let delay = mean("delay", "s", .smaller, \.delays)
    let longDelay = LapFigure(name("delayP95"), unit: "s", better: .smaller, values: laps.map(\.delays))
    let alarms = ratio("falseAlarms", "1/h", .smaller, { Double($0.falseAlarms) }, over: \.hours)
    let places = mean("rightPlace", "share", .larger, \.places)
    let values = mean("valueError", nil, .smaller, \.values)
    (earlyShare, self.lead) = (early.mean, lead.mean)
    (self.missed, self.delay, self.longDelay) = (missed.mean, delay.mean, longDelay.value)
    (falseAlarmRate, rightPlaces, valueError) = (alarms.mean, places.mean, values.mean)
    lapFigures = [missed, early, lead, delay, longDelay, alarms, places, values]
  }
}

/// The events of one kind on one lap, over its walkers.
private struct LapEvents {
  private(set) var (missed, falseAlarms, hours) = (0, 0, 0.0)
  /// In seconds, one for each event that was noticed too early.
  private(set) var leads: [Double] = []
  /// In seconds, one for each event that was found.
  private(set) var delays: [Double] = []
  /// 1 for a notice at the right place, else 0.
  private(set) var places: [Double] = []
  /// Absolute differences, in the unit of the event.
  private(set) var values: [Double] = []

  var happened: Double { Double(delays.count + leads.count + missed) }

  init(_ outcomes: [ApplicationOutcome], of kind: String?) {
    for outcome in outcomes {
      let pairs = outcome.matching.pairs.filter { kind == nil || $0.truth.kind == kind }
      leads += outcome.matching.early.filter { kind == nil || $0.truth.kind == kind }.map { -$0.delay }
      missed += outcome.matching.missed.count { kind == nil || $0.kind == kind }
      falseAlarms += outcome.matching.falseAlarms.count { kind == nil || $0.kind == kind }
      hours += outcome.seconds / 3600
      delays += pairs.map(\.delay)
      places += pairs.compactMap { pair in pair.truth.place.map { $0 == pair.notice.place ? 1 : 0 } }
      values += pairs.compactMap { pair in
        pair.truth.value.flatMap { truth in pair.notice.value.map { abs($0 - truth) } }
      }
    }
  }
}

/// The score of one kind of event by another radius of the truth, with the same notices.
package struct RadiusScore: Sendable {
  /// Of the radius that the scenario gives.
  static let factors = [0.5, 1, 2]

  /// In metres.
  package let radius: Double
  package let score: EventScore

  /// Of the kinds of events that have no window of their own, by kind and then by radius.
  static func scores(_ definition: ApplicationDefinition, laps: [[ApplicationOutcome]]) -> [RadiusScore] {
    let settings = definition.application.settings
    let radii = factors.compactMap { settings.radius(times: $0)?.metres }
    guard radii.count == factors.count else { return [] }
    let byRadius = radii.indices.map { index in
      laps.map { $0.map { $0.scored(by: $0.matchingByRadius[index]) } }
    }
    let kinds = Set(byRadius.joined().joined().flatMap(\.matching.kinds)).sorted()
    return kinds.filter { settings.window(of: $0) == nil }.flatMap { kind in
      radii.indices.map {
        RadiusScore(radius: radii[$0], score: EventScore(definition.name, kind, laps: byRadius[$0]))
      }
    }
  }
}

/// How often an application claimed the right state.
package struct StateScore: Sendable {
  /// The application's name.
  package let application: String
  /// Seconds by whether the claimed state was right, over all laps.
  package let tally: StateTally
  /// The share of seconds with the right state, over laps.
  package let right: LapMean?
  /// The share of seconds in which the right state was among those offered, over laps.
  package let offered: LapMean?
  /// Changes of the claimed state an hour, over laps.
  package let flips: LapMean?
  /// The share of right states less that of the first application with states, over the same seconds; nil for the first
  /// itself.
  package let gain: LapMean?
  /// What each lap adds to these, but for the gain, which is the difference of two of them.
  package let lapFigures: [LapFigure]

  /// - Parameter offered: the number of states that the application offers each second.
  init(
    _ application: String, offered count: Int, laps: [[ApplicationOutcome]], first: [[ApplicationOutcome]]?
  ) {
    func tallies(_ laps: [[ApplicationOutcome]]) -> [StateTally] {
      laps.map { $0.reduce(StateTally()) { $0 + $1.states } }
    }
    let own = tallies(laps)
    func figure(
      _ figure: String, _ unit: String, _ better: Better, _ totals: [SIMD2<Double>]
    ) -> LapFigure {
      LapFigure(LapFigure.Name(application, figure: figure), unit: unit, better: better, totals: totals)
    }
    func share(_ name: String, _ seconds: (StateTally) -> Int) -> LapFigure {
      figure(name, "share", .larger, own.map { SIMD2(Double(seconds($0)), Double($0.seconds)) })
    }
    self.application = application
    tally = own.reduce(StateTally(), +)
    let (right, offered) = (share("right", \.right), share("offered", \.offered))
    let flips = figure(
      "changes", "1/h", .smaller,
      zip(own, laps).map { tally, lap in
        SIMD2(Double(tally.flips), lap.reduce(0) { $0 + $1.seconds / 3600 })
      })
    (self.right, self.offered, self.flips) = (right.mean, offered.mean, flips.mean)
    // The right state is among one that is offered when it is claimed.
    lapFigures = count > 1 ? [right, offered, flips] : [right, flips]
    gain = first.flatMap { first in
      LapMean(
        ofTotals: zip(own, tallies(first)).map {
          SIMD2(Double($0.right - $1.right), Double($0.seconds))
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
  /// What each lap adds to the share of the right zone and to both deviations.
  package let lapFigures: [LapFigure]

  init(_ application: String, _ published: RangingApplication.PublishedZone, laps: [ZoneTally]) {
    (self.application, self.published) = (application, published)
    tally = laps.reduce(ZoneTally(), +)
    func range(_ value: (ZoneTally) -> Double?) -> ConfidenceInterval? {
      Quantiles.of(laps.compactMap(value), at: [0.025, 0.975]).map {
        ConfidenceInterval(lower: $0[0], upper: $0[1])
      }
    }
    func name(_ figure: String) -> LapFigure.Name {
      LapFigure.Name(application, published.zone.rawValue, figure: figure)
    }
    lapFigures = [
      LapFigure(
        name("rightZone"), unit: "share", better: .larger,
        totals: laps.map { SIMD2(Double($0.right), Double($0.count)) }),
      LapFigure(
        name("levelDeviation"), unit: "dB", better: .smaller, .deviation, laps: laps.map { [$0.levels] }),
      LapFigure(
        name("distanceDeviation"), unit: "m", better: .smaller, .deviation, laps: laps.map { [$0.errors] }),
    ]
    levels = range(\.levelDeviation)
    distances = range(\.distanceDeviation)
  }

  /// Where a published figure lies: `inside` the range of single laps, `smaller` or `larger`; `not measured` without a range.
  package func verdict(_ range: ConfidenceInterval?, _ published: Double) -> String {
    guard let range else { return "not measured" }
    return published < range.lower ? "smaller" : published > range.upper ? "larger" : "inside"
  }
}
