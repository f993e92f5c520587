package import Documents
package import Filtering
package import Positioning
import Scenarios
import World

extension FingerprintScenario {
  /// What a radio map is made of.
  package struct MapRule: Hashable, Sendable {
    package enum Stores: String, Hashable, Sendable, CaseIterable {
      case last
      case mean
    }

    package var filters: [FilterChoice] = []
    package var stores = Stores.last
  }

  /// What a method hears of the visits.
  package struct Listening: Hashable, Sendable {
    package enum Restart: String, Hashable, Sendable, CaseIterable {
      case eachPoint
      case never
    }

    package enum Fixes: String, Hashable, Sendable, CaseIterable {
      case last
      case each
    }

    package var filters: [FilterChoice] = []
    package var restart = Restart.eachPoint
    /// Seconds.
    package var maximumAge = 5.0
    package var fixes = Fixes.last
  }

  /// What was published for a row.
  package struct Published: Hashable, Sendable {
    let figures: [FingerprintStatistic: Double]
    /// The row on which the gains are; nil for none.
    package let against: String?
    package let source: String
    /// Those that the scenario is expected to match.
    package let checked: [FingerprintStatistic]

    package subscript(statistic: FingerprintStatistic) -> Double? { figures[statistic] }
  }

  package struct Row: DeclaredSettings {
    package var name = ""
    package var map = MapRule()
    package var listening = Listening()
    package var match = NearestFingerprints.Settings()
    package var published: Published?

    package static let defaults = Row()
    package static let keys: [SettingKey<Row>] = [
      .required("name", \.name, .text(.line), "The row's name, which no other row has."),
      .group("map", mapKeys, "What the radio map holds."),
      .defaulted(
        "filters", \.listening.filters, .list(of: FilterChoice.form), "For the readings of a visit."),
      .defaulted(
        "restart", \.listening.restart,
        .choice([
          .eachPoint: "The filters start anew at each point.", .never: "They go on from point to point.",
        ]), "What becomes of the filters when the next point is visited."),
      .defaulted(
        "maximumAge", \.listening.maximumAge, .number(.atLeast(0)), unit: "s",
        "A beacon whose last reading is older counts as not heard."),
      .defaulted(
        "fixes", \.listening.fixes,
        .choice([.last: "After the last reading.", .each: "After each reading."]),
        "When a visitor is to be found."),
      .defaulted(
        "kNearest", \.match,
        .settings.named(
          "kNearest", about: "The surveyed points whose fingerprints are nearest to what is heard."),
        "How what is heard is compared with the map."),
      .elsewhere(.optional("published", Published.schema, "What was published for this row.")),
    ]

    private static let mapKeys: [SettingKey<Row>] = [
      .defaulted(
        "filters", \.map.filters, .list(of: FilterChoice.form),
        "For the readings of the survey; they start anew at each point."),
      .defaulted(
        "stores", \.map.stores,
        .choice([
          .last: "What the filters make of the last reading; without filters, that reading.",
          .mean: "The mean of the readings, whatever the filters.",
        ]), "What becomes the level of a beacon at a point."),
    ]
  }
}

extension FingerprintScenario.Row {
  /// Reads one element of `rows`.
  ///
  /// - Parameter earlier: the rows before it.
  init(_ document: Document, after earlier: [FingerprintScenario.Row]) throws(FileProblem) {
    self = try SettingForm.settings.read(document)
    published = try document.optional("published").map { value throws(FileProblem) in
      try FingerprintScenario.Published(value, after: earlier)
    }
  }
}

extension NearestFingerprints.Settings {
  /// How a table names it.
  var summary: String {
    var words = [vector == .sorted ? "sorted levels" : "by beacon"]
    switch major {
    case .ignored: break
    case .gate: words.append("major gate")
    case .coordinate: words.append("major as coordinate")
    }
    if points > 1 { words.append("k \(points), 1/d^\(short(weightExponent))") }
    if metric == .manhattan { words.append("manhattan") }
    if missing == .leftOut { words.append("missing left out") }
    return words.joined(separator: ", ")
  }
}

extension FingerprintScenario.Published {
  fileprivate static let schema = Schema.object([
    .optional("hitRate", .number(.between(0, 1)), "The share of fixes at the right point."),
    .optional("mean", .number(.atLeast(0)), unit: "m", "The mean error over visits to surveyed points."),
    .optional("largest", .number(.atLeast(0)), unit: "m", "The largest of these errors."),
    .optional(
      "meanWithUnlisted", .number(.atLeast(0)), unit: "m",
      "The mean error with the visits to unlisted places."),
    .optional(
      "against", .text(),
      "An earlier row with published numbers: the differences are then figures too, lap by lap: `hitRateGain` and "
        + "`meanGain`."),
    .required("source", .text(), "Where the numbers stand."),
    .defaulted(
      "check", .array(of: .enumeration(FingerprintStatistic.allCases.map { Schema.Choice($0.rawValue) })),
      to: [], "Which of the numbers the scenario is expected to match: one that is outside is a failed check."
    ),
  ])

  fileprivate init(
    _ document: Document, after earlier: [FingerprintScenario.Row]
  ) throws(FileProblem) {
    var figures: [FingerprintStatistic: Double] = [:]
    for statistic in FingerprintStatistic.measured {
      figures[statistic] = try document.optional(statistic.rawValue)?.number
    }
    against = try document.optional("against").map { name throws(FileProblem) in try name.text }
    if let name = document.optional("against") {
      let text = try name.text
      guard let other = earlier.first(where: { $0.name == text })?.published else {
        throw name.problem(expected: "an earlier row for which something is published")
      }
      if let hitRate = figures[.hitRate], let others = other[.hitRate] {
        figures[.hitRateGain] = hitRate - others
      }
      if let mean = figures[.mean], let others = other[.mean] { figures[.meanGain] = others - mean }
    }
    self.figures = figures
    source = try document.text("source")
    var checked: [FingerprintStatistic] = []
    for entry in try document.elements("check") {
      let statistic = try entry.choice(of: FingerprintStatistic.self)
      guard figures[statistic] != nil else {
        throw entry.problem(expected: "one of the numbers that are published here")
      }
      checked.append(statistic)
    }
    self.checked = checked
  }
}
