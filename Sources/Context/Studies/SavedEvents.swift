import Documents
import Evaluation
package import Results
import Sites
package import World

/// The parts of a results folder of `context` that a comparison needs.
///
/// `events.csv` and `summary.json` must be there, and the summary's counts must be those of the table.
package struct SavedEvents: Sendable {
  /// One kind of event of one application.
  package struct Kind: Hashable, Sendable {
    /// The application's name.
    package let application: String
    /// The kind of event, such as `enter`.
    package let event: String
  }

  /// The counts of one kind of event on one lap.
  struct Tally: Hashable, Sendable {
    var (found, missed, falseAlarms) = (0, 0, 0)
    /// The sum over the events that were found, in seconds.
    var delay = 0.0
  }

  /// As the user named it.
  package let path: String
  /// The seed of the study.
  package let seed: Int
  /// The number of laps.
  package let laps: Int
  /// What identifies the study and its settings.
  package let study: SavedStudy
  /// In the order of the summary.
  package let kinds: [Kind]
  /// By lap.
  private let tallies: [Kind: [Tally]]
  /// By kind, hours of all laps.
  private let hours: [Kind: Double]

  /// Reads a folder.
  package init(contentsOf path: String) throws(FileProblem) {
    self.path = path
    try ResultsFolder(path: path).checkFiles()
    let summary = try Document(contentsOf: "\(path)/summary.json")
    (seed, laps) = (try summary["seed"].integer, try summary["laps"].integer)
    guard laps > 0 else { throw try summary["laps"].problem(expected: "at least 1") }
    study = try SavedStudy(contentsOf: path)
    tallies = try Self.tallies("\(path)/\(ResultsFolder.events)", laps: laps)
    var (kinds, hours) = ([Kind](), [Kind: Double]())
    for score in try summary.elements("events") {
      let kind = Kind(application: try score.text("application"), event: try score.text("event"))
      let own = tallies[kind] ?? []
      let counts = own.reduce(into: Tally()) { sum, lap in
        sum.found += lap.found
        sum.missed += lap.missed
        sum.falseAlarms += lap.falseAlarms
      }
      for (key, count) in [
        ("happened", counts.found + counts.missed), ("found", counts.found),
        ("falseAlarms", counts.falseAlarms),
      ] {
        guard try score[key].integer == count else {
          throw try score[key].problem(expected: "\(count), as \(ResultsFolder.events) has")
        }
      }
      kinds.append(kind)
      hours[kind] = try score.number("hours")
    }
    (self.kinds, self.hours) = (kinds, hours)
  }

  private enum Column: Int {
    case application, lap, event, status, truth, time
  }

  private static let columns = ["application", "lap", "event", "status", "true_time_s", "time_s"]
  private static let others = [
    "walker", "subject", "true_place", "place", "true_value", "value", "identities", "latitude", "longitude",
  ]

  private static func tallies(_ path: String, laps: Int) throws(FileProblem) -> [Kind: [Tally]] {
    var table = try TableReader(contentsOf: path, columns: columns + others, required: columns.count)
    var tallies: [Kind: [Tally]] = [:]
    while let row = try table.next() {
      let kind = Kind(
        application: String(try row.requiredText(Column.application.rawValue)),
        event: String(try row.requiredText(Column.event.rawValue)))
      let lap = try row.requiredInteger(Column.lap.rawValue, in: .between(0, laps - 1))
      var tally = tallies[kind]?[lap] ?? Tally()
      switch try row.requiredText(Column.status.rawValue) {
      case "found":
        tally.found += 1
        tally.delay +=
          try row.requiredNumber(Column.time.rawValue) - row.requiredNumber(Column.truth.rawValue)
      case "missed": tally.missed += 1
      case "falseAlarm": tally.falseAlarms += 1
      case let other:
        throw FileProblem(
          file: path, line: row.line, expected: "found, missed or falseAlarm", found: String(other))
      }
      tallies[kind, default: Array(repeating: Tally(), count: laps)][lap] = tally
    }
    return tallies
  }

  /// For each of the first laps, the sum of a metric's values and their number.
  func totals(of metric: EventComparison.Metric, _ kind: Kind, laps: Int) -> [SIMD2<Double>] {
    let hours = (hours[kind] ?? 0) / Double(self.laps)
    return (tallies[kind] ?? Array(repeating: Tally(), count: self.laps)).prefix(laps).map { lap in
      switch metric {
      case .missed: SIMD2(Double(lap.missed) * 100, Double(lap.found + lap.missed))
      case .delay: SIMD2(lap.delay, Double(lap.found))
      case .falseAlarms: SIMD2(Double(lap.falseAlarms), hours)
      }
    }
  }
}
