import Calibrating
package import Documents
import Laps
import Scenarios
import SiteFiles

/// The shape of a file of a published experiment.
package enum ReproductionSchema {
  private static let scenario = Schema.text()
  private static let metres = Schema.map(of: .number(.atLeast(0)), count: .atLeast(1))

  package static let schema = Schema.object([
    .required("name", .text(.name), "The reproduction's name."),
    .required("about", .text(), "What was published, and what is known about it."),
    .required(
      "seed", .integer(.atLeast(0)),
      "The seed of every run without a seed of its own, chosen before any result with it was seen."),
    .defaulted(
      "laps", .integer(.between(1, 1_000_000)), to: 300, "The number of laps of each preset and building."),
    .required(
      "presets", .array(of: preset, count: .atLeast(1)),
      "The presets with which the whole table is simulated."),
    .optional(
      "buildings", buildings, "Many buildings of one preset, which show the variation between buildings."),
    .optional("changes", changes, "The effect of one change at a time on the mean errors."),
    .optional("figure", figure, "An experiment of which few figures but some statements were published."),
    .optional("lags", scenario, "A noise-free scenario that shows lags, relative to this file."),
    .optional(
      "search", SearchSchema.schema,
      "What `--search` varies to find settings that reproduce the published figures."),
  ])

  private static let preset = Schema.object([
    .required("name", .text(.line), "The name in its rows."),
    .required("scenario", scenario, "The file, relative to this file."),
    .defaulted("set", Variation.schema, to: [:], Variation.about),
    .defaulted(
      "matches", .boolean, to: false,
      "Whether its values were tuned to match: then no figure may be outside its tolerance, and with the laps of this file two thirds must be inside."
    ),
  ])

  private static let buildings = Schema.object([
    .required("preset", .text(), "The name of a preset."),
    .defaulted("set", Variation.schema, to: [:], Variation.about),
    .required("count", .integer(.between(2, 1000)), "The number of buildings."),
    .required("firstSeed", .integer(.atLeast(0)), "The seed of the first; each further one has the next."),
  ])

  private static let changes = Schema.object([
    .required("scenario", scenario, "The file, relative to this file."),
    .defaulted("set", Variation.schema, to: [:], Variation.about),
    .required("laps", .integer(.between(2, 1_000_000)), "The number of laps of each run."),
    .required("source", .text(), "The source of the reference means."),
    .defaulted(
      "lapsElsewhere", .integer(.between(2, 1_000_000)), to: 100,
      "The number of laps of each reference mean, which determines its standard error."),
    .required("means", metres, unit: "m", "The reference means by pipeline, without any change."),
    .required(
      "rows",
      .array(
        of: .object(
          [
            .required("name", .text(.line), "The name of the change."),
            .required("set", Variation.schema, Variation.about),
            .optional("means", metres, unit: "m", "The reference means by pipeline, with the change."),
            .optional("within", metres, unit: "m", "The largest change of the mean, by pipeline."),
          ], exactlyOneOf: [["means", "within"]]), count: .atLeast(1)), "The changes."),
  ])

  private static let figure = Schema.object([
    .required("name", .text(.line), "The name of the experiment."),
    .required("scenario", scenario, "The file, relative to this file."),
    .required("laps", .integer(.between(1, 1_000_000)), "The number of laps of one experiment."),
    .required("experiments", .integer(.between(2, 10_000)), "The number of repetitions."),
    .required(
      "statements",
      .array(
        of: .union([
          Schema.Variant(
            "mean",
            .object([
              .required("pipeline", .text(), "The pipeline of the mean error."),
              .required("metres", .number(.atLeast(0)), unit: "m", "The published mean."),
              .required("tolerance", .number(.above(0)), unit: "m", "The tolerance."),
            ]), "The mean of a pipeline."),
          Schema.Variant(
            "best",
            .object([
              .required("pipelines", .array(of: .text(), count: .atLeast(1)), "The pipelines, in any order.")
            ]), "These have the smallest means."),
        ]), count: .atLeast(1)), "The published statements."),
    .required(
      "settings",
      .array(
        of: .object([
          .required("name", .text(.line), "The name of the setting."),
          .defaulted("set", Variation.schema, to: [:], Variation.about),
        ]), count: .atLeast(1)), "The settings with which the experiment is repeated."),
  ])

  /// The published JSON Schema.
  package static var jsonSchema: Document {
    schema.jsonSchema(
      title: "BeaconBench reproduction",
      about:
        "A published experiment: presets, the effects of single changes, statements on a figure, and a search."
    )
  }
}
