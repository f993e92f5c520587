import Documents
import SiteFiles

extension ScenarioSchema {
  static let walk = Schema.object([
    .optional(
      "route", .array(of: .text(), count: .atLeast(2)),
      "Names of the path's nodes in the order of walking, each joined to the next by an edge, by stairs or by a lift. The first name "
        + "again at the end closes it. Needed where the path branches; otherwise the whole path is walked."
    ),
    .defaulted("speed", .number(.between(0.01, 100)), to: 1.3, unit: "m/s", "The mean over laps."),
    .defaulted(
      "speedDeviation", .number(.between(0, 100)), to: 0.05, unit: "m/s",
      "The standard deviation over laps; `variation` changes it within a lap."),
    .defaulted(
      "slowest", .number(.between(0.01, 100)), to: 0.8, unit: "m/s",
      "Slower draws count as this. At most `speed`."),
    .defaulted(
      "fastest", .number(.between(0.01, 100)), to: 1.8, unit: "m/s",
      "Faster draws count as this. At least `speed`."),
    .defaulted(
      "height", .number(.between(-10, 10)), to: 1.2, unit: "m",
      "Of the phone above the path; on a site of several floors within the storey of each."),
    .defaulted(
      "walkIn", .number(.between(0, 86_400)), to: 20, unit: "s",
      "How long the stream has run when the walker reaches the route's start, so that filters have settled."),
    .optional(
      "duration", .number(.between(1, 864_000)), unit: "s",
      "Of the whole stream; without it, until two seconds after the route's end."),
    .defaulted(
      "pressJitter", .number(.between(0, 60)), to: 0.15, unit: "s",
      "The standard deviation of the moment at which the button is pressed."),
    .optional(
      "variation",
      .object([
        .required(
          "deviation", .number(.between(0, 100)), unit: "m/s",
          "The standard deviation about the lap's own speed; held between `slowest` and `fastest`."),
        .defaulted(
          "correlationTime", .number(.between(0.1, 3600)), to: 5, unit: "s",
          "Over which the correlation falls to 1/e."),
      ]), "How the speed changes within a lap, each half second; without it, not at all."),
    .optional(
      "stretches",
      .array(
        of: .object([
          .required(
            "between", twoNames, "Two nodes that an edge or stairs join, each pair once; both ways are meant."
          ),
          .required(
            "speed", .number(.between(0.01, 100)), unit: "m/s",
            "Of one who goes at `speed` elsewhere; faster and slower ones are so here too."),
        ])), "Parts of the way that are run, or gone slowly."),
    .optional(
      "pauses",
      .array(
        of: .object([
          .required(
            "at", .alternatives([.integer(), .text(), placeOnPlan]),
            "The id of a test point, the name of a node, or a place [x, y]: its nearest place on the route."),
          .optional("floor", .integer(), "Of a place, where the site has several."),
          .required("seconds", .number(.between(0, 86_400)), unit: "s", "How long he stands there."),
          .defaulted(
            "turn", .number(.between(-3600, 3600)), to: 0, unit: "degrees",
            "By which he turns on the spot meanwhile; anticlockwise is positive."),
        ])), "Stops between the start and the end of the route."),
    .optional(
      "randomPauses",
      .object([
        .required("perMinute", .number(.between(0, 60)), "Their mean number in a minute of walking."),
        .required(
          "length",
          .union([
            Schema.Variant(
              "exponential",
              .object([
                .required(
                  "mean", .number(.between(0.1, 3600)), unit: "s", "None is longer than ten times this.")
              ]), "Mostly short, some long."),
            Schema.Variant("uniform", .object(leastAndMost), "Evenly spread."),
          ]), "How long each is."),
      ]), "Stops at any time."),
    .optional(
      "turnRate", .number(.between(1, 3600)), unit: "degrees/s",
      "How fast his body turns at a corner, while he walks on; without it, at once."),
    .optional(
      "random",
      .object([
        .optional(
          "nodes", .array(of: .text(), count: .atLeast(2)),
          "The nodes that he may go to; without it, all of the path."),
        .defaulted(
          "pause", .object(leastAndMost), to: ["least": 0, "most": 0], "How long he stands at each."),
      ]),
      "In place of `route`: from node to node, each drawn among the others, the quickest way, at a speed drawn for "
        + "each trip. Needs `duration`."),
    .optional(
      "track",
      .object([
        .required(
          "truth", .text(),
          "A table `time_s,x_m,y_m[,z_m,floor,lap]`, from this file's folder. Laps take turns with its laps."),
        .optional(
          "presses", .text(),
          "A table `[lap,]time_s,point`; without it, he presses when he passes a test point within 1 m."),
      ]),
      "In place of `route`: where somebody once was. Only `height`, for a table without `z_m`, `duration`, `turnRate` "
        + "and `pressJitter` then count."),
  ])

  private static let twoNames = Schema.tuple(
    [.init("from", .text()), .init("to", .text())], required: 2)

  private static let placeOnPlan = Schema.tuple(
    [.init("x", .coordinate, unit: "m"), .init("y", .coordinate, unit: "m")], required: 2)

  private static let leastAndMost: [Schema.Field] = [
    .required("least", .number(.between(0, 3600)), unit: "s", "The shortest."),
    .required("most", .number(.between(0, 3600)), unit: "s", "The longest; at least `least`."),
  ]
}
