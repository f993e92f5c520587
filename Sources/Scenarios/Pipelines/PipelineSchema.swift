package import Documents
import SiteFiles

extension ScenarioSchema {
  package static let phone = Schema.object([
    .defaulted("average", average, to: [:], "How advertisements become readings."),
    .defaulted(
      "pillars",
      .enumeration([
        Schema.Choice("advertisement", "The one with the strongest single advertisement in a window."),
        Schema.Choice("mean", "The one with the strongest mean over the window."),
      ]), to: "advertisement", "Which of several beacons with one identity makes the reading."),
    .defaulted(
      "proximitySmoothing", .number(.above(0, atMost: 3600)), to: 10, unit: "s",
      "Over which the phone averages readings before it derives accuracy and zone; 1 for none."),
    .defaulted("zones", zones, to: [:], "Where proximity zones end."),
    .defaulted(
      "unknown",
      .enumeration([
        Schema.Choice("exclude", "It is left out."),
        Schema.Choice("literal", "It counts as the lowest zone, as the algorithm says when taken literally."),
      ]), to: "exclude", "What Algorithm 1 makes of a beacon whose zone is unknown."),
    .optional(
      "callbackJitter", .number(.between(0, 15)), unit: "s",
      "By which each callback comes early or late, evenly spread; at most a quarter of `average.seconds`. Without "
        + "it, 0."),
    .optional(
      "background",
      .object([
        .defaulted("awake", .number(.between(0.1, 86_400)), to: 10, unit: "s", "With readings."),
        .required(
          "asleep", .number(.between(0, 86_400)), unit: "s", "With callbacks that bring no readings."),
      ]), "The app is in the background and awake by turns; without it, always."),
  ])

  private static let average = Schema.object([
    .defaulted(
      "seconds", .number(.between(0.1, 60)), to: 1, unit: "s",
      "The window, which is also the time between callbacks."),
    .defaulted("of", .enumeration(["dBm", "milliwatts"]), to: "dBm", "What the mean is taken of."),
    .defaulted(
      "round",
      .enumeration([Schema.Choice("halfToEven", "To whole dBm, halves to the even one."), "none"]),
      to: "halfToEven", "How a reading is rounded."),
  ])

  private static let zones = Schema.object([
    .defaulted("immediate", .number(.above(0)), to: 1, unit: "m", "Up to here a beacon is immediate."),
    .defaulted(
      "near", .number(.above(0)), to: 3, unit: "m",
      "Up to here it is near, beyond it far. At least `immediate`."),
  ])

  private static let exponent = Schema.number(.above(0, atMost: 10))
  private static let levelAtOneMetre = Schema.number(.between(-120, 20))

  private static let knownExponents = [
    Schema.Choice("site", "The `calibration.n` that the site gives, which belongs to its `calibratedLevel`s.")
  ]

  private static let knownLevels = [
    Schema.Choice(
      "measuredPower",
      "The frame's own measured power where it is from -100 to -20 dBm, else the site's measured power."),
    Schema.Choice(
      "site", "The `calibratedLevel` that the site must give for each beacon; it goes with `n: site`."),
  ]

  /// What a simulated channel can be taken to be.
  package static let assumes = assumes(
    exponent: .alternatives([exponent, .enumeration(knownExponents)]), levels: knownLevels)

  /// The same where a data set has a calibration part.
  static let assumesOrFits = assumes(
    exponent: .alternatives([
      exponent,
      .enumeration(
        knownExponents + [
          Schema.Choice("calibration", "Fitted to the data set's calibration part, together with `c`.")
        ]),
    ]),
    levels: knownLevels + [
      Schema.Choice("calibration", "One level fitted to the data set's calibration part."),
      Schema.Choice("calibrationPerAnchor", "A level for each anchor, fitted likewise."),
    ])

  private static func assumes(exponent: Schema, levels: [Schema.Choice]) -> Schema {
    .named(
      "assumes",
      .object([
        .required("n", exponent, "The path-loss exponent."),
        .defaulted(
          "c", .alternatives([levelAtOneMetre, .enumeration(levels)]), to: "measuredPower", unit: "dBm",
          "The level at one metre: a number for all beacons, or where it comes from."),
        .defaulted(
          "otherwise", levelAtOneMetre, to: -59, unit: "dBm",
          "The level at one metre of a beacon whose measured power is not known or not plausible."),
        .defaulted(
          "carriedHeight", .number(.between(-10, 10)), to: 1.2, unit: "m",
          "Of the phone above the floor."),
      ]),
      about: "What the algorithms take the channel to be when they turn levels into distances.")
  }

  package static func pipeline(assumes: Schema) -> Schema {
    .object([
      .required("name", .text(.line), "The row's name, which no other row has."),
      .defaulted(
        "filters", .array(of: filter), to: [],
        "Signal filters, in the order in which they are applied; none leaves readings as they are."),
      .required("method", method, "How levels become a position."),
      .defaulted(
        "snap", .boolean, to: true,
        "Whether the position is moved to the nearest place on the path, which the site must then have."),
      .defaulted(
        "maximumAge", .number(.atLeast(0)), to: 5, unit: "s",
        "A beacon whose last reading is older counts as not heard. Proximity forgets as the phone does instead."
      ),
      .optional(
        "direction", direction,
        "How to tell the direction of travel, which replay writes beside each fix; without it, not at all. The path "
          + "must not branch."),
      .optional("assumes", assumes, "In place of the scenario's."),
      .defaulted(
        "adapt",
        .enumeration([
          Schema.Choice("none", "Nothing."),
          Schema.Choice(
            "offset",
            "What the last fix before the press was off by is added to all later fixes, up to the next press; `told` must "
              + "then list `presses`."),
        ]), to: "none", "What a press at a test point changes about later fixes."),
      .defaulted(
        "told", .array(of: .enumeration(["channel", "map", "direction", "presses"])), to: [],
        "What the method is given beyond stream and site: exactly what its settings use, which is `presses` for `adapt: "
          + "offset`, and nothing else in this version."),
      .optional("published", published, "What somebody published for this row."),
    ])
  }

  private static let direction = Schema.object([
    .defaulted("beacons", .integer(.atLeast(2)), to: 5, "How many of the nearest beacons are watched."),
    .defaulted(
      "seconds", .number(.above(0, atMost: 3600)), to: 3, unit: "s",
      "Over which growing stronger or weaker is taken."),
    .defaulted(
      "leastSlope", .number(.atLeast(0)), to: 0.2, unit: "dB/m",
      "How much more strongly beacons must grow for each metre that they lie ahead; with less, the direction is "
        + "unknown."),
  ])

  static let score = Schema.object([
    .defaulted(
      "at",
      .enumeration([
        Schema.Choice("presses", "At each press, against its test point."),
        Schema.Choice("callbacks", "At every callback, against the walk interpolated in time."),
      ]), to: "presses", "When a fix is compared."),
    .defaulted(
      "callback",
      .alternatives([
        .enumeration([
          Schema.Choice("last", "The last one at or before the press."),
          Schema.Choice("next", "The first one after it."),
        ]),
        .object([
          .required(
            "latency", .number(.between(0, 60)), unit: "s",
            "The last callback at or before so many seconds ahead of the press.")
        ]),
      ]), to: "last",
      "Whose fix counts at a press: the `last` callback at or before it, the `next` one after it, or "
        + "`{latency: 1}`."),
    .defaulted(
      "measure",
      .enumeration([
        Schema.Choice("straight", "The straight line on the plan."),
        Schema.Choice("alongPath", "The shortest way on the path, which the site must then have."),
      ]), to: "straight", "How the distance is measured."),
    .defaulted(
      "std",
      .enumeration([
        Schema.Choice("population", "Divided by n."), Schema.Choice("sample", "Divided by n - 1."),
      ]),
      to: "population", "Which standard deviation."),
    .defaulted(
      "within", .array(of: .number(.above(0, atMost: 1e6)), count: .atLeast(1)), to: [1, 2, 3, 5, 10],
      unit: "m", "At which distances the distribution of the errors is told, in ascending order."),
    .defaulted(
      "stop",
      .object([
        .defaulted(
          "seconds", .number(.between(0.1, 86400)), to: 5, unit: "s",
          "How long somebody must stand still for it to be a stop."),
        .defaulted(
          "settledWithin", .number(.above(0, atMost: 1e6)), to: 2, unit: "m",
          "How near to its resting place a fix has settled."),
      ]), to: [:], "What is a stop, and when a fix has settled after it: see docs/metrics.md."),
  ])
}
