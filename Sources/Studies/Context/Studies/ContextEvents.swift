package import Documents
package import Rendering

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
          width: width.points, height: 40 + 13 * Double(names.count),
          layers: Layer.intervals(
            rows.map { Document($0.value) },
            bounds: rows.compactMap { row in row.bounds.map { Document(row.value + $0) } }, value,
            at: .category("event", order: names), .value(Document(SeriesStyle.colours[0])), size: 35),
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

  /// A figure of one kind of event, and the bounds of its interval where it has one; nil without a value.
  private static func row(
    of score: Document, _ key: String, _ interval: String, times scale: Double
  ) throws -> (value: [Document.Member], bounds: [Document.Member]?)? {
    guard let value = try? score.number(key) else { return nil }
    let row: [Document.Member] = .init(present: [
      "event": try name(of: score).plotted, "value": (value * scale).plotted,
    ])
    return (row, try score.interval(interval)?.plottedBounds(times: scale))
  }

  private static func name(of score: Document) throws -> String {
    "\(try score.text("application")), \(try score.text("event"))"
  }
}
