public import Documents
public import Phone
public import World

/// What a survey's readings become in a radio map.
public struct SurveyRule: DeclaredSettings {
  /// Which output of the filters a fingerprint holds.
  public enum Stores: String, Hashable, Sendable, CaseIterable {
    case last
    case mean
  }

  /// The readings that make one fingerprint.
  public enum Fingerprints: String, Hashable, Sendable, CaseIterable {
    case place
    case facing
    case scan
  }

  /// Applied to each beacon's readings at a place, one after another.
  public var filters: [FilterChoice] = []
  /// Whether a fingerprint is the last output of the filters or their mean.
  public var stores = Stores.last
  /// Whether a place has one fingerprint or several.
  public var fingerprints = Fingerprints.place

  public init() {}

  public static let keys: [SettingKey<SurveyRule>] = [
    .defaulted(
      "filters", \.filters, .list(of: BuiltInFilters.form),
      "The signal filters of the survey; they restart at each point."),
    .defaulted(
      "stores", \.stores,
      .choice([
        .last: "The filtered value of the last reading; without filters, that reading.",
        .mean: "The mean of the unfiltered readings.",
      ]), "The RSSI of a beacon at a point of the radio map."),
    .omissible(
      "fingerprints", \.fingerprints,
      .choice([
        .place: "All readings at a place are one fingerprint.",
        .facing: "Those of each direction in which the surveyor faced are one.",
        .scan: "Those of each callback, or of each row of a recorded survey, are one.",
      ]), "How many points of the radio map a surveyed place has."),
  ]
}

/// How the radio map of a scenario is made before the first lap.
public struct SurveySettings: DeclaredSettings {
  /// The places of the map.
  public enum Places: Hashable, Sendable {
    case testPoints
    /// The middles of pieces of the path of so many metres at most.
    case path(spacing: Double)
  }

  /// The number of readings at each place and in each direction.
  public var readings = 20
  /// What becomes of the readings at a place.
  public var rule = SurveyRule()
  /// Where the surveyor stands.
  public var places = Places.testPoints
  /// In how many directions the surveyor faces at each place, one after the other; 0 for no direction.
  public var directions = 0
  /// How many laps are walked in place of standing; 0 for none.
  public var laps = 0
  /// A table in place of a simulated survey.
  public var file: String?

  public init() {}

  public static let keys: [SettingKey<SurveySettings>] =
    [
      .defaulted(
        "readings", \.readings, .integer(.between(1, 100_000)),
        "The number of consecutive readings at each point, and in each direction.")
    ] + SurveyRule.keys.map { $0.within(\.rule) } + [
      .omissible(
        "points", \.places,
        .either(
          .words([("testPoints", .testPoints, "The site's test points.")]),
          SettingShape(
            .one(
              "path", .number(.between(0.1, 1000)), unit: "m", "Places along the path, at most so far apart."),
            as: { .path(spacing: $0) }, from: { if case .path(let spacing) = $0 { spacing } else { nil } })),
        "The points of the radio map."),
      .omissible(
        "directions", \.directions, .integer(.between(0, 16)),
        "In how many directions, evenly spaced, the surveyor faces at each point; 0 for half of the body loss throughout."
      ),
      .omissible(
        "laps", \.laps, .integer(.between(0, 10_000)),
        "So many laps of the scenario's walk in place of standing: each reading belongs to the nearest point on its floor, from where "
          + "the surveyor truly was in the middle of the window, and the map has the means; 0 to stand."),
      .optional(
        "file", \.file, .text(.any), "A radio map as `survey` writes it, in place of a simulated survey."),
    ]

  /// Laps and directions exclude each other, since a walker faces along the way.
  public var conflict: SettingFault? {
    if laps > 0, directions > 0 {
      return SettingFault(
        key: "directions", expected: "0 beside laps, which face where they walk", found: "\(directions)")
    }
    if laps > 0, !rule.filters.isEmpty {
      return SettingFault(
        key: "filters", expected: "none beside laps, of which the map has means",
        found: "\(rule.filters.count)")
    }
    return nil
  }
}
