package import Evaluation
package import Rendering

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

/// A ratio of two sums over laps: a column of the table, a figure of JSON, and what each lap adds to it.
struct GuidanceRatio: Sendable {
  typealias Sum = @Sendable (NavigationTally) -> Double

  /// As `compare` names it.
  let name: String
  let unit: String
  let better: Better
  let part: Sum
  let whole: Sum

  static func share(
    _ name: String, _ better: Better,
    _ part: @escaping @Sendable (NavigationTally) -> Int,
    of whole: @escaping @Sendable (NavigationTally) -> Int
  ) -> GuidanceRatio {
    GuidanceRatio(
      name: name, unit: "share", better: better, part: { Double(part($0)) }, whole: { Double(whole($0)) })
  }

  static func mean(
    _ name: String, _ unit: String = "s", _ better: Better = .smaller,
    _ values: @escaping @Sendable (NavigationTally) -> [Double]
  ) -> GuidanceRatio {
    GuidanceRatio(
      name: name, unit: unit, better: better, part: { values($0).reduce(0, +) },
      whole: { Double(values($0).count) })
  }

  static let inTime = share("inTime", .larger, { $0.inTime }, of: { $0.needed })
  static let wrongTurns = share("wrongTurns", .smaller, { $0.wrongTurns }, of: { $0.needed })
  static let early = share("early", .smaller, { $0.early }, of: { $0.needed })
  static let late = share("late", .smaller, { $0.late }, of: { $0.needed })
  static let turn = mean("turn", "m", .zero) { $0.announced }
  static let absoluteTurn = mean("absoluteTurn", "m") { $0.announced.map(\.magnitude) }
  static let unannounced = share(
    "unannounced", .smaller, { $0.needed - $0.announced.count }, of: { $0.needed })
  static let leavingsMissed = share(
    "leavingsMissed", .smaller, { $0.leavings - $0.delays.count }, of: { $0.leavings })
  static let leavingDelay = mean("leavingDelay") { $0.delays }
  static let falseAlarms = GuidanceRatio(
    name: "falseAlarms", unit: "1/h", better: .smaller, part: { Double($0.falseAlarms) }, whole: { $0.hours })
  static let arrivalsMissed = share(
    "arrivalsMissed", .smaller, { $0.arrivals - $0.announcements.count }, of: { $0.arrivals })
  static let arrivalDelay = mean("arrivalDelay", "s", .zero) { $0.announcements }
  static let wrongFloors = share("wrongFloors", .smaller, { $0.wrongFloors }, of: { $0.fixes })
  static let confident = share("confident", .larger, { $0.confident }, of: { $0.callbacks })
  static let rightDirections = share(
    "rightDirections", .larger, { $0.rightDirections }, of: { $0.confident })

  /// All that a comparison judges.
  static let all = [
    inTime, wrongTurns, early, late, turn, absoluteTurn, unannounced, leavingsMissed, leavingDelay,
    falseAlarms, arrivalsMissed, arrivalDelay, wrongFloors, confident, rightDirections,
  ]

  /// Of one pipeline.
  func figure(of row: NavigationResult.Row) -> LapFigure {
    LapFigure(
      LapFigure.Name(row.pipeline, figure: name), unit: unit, better: better,
      totals: row.laps.map { SIMD2(part($0), whole($0)) })
  }
}

extension NavigationResult.Row: Described {
  /// What each lap adds to the figures.
  package var lapFigures: [LapFigure] { GuidanceRatio.all.map { $0.figure(of: self) } }

  /// Shares and mean times with intervals over laps.
  package static let figures: [Figure<NavigationResult.Row>] = [
    .init("pipeline", "pipeline", \.pipeline),
    .init(
      "instructions",
      about: """
        Branching nodes on the route that were passed, and those at which it was left.
        """, \.tally.needed),
    figure(
      "inTime", "in time",
      about: """
        The share of them at which the right edge was shown from 4 m before the node until it was passed.
        """, .inTime),
    figure(
      "wrongTurns", "wrong turn", about: "The share at which another edge of the node was shown meanwhile.",
      .wrongTurns),
    figure(
      "early", "early", rank: 2, about: "The share at which the right edge was taken away too soon.", .early),
    figure("late", "late", rank: 2, about: "The share at which it came too late or never.", .late),
    figure(
      "announcementMetres", "turn",
      about: """
        The mean error of the announcements of turns along the walk, positive if too early.
        """, .turn),
    figure(
      "announcementAbsoluteMetres", "turn, absolute", rank: 1, about: "The mean of its magnitude.",
      .absoluteTurn),
    .init("unannounced", about: "Instructions whose turn was never announced.") {
      $0.tally.needed - $0.tally.announced.count
    },
    .init("leavings", about: "Walks that took another edge than planned.", \.tally.leavings),
    .init("leavingsMissed", "missed", better: .smaller, about: "Those of them in which this was not noticed.")
    { $0.tally.leavings - $0.tally.delays.count },
    figure(
      "leavingDelaySeconds", "noticed after", about: "The mean time from leaving until it was noticed.",
      .leavingDelay),
    figure(
      "falseAlarmsPerHour", "false",
      about: """
        How often walkers on the route were taken for off the route, in an hour of walking on it.
        """, .falseAlarms),
    .init("arrivals", about: "Walks that reached the destination.", \.tally.arrivals),
    .init("arrivalsMissed", about: "Those of them without an announcement.") {
      $0.tally.arrivals - $0.tally.announcements.count
    },
    figure(
      "arrivalDelaySeconds", "arrival",
      about: "The mean time from the arrival to its announcement; negative before.", .arrivalDelay),
    figure(
      "wrongFloors", "wrong floor", rank: 3, about: "The share of fixes on another floor than the walker.",
      .wrongFloors),
    figure(
      "confident", "direction known", rank: 1,
      about: """
        The share of callbacks on the route with a direction of a confidence of 90 % or more.
        """, .confident),
    figure(
      "rightDirections", "right", rank: 1, about: "The share of these that are right.", .rightDirections),
  ]

  private static func figure(
    _ key: String, _ title: String, rank: Int = 0, about: String, _ ratio: GuidanceRatio
  ) -> Figure<NavigationResult.Row> {
    let unit =
      switch ratio.unit {
      case "share": "%"
      case "1/h": "per h"
      default: ratio.unit
      }
    return .init(
      key, intervalKey: "\(key)Interval95", title, unit: "\(unit) [95 %]",
      decimals: ratio.unit == "share" ? nil : 1, form: ratio.unit == "share" ? .percent : .plain, rank: rank,
      better: ratio.better == .zero ? .neither : ratio.better,
      about: about,
      estimate: { ratio.figure(of: $0).mean?.within(ratio.limits) })
  }
}

extension GuidanceRatio {
  /// What its interval cannot lie outside.
  fileprivate var limits: ClosedRange<Double> {
    switch unit {
    case "share": 0...1
    case _ where better == .zero: -.infinity ... .infinity
    default: 0 ... .infinity
    }
  }
}
