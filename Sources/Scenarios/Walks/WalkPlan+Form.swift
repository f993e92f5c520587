import Documents
import Propagation
import SiteFiles

extension WalkPlan {
  /// How a scenario states a walk: beside the settings, what names places of the site and other files, which is read
  /// together with these.
  static let form = SettingForm<WalkSettings>.settings(
    [.elsewhere(route)] + WalkSettings.paceKeys + [.elsewhere(stretches), .elsewhere(pauses)]
      + WalkSettings.pauseKeys + [.elsewhere(random), .elsewhere(standing), .elsewhere(track)])

  private static let route = Schema.Field.optional(
    "route", .array(of: .text(), count: .atLeast(2)),
    "Names of the path's nodes in the order of walking, each joined to the next by an edge, by stairs or by a lift. The first name "
      + "again at the end closes it. Needed where the path branches; otherwise the whole path is walked.")

  private static let stretches = Schema.Field.optional(
    "stretches",
    .array(
      of: .object([
        .required(
          "between", twoNames, "Two nodes that an edge or stairs join, each pair once; both ways are meant."),
        .required(
          "speed", SettingForm<Double>.speed.schema, unit: "m/s",
          "Of one who goes at `speed` elsewhere; faster and slower ones are so here too."),
      ])), "Parts of the way that are run, or gone slowly.")

  private static let pauses = Schema.Field.optional(
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
      ])), "Stops between the start and the end of the route.")

  private static let random = Schema.Field.optional(
    "random",
    .object([
      .optional(
        "nodes", .array(of: .text(), count: .atLeast(2)),
        "The nodes that he may go to; without it, all of the path."),
      .defaulted(
        "pause", LengthRange.schema, to: ["least": 0, "most": 0], "How long he stands at each."),
    ]),
    "In place of `route`: from node to node, each drawn among the others, the quickest way, at a speed drawn for "
      + "each trip. Needs `duration`.")

  private static let standing = Schema.Field.optional(
    "standing", StandingVisits.Settings.schema,
    "In place of `route`: at one place after another, with a press at the end of each stay at a test point. Of the other "
      + "keys only `height` then counts.")

  private static let track = Schema.Field.optional(
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
      + "and `pressJitter` then count.")

  private static let twoNames = Schema.tuple(
    [.init("from", .text()), .init("to", .text())], required: 2)

  private static let placeOnPlan = Schema.tuple(
    [.init("x", .coordinate, unit: "m"), .init("y", .coordinate, unit: "m")], required: 2)
}
