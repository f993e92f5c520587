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
    .required("name", .text(.name), "What is reproduced."),
    .required("about", .text(), "What was published, and what is known of it."),
    .required(
      "seed", .integer(.atLeast(0)),
      "Of every run that does not say otherwise: named before any result with it was seen."),
    .defaulted("laps", .integer(.between(1, 1_000_000)), to: 300, "Of each preset and building."),
    .required("presets", .array(of: preset, count: .atLeast(1)), "With which the whole table is simulated."),
    .optional(
      "buildings", buildings, "Many buildings of one preset, which tell how much one building can tell."),
    .optional("changes", changes, "What one change at a time does to the mean errors."),
    .optional("figure", figure, "An experiment of which few numbers but some statements were published."),
    .optional("lags", scenario, "A scenario without noise, from this file's folder, in which lags show."),
    .optional(
      "search", SearchSchema.schema,
      "What `--search` varies to find the settings with which the published figures come out."),
  ])

  private static let preset = Schema.object([
    .required("name", .text(.line), "Of its rows."),
    .required("scenario", scenario, "The file, from this file's folder."),
    .defaulted("set", Variation.schema, to: [:], Variation.about),
    .defaulted(
      "matches", .boolean, to: false,
      "Whether its values were tuned to match: then no figure may be outside its tolerance, and with the laps of this file two thirds must be inside."
    ),
  ])

  private static let buildings = Schema.object([
    .required("preset", .text(), "The name of one."),
    .defaulted("set", Variation.schema, to: [:], Variation.about),
    .required("count", .integer(.between(2, 1000)), "How many."),
    .required("firstSeed", .integer(.atLeast(0)), "Of the first; each further one has the next."),
  ])

  private static let changes = Schema.object([
    .required("scenario", scenario, "The file, from this file's folder."),
    .defaulted("set", Variation.schema, to: [:], Variation.about),
    .required("laps", .integer(.between(2, 1_000_000)), "Of each run."),
    .required("source", .text(), "Where the means come from."),
    .defaulted(
      "lapsElsewhere", .integer(.between(2, 1_000_000)), to: 100,
      "Of each of these means: how unsure they are follows from it."),
    .required("means", metres, unit: "m", "By pipeline, without any change."),
    .required(
      "rows",
      .array(
        of: .object(
          [
            .required("name", .text(.line), "Of the change."),
            .required("set", Variation.schema, Variation.about),
            .optional("means", metres, unit: "m", "By pipeline, with the change."),
            .optional("within", metres, unit: "m", "By pipeline, by how much the mean changes at most."),
          ], exactlyOneOf: [["means", "within"]]), count: .atLeast(1)), "The changes."),
  ])

  private static let figure = Schema.object([
    .required("name", .text(.line), "Of the experiment."),
    .required("scenario", scenario, "The file, from this file's folder."),
    .required("laps", .integer(.between(1, 1_000_000)), "Of one experiment."),
    .required("experiments", .integer(.between(2, 10_000)), "How often it is made."),
    .required(
      "statements",
      .array(
        of: .union([
          Schema.Variant(
            "mean",
            .object([
              .required("pipeline", .text(), "Whose mean error."),
              .required("metres", .number(.atLeast(0)), unit: "m", "As published."),
              .required("tolerance", .number(.above(0)), unit: "m", "By which it may differ."),
            ]), "The mean of a pipeline."),
          Schema.Variant(
            "best",
            .object([
              .required("pipelines", .array(of: .text(), count: .atLeast(1)), "In whatever order.")
            ]), "These have the smallest means."),
        ]), count: .atLeast(1)), "What was said."),
    .required(
      "settings",
      .array(
        of: .object([
          .required("name", .text(.line), "Of the setting."),
          .defaulted("set", Variation.schema, to: [:], Variation.about),
        ]), count: .atLeast(1)), "With which the experiment is made."),
  ])

  /// The published JSON Schema.
  package static var jsonSchema: Document {
    schema.jsonSchema(
      title: "BeaconBench reproduction",
      about:
        "A published experiment: presets, the effects of single changes, what was said of a figure, and a search."
    )
  }
}
