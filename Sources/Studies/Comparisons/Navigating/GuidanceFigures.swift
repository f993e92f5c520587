import Evaluation
package import Rendering
package import Results

// docs/columns.md lists the keys.

extension NavigationResult: Described {
  /// What `navigate --json` prints.
  package static let figures: [Figure<NavigationResult>] = [
    .init("scenario", \.scenario),
    .init("seed", \.seed),
    .init("laps", \.laps),
    .init("route", about: "The names of the route's nodes.", \.route),
    .init("metres", about: "The length of the route.", \.metres),
    .init("pipelines", about: "One element for each, below.", \.rows),
  ]
}

extension LapMeasure<NavigationTally> {
  static var inTime: Self { share("inTime", better: .larger, { $0.inTime }, of: { $0.needed }) }
  static var wrongTurns: Self { share("wrongTurns", { $0.wrongTurns }, of: { $0.needed }) }
  static var early: Self { share("early", { $0.early }, of: { $0.needed }) }
  static var late: Self { share("late", { $0.late }, of: { $0.needed }) }
  static var turn: Self { mean("turn", "m", better: .zero, limits: signed) { $0.announced } }
  static var absoluteTurn: Self { mean("absoluteTurn", "m") { $0.announced.map(\.magnitude) } }
  static var unannounced: Self {
    share("unannounced", { $0.needed - $0.announced.count }, of: { $0.needed })
  }
  static var leavingsMissed: Self {
    share("leavingsMissed", { $0.leavings - $0.delays.count }, of: { $0.leavings })
  }
  static var leavingDelay: Self { mean("leavingDelay", "s") { $0.delays } }
  static var falseAlarms: Self { ratio("falseAlarms", "1/h", { Double($0.falseAlarms) }, over: { $0.hours }) }
  static var arrivalsMissed: Self {
    share("arrivalsMissed", { $0.arrivals - $0.announcements.count }, of: { $0.arrivals })
  }
  static var arrivalDelay: Self {
    mean("arrivalDelay", "s", better: .zero, limits: signed) { $0.announcements }
  }
  static var wrongFloors: Self { share("wrongFloors", { $0.wrongFloors }, of: { $0.fixes }) }
  static var confident: Self { share("confident", better: .larger, { $0.confident }, of: { $0.callbacks }) }
  static var rightDirections: Self {
    share("rightDirections", better: .larger, { $0.rightDirections }, of: { $0.confident })
  }

  private static var signed: ClosedRange<Double> { -.infinity ... .infinity }
}

extension NavigationResult.Row: LapScore {
  package var names: (subject: String, item: String) { (pipeline, "") }

  package var measures: [LapMeasure<NavigationTally>] {
    [
      .inTime, .wrongTurns, .early, .late, .turn, .absoluteTurn, .unannounced, .leavingsMissed, .leavingDelay,
      .falseAlarms, .arrivalsMissed, .arrivalDelay, .wrongFloors, .confident, .rightDirections,
    ]
  }

  /// Shares and mean times with intervals over laps.
  package static let figures: [Figure<NavigationResult.Row>] = [
    .init("pipeline", "pipeline", \.pipeline),
    .init(
      "instructions",
      about: "Branching nodes on the route that were passed, and those at which it was left.", \.tally.needed),
    figure(
      "inTime", "in time", "%",
      about:
        "The share of them at which the right edge was shown from 4 m before the node until it was passed.",
      .inTime),
    figure(
      "wrongTurns", "wrong turn", "%",
      about: "The share at which another edge of the node was shown meanwhile.", .wrongTurns),
    figure(
      "early", "early", "%", rank: 2, about: "The share at which the right edge was taken away too soon.",
      .early),
    figure("late", "late", "%", rank: 2, about: "The share at which it came too late or never.", .late),
    figure(
      "announcementMetres", "turn", "m", better: .neither,
      about:
        "The mean error of the announcements of turns along the walk, positive if too early.", .turn),
    figure(
      "announcementAbsoluteMetres", "turn, absolute", "m", rank: 1, about: "The mean of its magnitude.",
      .absoluteTurn),
    .init("unannounced", about: "Instructions whose turn was never announced.") {
      $0.tally.needed - $0.tally.announced.count
    },
    .init("leavings", about: "Walks that took another edge than planned.", \.tally.leavings),
    .init("leavingsMissed", "missed", better: .smaller, about: "Those of them in which this was not noticed.")
    { $0.tally.leavings - $0.tally.delays.count },
    figure(
      "leavingDelaySeconds", "noticed after", "s", about: "The mean time from leaving until it was noticed.",
      .leavingDelay),
    figure(
      "falseAlarmsPerHour", "false", "per h",
      about: "How often walkers on the route were taken for off the route, in an hour of walking on it.",
      .falseAlarms),
    .init("arrivals", about: "Walks that reached the destination.", \.tally.arrivals),
    .init("arrivalsMissed", about: "Those of them without an announcement.") {
      $0.tally.arrivals - $0.tally.announcements.count
    },
    figure(
      "arrivalDelaySeconds", "arrival", "s", better: .neither,
      about: "The mean time from the arrival to its announcement; negative before.", .arrivalDelay),
    figure(
      "wrongFloors", "wrong floor", "%", rank: 3,
      about: "The share of fixes on another floor than the walker.", .wrongFloors),
    figure(
      "confident", "direction known", "%", rank: 1,
      about: "The share of callbacks on the route with a direction of a confidence of 90 % or more.",
      .confident),
    figure(
      "rightDirections", "right", "%", rank: 1, about: "The share of these that are right.",
      .rightDirections),
  ]

  private static func figure(
    _ key: String, _ title: String, _ unit: String, rank: Int = 0, better: Better? = nil, about: String,
    _ measure: LapMeasure<NavigationTally>
  ) -> Figure<NavigationResult.Row> {
    .init(
      key, intervalKey: "\(key)Interval95", title, unit: "\(unit) [95 %]", rank: rank, better: better,
      about: about, measure)
  }
}

extension NavigationResult {
  /// The route, and a row for each pipeline.
  package var report: [ReportSection] {
    let tally = rows.first?.tally
    let head =
      "\(scenario), \(Counted.text(laps, "lap")): guided from \(route.first ?? "") to \(route.last ?? "") over "
      + "\(FixedPoint.text(metres, decimals: 1)) m. \(Counted.text(tally?.needed ?? 0, "instruction")) needed; "
      + "\(Counted.text(tally?.leavings ?? 0, "walk")) left the route, \(Counted.text(tally?.arrivals ?? 0, "walk")) arrived."
    return [
      .paragraph(head),
      .table(
        rows, NavigationResult.Row.figures,
        notes: [
          "In time: the right edge is shown from 4 m before a branching node until it is passed. Wrong turn: another edge is shown there. "
            + "Early: it had been shown and was taken away again; late: it had not been shown. Turn: by how many metres along the walk the "
            + "navigator is too early in being 4 m from the node; negative for too late.",
          "Missed and noticed after: walks that leave the route, and the mean time until this is noticed. False: alarms while on the "
            + "route. Arrival: mean time from the arrival to its announcement; negative before. Direction known: with a confidence of 90 %. "
            + (laps == 1 ? IntervalNote.none : "95 % intervals: Student's t over laps."),
        ]),
    ]
  }
}
