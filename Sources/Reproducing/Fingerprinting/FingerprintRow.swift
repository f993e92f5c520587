package import Documents
import Filters
package import Phone
package import Positioning
package import Scenarios
import World

extension FingerprintScenario {
  /// Whether a row's filters restart at the next place.
  package enum Restart: String, Hashable, Sendable, CaseIterable {
    case eachPoint
    case never
  }

  /// At which readings of a visit there is a fix.
  package enum Fixes: String, Hashable, Sendable, CaseIterable {
    case last
    case each
  }

  /// The published figures of a row.
  package struct Published: DeclaredSettings {
    /// The published figures, the gains over another row included.
    var figures: [FingerprintStatistic: Double] = [:]
    /// The row over which the gains are; nil for none.
    package var against: String?
    package var source = ""
    /// The statistics that the scenario is expected to match.
    package var checked: [FingerprintStatistic] = []

    package subscript(statistic: FingerprintStatistic) -> Double? { figures[statistic] }

    package static let defaults = Published()
    package static let keys: [SettingKey<Published>] = [
      .optional(
        "hitRate", \.figures[.hitRate], .number(.between(0, 1)), "The share of fixes at the right point."),
      .optional(
        "mean", \.figures[.mean], .number(.atLeast(0)), unit: "m",
        "The mean error over visits to surveyed points."),
      .optional(
        "largest", \.figures[.largest], .number(.atLeast(0)), unit: "m", "The largest of these errors."),
      .optional(
        "meanWithUnlisted", \.figures[.meanWithUnlisted], .number(.atLeast(0)), unit: "m",
        "The mean error including the visits to unlisted places."),
      .optional(
        "against", \.against, .text(),
        "An earlier row with published figures, from which paired differences per lap are then figures too: `hitRateGain` and "
          + "`meanGain`."),
      .required("source", \.source, .text(), "The source of the figures."),
      .defaulted(
        "check", \.checked, .list(of: .choice),
        "Which of the figures the scenario is expected to match: one that is outside is a failed check."),
    ]

    /// Adds the gains over another row.
    fileprivate mutating func add(gainsOn other: Published) {
      if let own = self[.hitRate], let others = other[.hitRate] { figures[.hitRateGain] = own - others }
      if let own = self[.mean], let others = other[.mean] { figures[.meanGain] = others - own }
    }
  }

  package struct Row: DeclaredSettings {
    package var name = ""
    package var map = SurveyRule()
    package var filters: [FilterChoice] = []
    package var restart = Restart.eachPoint
    /// Seconds.
    package var maximumAge = 5.0
    package var fixes = Fixes.last
    package var match = NearestFingerprints.Settings()
    package var published: Published?

    package static let defaults = Row()
    package static let keys: [SettingKey<Row>] = [
      .required("name", \.name, .text(.line), "The row's name, unique in the scenario."),
      .defaulted("map", \.map, .settings, "The content of the radio map."),
      .defaulted(
        "filters", \.filters, .list(of: BuiltInFilters.form), "The signal filters of a visit."),
      .defaulted(
        "restart", \.restart,
        .choice([
          .eachPoint: "The filters restart at each point.",
          .never: "They keep their state from point to point.",
        ]), "What happens to the filters at the next point."),
      .defaulted(
        "maximumAge", \.maximumAge, .number(.atLeast(0)), unit: "s",
        "A beacon whose last reading is older is ignored."),
      .defaulted(
        "fixes", \.fixes,
        .choice([.last: "After the last reading.", .each: "After each reading."]),
        "When a fix is computed."),
      .defaulted(
        "kNearest", \.match,
        .settings.named(
          "kNearest", about: "The surveyed points whose fingerprints are closest to the readings."),
        "How the readings are compared with the radio map."),
      .optional("published", \.published, .settings, "The figures published for this row."),
    ]
  }
}

extension FingerprintScenario.Row {
  /// Reads one element of `rows`.
  ///
  /// - Parameter earlier: the rows before it.
  init(_ document: Document, after earlier: [FingerprintScenario.Row]) throws(FileProblem) {
    self = try SettingForm.settings.read(document)
    guard let entry = document.optional("published") else { return }
    if let against = published?.against {
      guard let other = earlier.first(where: { $0.name == against })?.published else {
        throw try entry["against"].problem(expected: "an earlier row for which something is published")
      }
      published?.add(gainsOn: other)
    }
    for (check, statistic) in zip(try entry.elements("check"), published?.checked ?? [])
    where published?[statistic] == nil {
      throw check.problem(expected: "one of the numbers that are published here")
    }
  }
}
