package import Documents
package import Evaluation
package import Rendering
package import Results
import Scenarios
import Sites
import World

// The figures of context scenarios, which docs/context.md explains.

extension ContextResult: Described {
  /// The top of `summary.json`.
  package static let figures: [Figure<ContextResult>] = [
    .init("scenario", \.scenario.scenario.name), .init("seed", \.scenario.scenario.seed),
    .init("laps", \.laps), .init("events", \.events),
    .init(
      "radii", isOptional: true,
      about: """
        Of monitoring, the same notices against the ground truth of half the radius, the radius and twice \
        the radius: application, event, radiusMetres, and the keys of events.
        """
    ) { $0.radii.isEmpty ? nil : $0.radii },
    .init("states", \.states),
    .init("zones", isOptional: true) { $0.zones.isEmpty ? nil : $0.zones },
    .init("invalidValues", about: "Sensor values that were left out, such as -128 °C.", \.invalidValues),
    .init("conference", isOptional: true) { $0.conference.isEmpty ? nil : $0.conference },
    .init("energy", isOptional: true, \.energy),
  ]
}

extension EventScore {
  /// The columns of the table of events.
  package static let figures: [Figure<EventScore>] = [
    .init("application", "application", \.application), .init("event", "event", \.kind),
    .init("happened", "true", about: "True events.", \.happened),
    .init("found", "found", about: "True events with a notice.", \.found),
    .init(
      "missedShare", "missed [95 %]", about: "The share of true events without a notice.", .missed),
    .init(
      "earlyShare", intervalKey: "earlyInterval95", "early [95 %]",
      about: "The share of true events noticed too early; in tables where there are any.", .early),
    .init(
      "leadSeconds", intervalKey: "leadInterval95", "by [95 %]", unit: "s", rank: 2, better: .neither,
      about: "By how much on average.", .lead),
    .init(
      "delaySeconds", intervalKey: "delayInterval95", "delay [95 %]", unit: "s", better: .neither,
      about: "The mean time from the true event to its notice; negative if the notice came first.", .delay),
    .init(
      "delayP95Seconds", "P95", unit: "s", decimals: 1, rank: 2, about: "The 95th percentile of that time."
    ) {
      $0.figure(.longDelay).value
    },
    .init("falseAlarms", about: "Notices without a true event.", \.falseAlarms),
    .init(
      "falseAlarmsPerHour", intervalKey: "falseAlarmsInterval95", "false alarms [95 %]", unit: "1/h",
      about: "The same per hour of the stream.", .falseAlarms),
    .init("hours", \.hours),
    .init(
      "rightPlaceShare", intervalKey: "rightPlaceInterval95", "right place", rank: 1,
      about: "Of the found events with a place, the share at the right place.", .rightPlace),
    .init(
      "valueError", intervalKey: "valueErrorInterval95",
      about: "The mean absolute error of the value, over found events with a value.", .valueError),
  ]
}

extension EventScore {
  /// The columns that a table of some scores needs: without events at places, or noticed too early, there are none of these.
  static func columns(of scores: [EventScore]) -> [Figure<EventScore>] {
    let hidden =
      (scores.contains { $0[.rightPlace] != nil } ? [] : ["rightPlaceShare"])
      + (scores.contains { $0.early > 0 } ? [] : ["earlyShare", "leadSeconds"])
    return figures.filter { !hidden.contains($0.key ?? "") }
  }
}

extension RadiusScore: Described {
  /// The columns of the table of radii.
  package static let figures: [Figure<RadiusScore>] =
    EventScore.figures.filter { ["application", "event"].contains($0.key) }.of(\.score) + [
      .init("radiusMetres", "radius", unit: "m", decimals: 1, \.radius)
    ]
    + EventScore.figures.filter {
      ["happened", "missedShare", "earlyShare", "falseAlarmsPerHour"].contains($0.key)
    }.of(\.score)
}

extension StateScore {
  /// The columns of the table of states.
  package static let figures: [Figure<StateScore>] = [
    .init("application", "application", \.application), .init("seconds", "seconds", \.tally.seconds),
    .init(
      "rightShare", "right [95 %]", about: "The share of seconds in which the claim is right.", .right),
    .init(
      "gain", intervalKey: "gainInterval95", "more than the first [95 %]", unit: "%", form: .percent,
      better: .larger,
      about: "That share less the share of the first application with states, over the same seconds.",
      estimate: \.gain),
    .init(
      "offeredShare", intervalKey: "offeredInterval95", "among the offered [95 %]", rank: 1, better: .neither,
      about: "The share of seconds in which the right state is among those offered.", .offered),
    .init(
      "flipsPerHour", intervalKey: "flipsInterval95", "changes [95 %]", unit: "1/h", better: .neither,
      about: "Changes from one claim to another.", .changes),
  ]
}

extension ZoneScore {
  /// The columns of the table of zones.
  package static let figures: [Figure<ZoneScore>] = [
    .init("application", "application", \.application), .init("zone", "zone", \.published.zone.rawValue),
    .init("fromMetres", "from", unit: "m", decimals: 3, \.published.from),
    .init("toMetres", "to", unit: "m", decimals: 3, \.published.to),
    .init("seconds", "seconds", \.tally.count),
    .init("rightShare", "right zone", form: .percent) { score -> Double? in
      score.tally.count > 0 ? Double(score.tally.right) / Double(score.tally.count) : nil
    },
    .init("publishedLevelDeviation", "RSSI published", unit: "dB", decimals: 1, \.published.levelDeviation),
    .init("levelDeviation", "simulated", unit: "dB", decimals: 1, \.tally.levelDeviation),
    .init("levelDeviationLap95", \.levels),
    .init("levelVerdict", "verdict") { $0.verdict($0.levels, $0.published.levelDeviation) },
    .init(
      "publishedDistanceDeviation", "distance published", unit: "m", decimals: 3,
      \.published.distanceDeviation),
    .init("distanceDeviation", "simulated", unit: "m", decimals: 3, \.tally.distanceDeviation),
    .init("distanceDeviationLap95", \.distances),
    .init("distanceVerdict", "verdict") { $0.verdict($0.distances, $0.published.distanceDeviation) },
  ]
}

extension EventRow {
  /// As CSV, with latitude and longitude where the site has a geodetic origin.
  package static func table(of rows: [EventRow], places: GeodeticPlaces? = nil) -> String {
    guard let places else { return fields.csv(of: rows) }
    @Sendable func coordinates(_ row: EventRow) -> GeodeticPlaces.Coordinates? {
      row.notice?.place.flatMap(places.coordinates)
    }
    let more: [Figure<EventRow>] = [
      .init(field: "latitude") { coordinates($0)?.latitude },
      .init(field: "longitude") { coordinates($0)?.longitude },
    ]
    return (fields + more).csv(of: rows)
  }

  private static let fields: [Figure<EventRow>] = [
    .init(field: "application") { $0.application }, .init(field: "lap") { $0.lap },
    .init(field: "walker") { $0.walker },
    .init(field: "event") { ($0.truth ?? $0.notice)?.kind },
    .init(field: "subject") { ($0.truth ?? $0.notice)?.subject }, .init(field: "status") { $0.status },
    .init(field: "true_time_s") { $0.truth?.time }, .init(field: "time_s") { $0.notice?.time },
    .init(field: "true_place") { $0.truth?.place }, .init(field: "place") { $0.notice?.place },
    .init(field: "true_value") { $0.truth?.value }, .init(field: "value") { $0.notice?.value },
    .init(field: "identities") { row in
      row.notice.flatMap { $0.identities.isEmpty ? nil : $0.identities.joined(separator: " ") }
    },
  ]
}

extension ContextResult {
  /// Every event as CSV.
  package var eventsTable: String { EventRow.table(of: rows, places: GeodeticPlaces(of: scenario.study)) }

  /// What each lap adds to every figure above, for `compare`.
  package var lapFigures: [LapFigure] {
    (events + silent).flatMap(\.lapFigures) + states.flatMap(\.lapFigures) + zones.flatMap(\.lapFigures)
      + conference.map(\.lapFigure) + (energy?.scans.flatMap(\.lapFigures) ?? [])
      + (energy?.beacons.map { $0.lapFigure(laps: laps) } ?? [])
  }

  /// The files of its results folder.
  package func files(provenance: Provenance) throws -> [(name: String, text: String)] {
    try scenario.saved.texts + [
      (ResultsFolder.events, eventsTable), (ResultsFolder.figures, lapFigures.table),
      ("summary.json", document.prettyJSON),
      (ResultsFolder.marker, provenance.document.prettyJSON),
    ]
  }
}

extension PlotKind {
  package static let events = PlotKind(
    "events", "Events of applications", .page,
    about:
      "What applications noticed, of results of context: missed events, delays and false alarms, with 95 % intervals."
  )
}

extension Plot {
  /// The share of events that each application missed, its delays and its false alarms, with 95 % intervals over laps.
  ///
  /// - Parameter summary: `summary.json` of a results folder of `context`.
  package static func events(of summary: Document, width: PlotWidth) throws -> Plot {
    let scores = try summary.elements("events")
    guard !scores.isEmpty else { throw PlotProblem("\(summary.location.file): expected events, found none") }
    let names = try scores.map(Self.name)
    let (scenario, seed, laps) = (
      try summary.text("scenario"), try summary["seed"].integer, try summary["laps"].integer
    )
    let views = try shownFigures.map { figure in
      let rows = try scores.compactMap { score throws in
        try Self.row(of: score, figure.value, figure.interval, times: figure.scale)
      }
      let value = Channel.quantity("value", figure.title, unit: figure.unit, fromZero: true)
      return Chart.view(
        .init(
          width: width.inside(names), height: 13 * Double(names.count), isInner: true,
          layers: Layer.intervals(
            rows, value, at: .category("event", order: names), .value(Document(SeriesStyle.colours[0])),
            size: 35),
          zooms: false))
    }
    return Plot(
      .events,
      caption:
        "Missed events, delays and false alarms with 95 % intervals, Student's t over laps. Scenario \(scenario), "
        + "seed \(seed): \(laps) \(laps == 1 ? "lap" : "laps").",
      .rows(views))
  }

  private static let shownFigures:
    [(title: String, unit: String, scale: Double, value: String, interval: String)] = [
      ("missed", "%", 100, "missedShare", "interval95"),
      ("delay", "s", 1, "delaySeconds", "delayInterval95"),
      ("false alarms", "1/h", 1, "falseAlarmsPerHour", "falseAlarmsInterval95"),
    ]

  /// A figure of one kind of event, with the bounds of its interval where it has one; nil without a value.
  private static func row(
    of score: Document, _ key: String, _ interval: String, times scale: Double
  ) throws -> Document? {
    guard let value = try? score.number(key) else { return nil }
    let row: [Document.Member] = [
      .init(key: "event", value: try name(of: score).plotted),
      .init(key: "value", value: (value * scale).plotted),
    ]
    return Document(row + (try score.interval(interval)?.plottedBounds(times: scale) ?? []))
  }

  private static func name(of score: Document) throws -> String {
    "\(try score.text("application")), \(try score.text("event"))"
  }
}
