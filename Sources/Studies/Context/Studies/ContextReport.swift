package import Rendering
import Scenarios
import World

extension ContextResult {
  /// What each application noticed, claimed and missed.
  package var report: [ReportSection] {
    let head =
      "\(scenario.scenario.name): \(Counted.text(laps, "lap")). True events, those that an application noticed in time, and "
      + "notices without a true event"
      + (laps == 1 ? ". \(IntervalNote.none)" : "; means [95 %] over laps.")
    let radiusNote =
      "The same notices against the ground truth of half and of twice the radius. Early: more than the tolerance before the event, but not "
      + "more than the window; such events are neither missed nor false alarms."
    let zoneNote =
      "Deviations of all seconds. The verdict says where the published figure lies relative to 95 % of single laps. "
      + "Source: \(zones.map(\.published.source).uniqued.joined(separator: "; "))."
    return [.paragraphs([head] + notes)] + table(events, EventScore.columns(of: events), keys: 2)
      + table(radii, RadiusScore.figures, keys: 3, notes: [radiusNote]) + table(states, StateScore.figures)
      + table(zones, ZoneScore.figures, keys: 2, notes: [zoneNote])
      + table(conference, ConferenceScore.figures)
      + (energy?.report ?? []) + (reporting.map { [.paragraphs([$0])] } ?? [])
  }

  private var notes: [String] { invalidSensorValues(invalidValues) }
}

/// A table of what there is; nothing without a row.
private func table<Row>(
  _ rows: [Row], _ figures: [Figure<Row>], keys: Int = 1, notes: [String] = []
) -> [ReportSection] {
  rows.isEmpty ? [] : [.table(rows, figures, keys: keys, notes: notes)]
}

private func invalidSensorValues(_ count: Int) -> [String] {
  count == 0 ? [] : ["Left out: \(Counted.text(count, "invalid sensor value"))."]
}

extension ContextReplayResult {
  /// How often each application noticed what, and which states it claimed how long.
  package var report: [ReportSection] {
    let head =
      "\(recording) through \(scenario): \(Counted.text(tally.delivered, "advertisement")) in "
      + "\(FixedPoint.text(seconds, decimals: 1)) s, without ground truth and therefore without scores."
    let left = [
      (tally.notBeacons, "without a beacon's identity"), (tally.levelUnavailable, "without an RSSI"),
      (tally.implausibleLevels, "with an RSSI above 20 dBm"),
      (tally.backwardSteps, "earlier than the one before"), (tally.malformed, "that could not be read"),
    ].filter { $0.0 > 0 }.map { "\(Counted.number($0.0)) \($0.1)" }
    let notes =
      (left.isEmpty ? [] : ["Other records: \(Counted.list(left))."]) + invalidSensorValues(invalidValues)
    return [.paragraphs([head] + notes)]
      + (events.isEmpty && !states.isEmpty ? [] : [.table(events, ReplayedEvents.figures, keys: 2)])
      + table(states, ReplayedState.figures, keys: 2)
  }
}

extension EventRow {
  /// A line for a live replay.
  package var line: String {
    guard let notice else { return "" }
    var line =
      "\(FixedPoint.text(notice.time, decimals: 1)) s  \(application): \(notice.kind) \(notice.subject)"
    if let place = notice.place { line += " at \(place)" }
    if let value = notice.value { line += ", by \(FixedPoint.text(value, decimals: 2))" }
    return line.printable() + "\n"
  }
}

extension EnergyResult {
  /// The listening schedule against missed events, and how long a beacon's battery lasts.
  var report: [ReportSection] {
    [
      .table(
        scans, EnergyScore.figures, keys: 2,
        notes: [
          "Missed, early and delay: all events; position error: \(pipeline). Currents: \(settings.source)."
        ])
    ] + table(numbers, CrowdedDrain.figures, keys: 3)
      + table(beacons, BeaconLife.figures, keys: 2, notes: settings.published)
  }
}
