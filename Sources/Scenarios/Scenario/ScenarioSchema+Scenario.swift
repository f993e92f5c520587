public import Documents
import SiteFiles

extension ScenarioSchema {
  /// A scenario whose laps are simulated on a site.
  public static let simulated = Schema.object([
    .required("name", .text(.name), "The scenario's name, which is also that of its results folder."),
    .optional("about", .text(), "What the scenario is for, and where its numbers come from."),
    .required("site", .text(), "The site file, from this file's folder."),
    .defaulted("seed", .integer(.atLeast(0)), to: 1, "Every random number follows from it."),
    .required("laps", laps, "How often the walk is repeated, and under which conditions."),
    .defaulted("walk", walk, to: [:], "How the walker goes."),
    .optional(
      "walkers",
      .array(
        of: .object([
          .required("name", .text(.identifier), "What results call him."),
          .optional("walk", walk, "How he goes; without it, by `walk`, with draws of his own."),
        ]), count: .atLeast(2)),
      "Several who walk at the same time, each with a phone that hears the same advertisements. Without it, one."
    ),
    .required("channel", channel, "What really happens to a level between beacon and phone."),
    .defaulted("beacons", beaconsThatWalk, to: [:], "How beacons advertise."),
    .defaulted("receiver", receiver, to: [:], "What the phone's receiver does to a level."),
    .defaulted("phone", phone, to: [:], "How the phone makes readings, accuracy values and zones."),
    noise,
    identifiedBy,
    .required("assumes", assumes, "What the algorithms take the channel to be; it need not be the truth."),
    .required(
      "pipelines", .array(of: pipeline(assumes: assumes), count: .atLeast(1)),
      "What is compared, in the order of the table."),
    .defaulted("score", score, to: [:], "When a fix is compared with the truth, and how."),
    .defaulted(
      "references", .array(of: reference), to: [], "Rows from elsewhere that stand below the table."),
  ])

  /// A scenario whose walks were recorded: a data set with known positions takes the place of site and channel.
  public static let recorded = Schema.object([
    .required("name", .text(.name), "The scenario's name, which is also that of its results folder."),
    .optional("about", .text(), "What the scenario is for, and where its numbers come from."),
    .required("dataset", .text(), "The data set's file, from this file's folder."),
    .optional(
      "walks", .integer(.between(1, 1_000_000)),
      "How many of the data set's walks to take, from the first on; without it, all."),
    .defaulted("seed", .integer(.atLeast(0)), to: 1, "White noise and twins follow from it."),
    .defaulted("phone", phone, to: [:], "How the phone makes readings, accuracy values and zones."),
    noise,
    identifiedBy,
    .required("assumes", assumesOrFits, "What the algorithms take the channel to be."),
    .required(
      "pipelines", .array(of: pipeline(assumes: assumesOrFits), count: .atLeast(1)),
      "What is compared, in the order of the table."),
    .defaulted(
      "score", score, to: ["at": "callbacks"], "When a fix is compared with the truth, and how."),
    .defaulted(
      "references", .array(of: reference), to: [], "Rows from elsewhere that stand below the table."),
  ])

  /// The published JSON Schema of a simulated scenario.
  public static var simulatedJSONSchema: Document {
    simulated.jsonSchema(
      title: "BeaconBench scenario",
      about:
        "What is simulated on a site, which pipelines listen, and how they are scored. Lengths are in metres, "
        + "times in seconds, levels in dBm.")
  }

  /// The published JSON Schema of a scenario of recorded walks.
  public static var recordedJSONSchema: Document {
    recorded.jsonSchema(
      title: "BeaconBench scenario of recorded walks",
      about:
        "Which pipelines hear the walks of a data set, and how they are scored. Lengths are in metres, times in "
        + "seconds, levels in dBm.")
  }

  private static let noise = Schema.Field.defaulted(
    "noise",
    .enumeration([
      Schema.Choice("structured", "As walls, bodies and reflections make it."),
      Schema.Choice(
        "white",
        "Each beacon's readings follow a line over the logarithm of the true distance with white noise, and keep "
          + "their mean and variance."),
    ]), to: "structured", "The noise of the phone's readings: see docs/white-noise.md.")

  private static let identifiedBy = Schema.Field.defaulted(
    "identifiedBy",
    .enumeration([
      Schema.Choice("identity", "UUID, major and minor, from whatever address."),
      Schema.Choice("address", "The address, whatever it sends."),
      Schema.Choice("both", "UUID, major and minor from one address."),
    ]), to: "identity",
    "What makes two advertisements of a capture that is replayed come from the same beacon. By address, and by "
      + "both, the ids of the site's beacons must be the names that a replay without a site gives them.")

  private static let laps = Schema.object([
    .defaulted("count", .integer(.between(1, 1_000_000)), to: 300, "How many laps."),
    .defaulted(
      "directions",
      .enumeration([
        Schema.Choice("both", "Laps take turns, forward first."),
        Schema.Choice("forward", "In the order of the route's nodes."),
        Schema.Choice("backward", "Against it."),
      ]), to: "both", "Which way along the route."),
    .defaulted(
      "hands", .enumeration([Schema.Choice("both", "Laps take turns, left first."), "left", "right"]),
      to: "both",
      "The hand that carries the phone."),
    .defaulted(
      "allocation",
      .enumeration([
        Schema.Choice("crossed", "Every four laps hold each pair of direction and hand once."),
        Schema.Choice("aligned", "The hand changes with the direction, so that two of the four pairs occur."),
      ]), to: "crossed", "How directions and hands meet when both take turns."),
  ])

  private static let reference = Schema.object([
    .required("name", .text(.line), "The row's name."),
    .optional("mean", .number(.atLeast(0)), unit: "m", "The mean error."),
    .optional("std", .number(.atLeast(0)), unit: "m", "The standard deviation of the errors."),
    .optional("p75", .number(.atLeast(0)), unit: "m", "Three quarters of the errors are at most this."),
    .optional("p90", .number(.atLeast(0)), unit: "m", "Nine in ten errors are at most this."),
    .optional("p95", .number(.atLeast(0)), unit: "m", "Nineteen in twenty errors are at most this."),
    .required("source", .text(), "Where the numbers stand."),
  ])

  static let published = Schema.object([
    .required("mean", .number(.atLeast(0)), unit: "m", "The published mean error."),
    .optional("std", .number(.atLeast(0)), unit: "m", "The published standard deviation."),
    .required("source", .text(), "Where the numbers stand."),
  ])
}
