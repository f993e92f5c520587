package import Rendering

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
