import Documents
import Propagation

extension WalkPlan {
  /// How a scenario states a walk: beside the settings, what names places of the site and other files, which is read
  /// together with these.
  static let form = SettingForm<WalkSettings>.settings(
    [.elsewhere(route), .elsewhere(planned)] + WalkSettings.paceKeys + [
      .elsewhere(stretches), .elsewhere(pauses),
    ]
      + WalkSettings.pauseKeys + [.elsewhere(random), .elsewhere(standing), .elsewhere(track)])

  private static let route = Schema.Field.optional(
    "route", .array(of: .text(), count: .atLeast(2)),
    "The names of the path's nodes in walking order, each joined to the next by an edge, stairs or a lift. The first name "
      + "repeated at the end closes the route. Required if the path branches; otherwise the whole path is walked."
  )

  private static let planned = Schema.Field.optional(
    "planned", .array(of: .text(), count: .atLeast(2)),
    "The names of nodes that the route planned by a navigator passes, the shortest between them; the walk may leave it. Only `navigate` uses it."
  )

  private static let stretches = Schema.Field.optional(
    "stretches",
    .array(
      of: .object([
        .required(
          "between", twoNames,
          "Two nodes joined by an edge or stairs, each pair once; the speed holds in both directions."),
        .required(
          "speed", SettingForm<Double>.speed.schema, unit: "m/s",
          "The speed here of a walker whose mean speed is `speed`; other speeds scale in proportion."),
      ])), "Parts of the route with another speed.")

  private static let pauses = Schema.Field.optional(
    "pauses",
    .array(
      of: .object([
        .required(
          "at", .alternatives([.integer(), .text(), placeOnPlan]),
          "The name of a node, the id of a test point, or a position [x, y], moved to the nearest point of the route. A name of both is the node's."
        ),
        .optional("floor", .integer(), "The floor of a position, if the site has several."),
        .required("seconds", .number(.between(0, 86_400)), unit: "s", "The duration of the stop."),
        .defaulted(
          "turn", .number(.between(-3600, 3600)), to: 0, unit: "degrees",
          "The angle by which the walker turns during the stop; anticlockwise is positive."),
      ])), "Stops between the start and the end of the route.")

  private static let random = Schema.Field.optional(
    "random",
    .object([
      .optional(
        "nodes", .array(of: .text(), count: .atLeast(2)),
        "The nodes that may be drawn; by default all nodes of the path."),
      .defaulted(
        "pause", LengthRange.schema, to: ["least": 0, "most": 0], "The duration of the stop at each node."),
    ]),
    "Random waypoints instead of `route`: from node to random node by the quickest way, at a speed drawn for "
      + "each trip. Needs `duration`.")

  private static let standing = Schema.Field.optional(
    "standing", StandingVisits.Settings.schema,
    "Instead of `route`: standing at one place after another, with a press at the end of each stay at a test point. Of the other "
      + "keys only `height` is used.")

  private static let track = Schema.Field.optional(
    "track",
    .object([
      .required(
        "truth", .text(),
        "A table `time_s,x_m,y_m[,z_m,floor,lap]`, relative to this file. The study's laps cycle through the table's laps."
      ),
      .optional(
        "presses", .text(),
        "A table `[lap,]time_s,point`; by default the button is pressed on passing within 1 m of a test point."
      ),
    ]),
    "Recorded positions instead of `route`. Of the other keys only `height`, for a table without `z_m`, `duration`, `turnRate` "
      + "and `pressJitter` are used.")

  private static let twoNames = Schema.tuple(
    [.init("from", .text()), .init("to", .text())], required: 2)

  private static let placeOnPlan = Schema.tuple(
    [.init("x", .coordinate, unit: "m"), .init("y", .coordinate, unit: "m")], required: 2)
}
