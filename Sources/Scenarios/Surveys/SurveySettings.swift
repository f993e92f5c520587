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
      "For the readings of the survey; they start anew at each point."),
    .defaulted(
      "stores", \.stores,
      .choice([
        .last: "What the filters make of the last reading; without filters, that reading.",
        .mean: "The mean of the readings, whatever the filters.",
      ]), "What becomes the level of a beacon at a point."),
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
        "How many readings of the phone at each point, one after another.")
    ] + SurveyRule.keys.map { $0.within(\.rule) }
}
