package import Evaluation
import Rendering
package import Results

/// The score of one kind of event of one application over all laps.
package struct EventScore: LapScore, Sendable {
  /// The application's name; `all` for all together.
  package let application: String
  /// The kind of event, such as `enter`; `any` for all kinds.
  package let kind: String
  package let laps: [LapEvents]

  /// - Parameters:
  ///   - kind: nil for all kinds.
  ///   - laps: by lap the outcomes of its walkers.
  init(_ application: String, _ kind: String?, laps: [[ApplicationOutcome]]) {
    (self.application, self.kind) = (application, kind ?? "any")
    self.laps = laps.map { LapEvents($0, of: kind) }
  }

  package var names: (subject: String, item: String) { (application, kind) }

  package var measures: [LapMeasure<LapEvents>] {
    [.missed, .early, .lead, .delay, .longDelay, .falseAlarms, .rightPlace, .valueError]
  }

  /// The number of true events.
  package var happened: Int { sum(\.happened) }
  /// True events with a notice.
  package var found: Int { sum(\.delays.count) }
  /// True events that were noticed too early.
  package var early: Int { sum(\.leads.count) }
  /// Notices without a true event.
  package var falseAlarms: Int { sum(\.falseAlarms) }
  /// Hours of laps, over all walkers.
  package var hours: Double { laps.reduce(0) { $0 + $1.hours } }

  private func sum(_ count: (LapEvents) -> Int) -> Int { laps.reduce(0) { $0 + count($1) } }
}

/// The events of one kind on one lap, over its walkers.
package struct LapEvents: Sendable {
  fileprivate private(set) var (missed, falseAlarms, hours) = (0, 0, 0.0)
  /// In seconds, one for each event that was noticed too early.
  fileprivate private(set) var leads: [Double] = []
  /// In seconds, one for each event that was found.
  fileprivate private(set) var delays: [Double] = []
  /// 1 for a notice at the right place, else 0.
  fileprivate private(set) var places: [Double] = []
  /// Absolute differences, in the unit of the event.
  fileprivate private(set) var values: [Double] = []

  fileprivate var happened: Int { delays.count + leads.count + missed }

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

extension LapMeasure<LapEvents> {
  /// The share of true events without a notice.
  package static var missed: Self { share("missed", { $0.missed }, of: { $0.happened }) }
  /// The share of true events noticed too early.
  package static var early: Self { share("early", { $0.leads.count }, of: { $0.happened }) }
  /// Seconds by which they were noticed before they happened.
  static var lead: Self { mean("lead", "s") { $0.leads } }
  /// Seconds from a true event to its notice.
  package static var delay: Self { mean("delay", "s", limits: -.infinity ... .infinity) { $0.delays } }
  /// The delay that 95 % of found events do not exceed.
  static var longDelay: Self {
    Self("delayP95", "s", .smaller, .p95) { $0.delays.map { LapFigure.Part($0, 0, 1) } }
  }
  /// False alarms an hour.
  static var falseAlarms: Self { ratio("falseAlarms", "1/h", { Double($0.falseAlarms) }, over: { $0.hours }) }
  /// The share at the right place, of found events with a place on both sides.
  static var rightPlace: Self { mean("rightPlace", LapFigure.share, better: .larger) { $0.places } }
  /// The mean absolute difference of the values, in the unit of the event.
  static var valueError: Self { mean("valueError", nil) { $0.values } }
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
      laps.map { $0.map { ApplicationOutcome(matching: $0.matchingByRadius[index], seconds: $0.seconds) } }
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
package struct StateScore: LapScore, Sendable {
  /// The application's name.
  package let application: String
  /// The number of states that the application offers each second.
  private let offered: Int
  package let laps: [LapStates]

  /// - Parameter first: by lap the outcomes of the first application with states; nil for the first itself.
  init(
    _ application: String, offered: Int, laps: [[ApplicationOutcome]], first: [[ApplicationOutcome]]?
  ) {
    (self.application, self.offered) = (application, offered)
    self.laps = laps.indices.map { LapStates(laps[$0], beside: first?[$0]) }
  }

  package var names: (subject: String, item: String) { (application, "") }

  /// Without the gain, which is the difference of two of them. The right state is among one that is offered when it is claimed.
  package var measures: [LapMeasure<LapStates>] {
    offered > 1 ? [.right, .offered, .changes] : [.right, .changes]
  }

  /// Seconds by whether the claimed state was right, over all laps.
  package var tally: StateTally { laps.reduce(StateTally()) { $0 + $1.own } }
}

/// The states that an application claimed on one lap, over its walkers.
package struct LapStates: Sendable {
  package let own: StateTally
  /// Of the first application with states; nil for that application.
  fileprivate let first: StateTally?
  fileprivate let hours: Double

  fileprivate init(_ outcomes: [ApplicationOutcome], beside first: [ApplicationOutcome]?) {
    func tally(_ outcomes: [ApplicationOutcome]) -> StateTally {
      outcomes.reduce(StateTally()) { $0 + $1.states }
    }
    (own, self.first) = (tally(outcomes), first.map(tally))
    hours = outcomes.reduce(0) { $0 + $1.seconds / 3600 }
  }
}

extension LapMeasure<LapStates> {
  /// The share of seconds with the right state.
  static var right: Self { share("right", better: .larger, { $0.own.right }, of: { $0.own.seconds }) }
  /// The share of seconds in which the right state was among those offered.
  static var offered: Self { share("offered", better: .larger, { $0.own.offered }, of: { $0.own.seconds }) }
  /// Changes of the claimed state an hour.
  static var changes: Self { ratio("changes", "1/h", { Double($0.own.flips) }, over: { $0.hours }) }
}

extension StateScore {
  /// The share of right states less that of the first application with states, over the same seconds; nil for the first itself.
  package var gain: LapMean? {
    LapMean(
      ofTotals: laps.compactMap { lap in
        lap.first.map { SIMD2(Double(lap.own.right - $0.right), Double(lap.own.seconds)) }
      })
  }
}

/// The published figures of a zone, and the simulated ones.
package struct ZoneScore: LapScore, Sendable {
  /// The application's name.
  package let application: String
  /// The figures of the publication, and the zone's limits.
  package let published: RangingApplication.PublishedZone
  package let laps: [ZoneTally]

  init(_ application: String, _ published: RangingApplication.PublishedZone, laps: [ZoneTally]) {
    (self.application, self.published, self.laps) = (application, published, laps)
  }

  package var names: (subject: String, item: String) { (application, published.zone.rawValue) }

  package var measures: [LapMeasure<ZoneTally>] {
    [
      .share("rightZone", better: .larger, { $0.right }, of: { $0.count }),
      LapMeasure("levelDeviation", "dB", .smaller, .deviation) { [$0.levels] },
      LapMeasure("distanceDeviation", "m", .smaller, .deviation) { [$0.errors] },
    ]
  }

  /// The measurements of all laps.
  package var tally: ZoneTally { laps.reduce(ZoneTally(), +) }
  /// The range that holds 95 % of single laps.
  package var levels: ConfidenceInterval? {
    ConfidenceInterval(ofMiddle: laps.compactMap(\.levelDeviation))
  }
  /// The same of the deviation of the distance, in metres.
  package var distances: ConfidenceInterval? {
    ConfidenceInterval(ofMiddle: laps.compactMap(\.distanceDeviation))
  }

  /// Where a published figure lies: `inside` the range of single laps, `smaller` or `larger`; `not measured` without a range.
  package func verdict(_ range: ConfidenceInterval?, _ published: Double) -> String {
    guard let range else { return "not measured" }
    return published < range.lower ? "smaller" : published > range.upper ? "larger" : "inside"
  }
}
