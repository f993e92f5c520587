package import Documents
import Evaluation
package import Rendering
import World

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
    let figures: [(title: String, unit: String, scale: Double, value: String, interval: String)] = [
      ("missed", "%", 100, "missedShare", "interval95"),
      ("delay", "s", 1, "delaySeconds", "delayInterval95"),
      ("false alarms", "1/h", 1, "falseAlarmsPerHour", "falseAlarmsInterval95"),
    ]
    let views = try figures.map { figure in
      var (points, intervals): ([Document], [Document]) = ([], [])
      for score in scores {
        guard let value = try? score.number(figure.value) else { continue }
        let row: [Document.Member] = [
          .init(key: "event", value: try Self.name(of: score).plotted),
          .init(key: "value", value: (value * figure.scale).plotted),
        ]
        points.append(Document(row))
        guard let interval = try score.interval(figure.interval) else { continue }
        intervals.append(Document(row + interval.plottedBounds(times: figure.scale)))
      }
      let value = Channel.quantity("value", figure.title, unit: figure.unit, fromZero: true)
      let place = Channel.category("event", order: names)
      let colour = Channel.value(Document(SeriesStyle.colours[0]))
      return Chart.view(
        .init(
          width: width.points, height: 40 + 13 * Double(names.count),
          layers: [
            Layer(
              .rule, ["strokeWidth": 1.2], rows: intervals,
              [.x: value.with("field", "lower"), .x2: .end("upper"), .y: place, .color: colour]),
            Layer(
              .point, ["filled": true, "opacity": 1, "size": 35], rows: points,
              [.x: value, .y: place, .color: colour]),
          ], zooms: false))
    }
    return Plot(
      .events,
      caption:
        "Missed events, delays and false alarms with 95 % intervals, Student's t over laps. Scenario \(scenario), "
        + "seed \(seed): \(laps) \(laps == 1 ? "lap" : "laps").",
      .rows(views))
  }

  private static func name(of score: Document) throws -> String {
    "\(try score.text("application")), \(try score.text("event"))"
  }
}
