public import Documents
public import Filtering

/// What a survey's readings become in a radio map.
public struct SurveyRule: DeclaredSettings {
  public enum Stores: String, Hashable, Sendable, CaseIterable {
    case last
    case mean
  }

  public var filters: [FilterChoice] = []
  public var stores = Stores.last

  public init() {}

  public static let defaults = SurveyRule()
  public static let keys: [SettingKey<SurveyRule>] = [
    .defaulted(
      "filters", \.filters, .list(of: FilterChoice.form),
      "The signal filters of the survey; they restart at each point."),
    .defaulted(
      "stores", \.stores,
      .choice([
        .last: "The filtered value of the last reading; without filters, that reading.",
        .mean: "The mean of the unfiltered readings.",
      ]), "The RSSI of a beacon at a point of the radio map."),
  ]
}

/// How the radio map of a scenario is made: readings at one test point after another, before the first lap.
public struct SurveySettings: DeclaredSettings {
  public var readings = 20
  public var rule = SurveyRule()

  public init() {}

  public static let defaults = SurveySettings()
  public static let keys: [SettingKey<SurveySettings>] =
    [
      .defaulted(
        "readings", \.readings, .integer(.between(1, 100_000)),
        "The number of consecutive readings at each point.")
    ] + SurveyRule.keys.map { $0.within(\.rule) }
}
