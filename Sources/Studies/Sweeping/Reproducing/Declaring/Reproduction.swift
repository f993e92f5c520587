package import Documents
package import Results
import Scenarios
import Sites
package import World

/// A published experiment as a file states it: presets, the effects of single changes, and statements about figures.
package struct Reproduction: DeclaredSettings {
  /// Its name, which begins that of its results folders.
  package var name = ""
  /// What was published, and what is known about it.
  package var about = ""
  /// The seed, which was fixed before any result with it was seen.
  package var seed: UInt64 = 1
  /// The number of laps of each preset and building.
  package var laps = 300
  /// Whether fewer laps are run than the file states.
  package var hasFewerLaps = false
  /// The presets with which the whole table is simulated; one or more.
  package var presets: [Preset] = []
  /// Many buildings of one preset.
  package var buildings: Buildings?
  /// The effects of single changes.
  package var changes: Changes?
  /// An experiment of which few numbers were published.
  package var figure: Figure?
  /// The path of the scenario without noise in which lags are measured.
  package var lags: String?

  /// Without a name and presets.
  package init() {}
  /// In the order of the schema.
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
  ]

  /// The published JSON Schema.
  package static var jsonSchema: Document {
    schema.jsonSchema(
      title: "BeaconBench reproduction",
      about:
        "A published experiment: presets, the effects of single changes, and statements on a figure."
    )
  }
}

extension Reproduction {
  /// A channel and options with which the whole published table is simulated.
  package struct Preset: DeclaredSettings {
    /// The name in its rows.
    package var name = ""
    /// The scenario with the values of the preset.
    package var scenario = VariedScenario()
    /// Whether its values were tuned to match the published figures, which it must then reproduce.
    package var matches = false

    /// Without a name and a scenario.
    package init() {}
    /// In the order of the schema.
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
    /// The name of the preset that all buildings have.
    package var preset = ""
    /// How many buildings there are, 2 to 1000.
    package var count = 2
    /// The seed of the first building; each further one has the next.
    package var firstSeed: UInt64 = 0
    var scenario = VariedScenario()

    /// Two buildings of no preset.
    package init() {}
    /// In the order of the schema.
    package static let keys: [SettingKey<Buildings>] = [
      .required("preset", \.preset, .text(), "The name of a preset."),
      .defaulted("set", \.scenario.variation, Variation.form, Variation.about),
      .required("count", \.count, .integer(.between(2, 1000)), "The number of buildings."),
      .required("firstSeed", \.firstSeed, .seed, "The seed of the first; each further one has the next."),
    ]
  }

  /// A scenario run with one change at a time.
  package struct Changes: DeclaredSettings {
    /// The number of laps of each run; 2 or more.
    package var laps = 2
    /// The number of laps behind each mean found elsewhere.
    package var lapsElsewhere = 100
    /// By pipeline, without any change.
    package var means: [String: Double] = [:]
    /// Where the reference means are from.
    package var source = ""
    /// The changes; one or more.
    package var rows: [Row] = []
    var scenario = VariedScenario()

    /// No changes.
    package init() {}
    /// In the order of the schema.
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

    /// One change, and its effect elsewhere.
    package struct Row: DeclaredSettings {
      /// The name of the change.
      package var name = ""
      var variation = Variation()
      /// By pipeline: the mean error in metres found elsewhere with the change.
      package var means: [String: Double] = [:]
      /// By pipeline: the largest change of the mean error found elsewhere, in metres.
      package var within: [String: Double] = [:]
      var scenario: Document = [:]

      /// No change.
      package init() {}
      /// The effect is known, or a bound on it.
      package static let rules: [Schema.KeyRule] = [.exactlyOne(of: "means", "within")]
      /// In the order of the schema.
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

extension Reproduction {
  /// Reads a file, and every scenario that it names.
  ///
  /// - Parameters:
  ///   - seed: takes the place of the file's own.
  ///   - laps: takes the place of those of presets, buildings and changes.
  /// - Throws: ``FileProblem``, whose sentence names file, line and key.
  package init(contentsOf path: String, seed: UInt64? = nil, laps: Int? = nil) throws(FileProblem) {
    let file = try Document(contentsOf: path)
    try file.check(is: .reproduction)
    try self.init(file, seed: seed, laps: laps)
  }

  /// The same for a document that has already been read, or that the program made.
  package init(_ file: Document, seed: UInt64? = nil, laps: Int? = nil) throws(FileProblem) {
    let document = try Self.schema.resolve(file)
    self = try SettingForm.settings.read(document)
    try document.elements("presets").checkEachOnce("name", expected: "a name that no other preset has")
    for index in presets.indices { try presets[index].scenario.load() }
    if let part = document.optional("buildings") {
      guard let preset = presets.first(where: { $0.name == buildings?.preset }) else {
        throw try part["preset"].problem(expected: "the name of one of the presets")
      }
      try buildings?.scenario.vary(preset.scenario)
    }
    try changes?.load()
    if let part = document.optional("figure") { try figure?.load(part) }
    hasFewerLaps = laps.map { $0 < self.laps } ?? false
    self.seed = seed ?? self.seed
    self.laps = laps ?? self.laps
    if let laps { changes?.laps = laps }
  }
}

extension VariedScenario {
  /// Takes the scenario of another reproduction part, with the values that it sets.
  fileprivate mutating func vary(_ other: VariedScenario) throws(FileProblem) {
    (path, document) = (other.path, try variation.applied(to: other.document))
  }
}

extension Reproduction.Changes {
  fileprivate mutating func load() throws(FileProblem) {
    try scenario.load()
    for index in rows.indices {
      rows[index].scenario = try rows[index].variation.applied(to: scenario.document)
    }
  }
}

extension Reproduction.Figure {
  fileprivate mutating func load(_ part: Document) throws(FileProblem) {
    let scenario = try Document(contentsOf: path)
    let pipelines = Set(
      try scenario.elements("pipelines").map { row throws(FileProblem) in try row.text("name") })
    for statement in try part.elements("statements") {
      let mean = try statement.optional("mean").map { mean throws(FileProblem) in [try mean["pipeline"]] }
      let names = if let mean { mean } else { try statement["best"].elements("pipelines") }
      for name in names {
        guard pipelines.contains(try name.text) else {
          throw name.problem(
            expected: "one of the scenario's pipelines, \(pipelines.sorted().joined(separator: ", "))")
        }
      }
    }
    for index in settings.indices {
      settings[index].scenario = try settings[index].variation.applied(to: scenario)
    }
  }
}
