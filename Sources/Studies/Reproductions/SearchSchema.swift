import Documents
import NumericalMethods
import SiteFiles

/// The shape of the part of a reproduction that says what is searched.
enum SearchSchema {
  static let schema = Schema.object([
    .required(
      "scenario", .text(),
      "The file, from this file's folder; its `published` rows are those that must come out."),
    .defaulted("set", Variation.schema, to: [:], Variation.about),
    .required(
      "seed", .integer(.atLeast(0)),
      "Of the laps, the same for all points: another than the reproduction's own, with which points that are found are "
        + "tried again."),
    .defaulted(
      "points", .integer(.between(1, 1_000_000)), to: 16383,
      "How many. With 1 less than a power of 2 they lie most evenly."),
    .defaulted(
      "stages", .array(of: .integer(.between(2, 1_000_000)), count: .atLeast(1)), to: [8, 20, 60, 150, 300],
      "The laps after which a point is looked at, ascending; it goes on while no figure is certainly outside, and after the "
        + "last ones has its verdict."),
    .defaulted(
      "falseStops", .number(.between(0.001, 0.5)), to: 0.05,
      "The chance that a point is stopped before the last stage although all its figures are inside."),
    .required(
      "parameters", .array(of: parameter, count: .between(1, SobolPoints.mostDimensions)), "What is varied."),
  ])

  private static let parameter = Schema.object(
    [
      .required("name", .text(.line), "As tables name it."),
      .optional("unit", .text(.line), "Of its numbers, for tables."),
      .required(
        "set", .array(of: .text(), count: .atLeast(1)),
        "The scenario's keys that have its value, by their places such as `channel.pathLoss.logDistance.n` or "
          + "`pipelines[*].filters[*].kalman.q`."),
      .optional(
        "linear", .tuple([.init("from", .number()), .init("to", .number())], required: 2),
        "A range of numbers, evenly spread."),
      .optional(
        "logarithmic",
        .tuple([.init("from", .number(.above(0))), .init("to", .number(.above(0)))], required: 2),
        "A range of numbers above 0 whose logarithms are evenly spread."),
      .optional(
        "values", .array(of: .anything, count: .atLeast(2)), "Values of any kind, each equally often."),
      .optional(
        "times", .alternatives([.number(.above(0)), .text()]),
        "By what a number is multiplied before it is set: a number, or the name of an earlier parameter with a range, whose "
          + "value it then is. Without it, 1."),
    ], exactlyOneOf: [["linear", "logarithmic", "values"]])
}
