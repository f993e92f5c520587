import Documents
import NumericalMethods
import SiteFiles

/// The shape of the part of a reproduction that says what is searched.
enum SearchSchema {
  static let schema = Schema.object([
    .required(
      "scenario", .text(),
      "The file, relative to this file; its `published` figures are those to be reproduced."),
    .defaulted("set", Variation.schema, to: [:], Variation.about),
    .required(
      "seed", .integer(.atLeast(0)),
      "The seed of the laps, the same for all points and different from the reproduction's own, with which the points found are "
        + "repeated."),
    .defaulted(
      "points", .integer(.between(1, 1_000_000)), to: 16383,
      "The number of points. One less than a power of 2 fills the space most evenly."),
    .defaulted(
      "stages", .array(of: .integer(.between(2, 1_000_000)), count: .atLeast(1)), to: [8, 20, 60, 150, 300],
      "The numbers of laps after which a point is tested, ascending; it continues while no figure is significantly outside, and after the "
        + "last one gets its verdict."),
    .defaulted(
      "falseStops", .number(.between(0.001, 0.5)), to: 0.05,
      "The probability of stopping a point before the last stage although all its figures are inside."),
    .required(
      "parameters", .array(of: parameter, count: .between(1, SobolPoints.mostDimensions)),
      "The parameters that are varied."),
  ])

  private static let parameter = Schema.object(
    [
      .required("name", .text(.line), "The parameter's name in tables."),
      .optional("unit", .text(.line), "The unit of its numbers, for tables."),
      .required(
        "set", .array(of: .text(), count: .atLeast(1)),
        "The scenario's keys that are set to its value, by their paths such as `channel.pathLoss.logDistance.n` or "
          + "`pipelines[*].filters[*].kalman.q`."),
      .optional(
        "linear", .tuple([.init("from", .number()), .init("to", .number())], required: 2),
        "A range of numbers, uniformly distributed."),
      .optional(
        "logarithmic",
        .tuple([.init("from", .number(.above(0))), .init("to", .number(.above(0)))], required: 2),
        "A range of numbers above 0 whose logarithms are uniformly distributed."),
      .optional(
        "values", .array(of: .anything, count: .atLeast(2)), "Values of any kind, with equal probability."),
      .optional(
        "times", .alternatives([.number(.above(0)), .text()]),
        "The factor by which a number is multiplied before it is set: a number, or the name of an earlier parameter with a range, whose "
          + "value is then used; 1 by default."),
    ], exactlyOneOf: [["linear", "logarithmic", "values"]])
}
