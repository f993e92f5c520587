package import Documents
package import Results
import Scenarios
import Sites
package import Sweeping

/// A published experiment as a file states it: presets, the effects of single changes, and statements about figures.
package struct Reproduction: DeclaredSettings {
  package var name = ""
  package var about = ""
  /// The seed, which was fixed before any result with it was seen.
  package var seed: UInt64 = 1
  package var laps = 300
  /// Whether fewer laps are run than the file states.
  package var hasFewerLaps = false
  package var presets: [Preset] = []
  package var buildings: Buildings?
  package var changes: Changes?
  package var figure: Figure?
  /// The path of the scenario without noise in which lags are measured.
  package var lags: String?
  /// What `--search` varies.
  package var search: Sweep?

  package static let defaults = Reproduction()
  package static let keys: [SettingKey<Reproduction>] = [
    .required("name", \.name, .text(.name), "The reproduction's name."),
    .required("about", \.about, .text(), "What was published, and what is known about it."),
    .required(
      "seed", \.seed, .seed,
      "The seed of every run without a seed of its own, chosen before any result with it was seen."),
    .defaulted(
      "laps", \.laps, .integer(.between(1, 1_000_000)), "The number of laps of each preset and building."),
    .required(
      "presets", \.presets, .list(of: .settings, count: .atLeast(1)),
      "The presets with which the whole table is simulated."),
    .optional(
      "buildings", \.buildings, .settings,
      "Many buildings of one preset, which show the variation between buildings."),
    .optional("changes", \.changes, .settings, "The effect of one change at a time on the mean errors."),
    .optional(
      "figure", \.figure, .settings,
      "An experiment of which few figures but some statements were published."),
    .optional(
      "lags", \.lags, .file, "A noise-free scenario that shows lags, relative to this file."),
    .optional(
      "search", \.search, Sweep.search,
      "What `--search` varies to find settings that reproduce the published figures."),
  ]

  /// The published JSON Schema.
  package static var jsonSchema: Document {
    schema.jsonSchema(
      title: "BeaconBench reproduction",
      about:
        "A published experiment: presets, the effects of single changes, statements on a figure, and a search."
    )
  }
}

extension Reproduction {
  /// A channel and options with which the whole published table is simulated.
  package struct Preset: DeclaredSettings {
    package var name = ""
    package var scenario = VariedScenario()
    /// Whether its values were tuned to match the published figures, which it must then reproduce.
    package var matches = false

    package static let defaults = Preset()
    package static let keys: [SettingKey<Preset>] =
      [.required("name", \.name, .text(.line), "The name in its rows.")]
      + VariedScenario.keys.map { $0.within(\.scenario) } + [
        .defaulted(
          "matches", \.matches, .flag,
          "Whether its values were tuned to match: then no figure may be outside its tolerance, and with the laps of this file two thirds must be inside."
        )
      ]
  }

  /// Many buildings of one preset, each with shadowing of its own that persists.
  package struct Buildings: DeclaredSettings {
    package var preset = ""
    package var count = 2
    package var firstSeed: UInt64 = 0
    var scenario = VariedScenario()

    package static let defaults = Buildings()
    package static let keys: [SettingKey<Buildings>] = [
      .required("preset", \.preset, .text(), "The name of a preset."),
      .defaulted("set", \.scenario.variation, Variation.form, Variation.about),
      .required("count", \.count, .integer(.between(2, 1000)), "The number of buildings."),
      .required("firstSeed", \.firstSeed, .seed, "The seed of the first; each further one has the next."),
    ]
  }

  /// A scenario run with one change at a time.
  package struct Changes: DeclaredSettings {
    package var laps = 2
    /// The number of laps behind each mean found elsewhere.
    package var lapsElsewhere = 100
    /// By pipeline, without any change.
    package var means: [String: Double] = [:]
    package var source = ""
    package var rows: [Row] = []
    var scenario = VariedScenario()

    package static let defaults = Changes()
    package static let keys: [SettingKey<Changes>] =
      VariedScenario.keys.map { $0.within(\.scenario) } + [
        .required("laps", \.laps, .integer(.between(2, 1_000_000)), "The number of laps of each run."),
        .required("source", \.source, .text(), "The source of the reference means."),
        .defaulted(
          "lapsElsewhere", \.lapsElsewhere, .integer(.between(2, 1_000_000)),
          "The number of laps of each reference mean, which determines its standard error."),
        .required(
          "means", \.means, metres, unit: "m", "The reference means by pipeline, without any change."),
        .required("rows", \.rows, .list(of: .settings, count: .atLeast(1)), "The changes."),
      ]

    fileprivate static let metres = SettingForm<[String: Double]>.map(
      of: .number(.atLeast(0)), count: .atLeast(1))

    package struct Row: DeclaredSettings {
      package var name = ""
      var variation = Variation()
      /// By pipeline: the mean error in metres found elsewhere with the change.
      package var means: [String: Double] = [:]
      /// By pipeline: the largest change of the mean error found elsewhere, in metres.
      package var within: [String: Double] = [:]
      var scenario: Document = [:]

      package static let defaults = Row()
      package static let rules: [Schema.KeyRule] = [.exactlyOne(of: "means", "within")]
      package static let keys: [SettingKey<Row>] = [
        .required("name", \.name, .text(.line), "The name of the change."),
        .required("set", \.variation, Variation.form, Variation.about),
        .omissible("means", \.means, metres, unit: "m", "The reference means by pipeline, with the change."),
        .omissible(
          "within", \.within, metres, unit: "m", "The largest change of the mean, by pipeline."),
      ]
    }
  }
}
