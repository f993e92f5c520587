import SiteFiles

extension ScenarioSchema {
  static let phone = Schema.object([
    .defaulted("average", average, to: [:], "How advertisements become readings."),
    .defaulted(
      "pillars",
      .enumeration([
        Schema.Choice(
          "advertisement", "Of beacons with one identity, the one heard strongest in a window counts."),
        Schema.Choice("mean", "The one with the strongest mean counts."),
      ]), to: "advertisement", "Which of several beacons with one identity counts."),
    .defaulted(
      "proximitySmoothing", .number(.above(0, atMost: 3600)), to: 10, unit: "s",
      "Over which the phone smooths its accuracy value."),
    .defaulted("zones", zones, to: [:], "Where proximity zones end."),
    .defaulted(
      "unknown",
      .enumeration([
        Schema.Choice("exclude", "A beacon of unknown distance is left out."),
        Schema.Choice("literal", "It counts as the lowest zone, as Algorithm 1 says when taken literally."),
      ]), to: "exclude", "What Algorithm 1 does with unknown proximity."),
  ])

  private static let average = Schema.object([
    .defaulted(
      "seconds", .number(.above(0, atMost: 60)), to: 1, unit: "s",
      "The window, which is also the time between callbacks."),
    .defaulted("of", .enumeration(["dBm", "milliwatts"]), to: "dBm", "What is averaged."),
    .defaulted(
      "round",
      .enumeration([Schema.Choice("halfToEven", "To whole dBm, halves to the even one."), "none"]),
      to: "halfToEven", "How a reading is rounded."),
  ])

  private static let zones = Schema.object([
    .defaulted("immediate", .number(.above(0)), to: 1, unit: "m", "Up to here a beacon is immediate."),
    .defaulted("near", .number(.above(0)), to: 3, unit: "m", "Up to here it is near, beyond it far."),
  ])

  static let assumes = Schema.object([
    .required(
      "n",
      .alternatives([
        .number(.between(0.5, 10)),
        .enumeration([Schema.Choice("calibration", "Fitted to the data set's calibration part.")]),
      ]),
      "The path-loss exponent."),
    .defaulted(
      "c",
      .alternatives([
        .number(.between(-120, 20)),
        .enumeration([
          Schema.Choice("measuredPower", "The frame's own measured power where it is plausible."),
          Schema.Choice("site", "The calibrated level that the site gives for each beacon."),
          Schema.Choice("calibration", "One level fitted to the data set's calibration part."),
          Schema.Choice("calibrationPerAnchor", "A level for each anchor, fitted likewise."),
        ]),
      ]), to: "measuredPower", unit: "dBm", "The level at one metre."),
    .defaulted(
      "otherwise", .number(.between(-120, 20)), to: -59, unit: "dBm",
      "The level at one metre where the choice above gives none."),
    .defaulted(
      "carriedHeight", .number(.between(-10, 10)), to: 1.2, unit: "m",
      "Of the phone above the floor, as the algorithms take it."),
  ])

  static let pipeline = Schema.object([
    .required("name", .text(), "The row's name."),
    .defaulted(
      "filters", .array(of: filter), to: [], "Signal filters, in the order in which they are applied."),
    .required("method", method, "How levels become a position."),
    .defaulted("snap", .boolean, to: true, "Whether the position is moved to the nearest place on the path."),
    .defaulted(
      "maximumAge", .number(.above(0, atMost: 3600)), to: 5, unit: "s",
      "A beacon not heard for longer counts as not heard."),
    .optional(
      "direction", direction, "Tell the direction of travel too, from beacons growing stronger and weaker."),
    .optional("assumes", assumes, "In place of the scenario's."),
    .defaulted(
      "told", .array(of: .enumeration(["channel", "map", "direction"])), to: [],
      "What the method is given beyond stream and site."),
    .optional("published", published, "What somebody published for this row."),
  ])

  private static let direction = Schema.object([
    .defaulted("beacons", .integer(.between(2, 1000)), to: 5, "How many of the nearest beacons are watched."),
    .defaulted(
      "seconds", .number(.above(0, atMost: 3600)), to: 3, unit: "s", "Over which a change of level is taken."),
    .defaulted(
      "leastSlope", .number(.between(0, 1000)), to: 0.2, unit: "dB/m",
      "Flatter changes along the route leave the direction unknown."),
  ])

  private static let filter = Schema.union([
    Schema.Variant(
      "kalman",
      .object([
        .required(
          "q", .number(.atLeast(0)), unit: "dB^2", "The variance by which the level wanders in a second."),
        .required("r", .number(.above(0)), unit: "dB^2", "The variance of a reading."),
        .defaulted("p0", .number(.above(0)), to: 10, unit: "dB^2", "The variance of the first value."),
        .optional(
          "first", .number(.between(-127, 20)), unit: "dBm",
          "The value before the first reading; by default that reading."),
        .defaulted(
          "missed",
          .enumeration([
            Schema.Choice("skip", "A missed second leaves the state as it is."),
            Schema.Choice("predict", "It adds q to the variance."),
          ]), to: "skip", "What a second without a reading does."),
        .optional(
          "resetAfter", .number(.above(0)), unit: "s", "Not heard for longer, the filter starts anew."),
      ]), "A scalar Kalman filter with a constant level."),
    Schema.Variant(
      "savitzkyGolay",
      .object([
        .defaulted("window", .integer(.between(3, 99)), to: 5, "Readings, an odd number."),
        .defaulted("order", .integer(.between(0, 9)), to: 2, "Of the polynomial, below the window."),
        .defaulted(
          "at",
          .enumeration([
            Schema.Choice("end", "The newest reading: no delay."),
            Schema.Choice("centre", "The middle of the window: later by half of it."),
          ]), to: "end", "Where the polynomial is read."),
      ]), "Least-squares polynomial: Savitzky & Golay 1964."),
    Schema.Variant(
      "feedback",
      .object([
        .defaulted("alpha", .number(.above(0, atMost: 1)), to: 0.75, "The weight of the newest reading."),
        .defaulted(
          "form",
          .enumeration([
            Schema.Choice("literal", "The rest goes to the previous reading, as equation 2 says."),
            Schema.Choice("recursive", "The rest goes to the previous output."),
          ]), to: "literal", "What the rest of the weight goes to."),
      ]), "Mustafa & Sykes 2021, equation 2."),
    Schema.Variant(
      "movingAverage",
      .object([
        .defaulted("window", .integer(.between(1, 999)), to: 5, "How many."),
        .defaulted("of", .enumeration(["values", "seconds"]), to: "values", "What the window counts."),
      ]), "Mustafa & Sykes 2021, equation 3."),
    Schema.Variant(
      "runningMean",
      .object([
        .defaulted("seconds", .number(.above(0, atMost: 3600)), to: 10, unit: "s", "Of readings.")
      ]), "The mean of the last seconds' readings: what a phone does inside its accuracy value."),
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
          Schema.Choice("last", "The last callback at or before the press."),
          Schema.Choice("next", "The first one after it."),
        ]),
        .object([
          .required(
            "latency", .number(.between(0, 60)), unit: "s",
            "The last callback so many seconds before the press.")
        ]),
      ]), to: "last", "Which callback's fix counts at a press."),
    .defaulted(
      "measure",
      .enumeration([
        Schema.Choice("straight", "The straight line on the plan."),
        Schema.Choice("alongPath", "The shortest way on the path."),
      ]), to: "straight", "How the distance is measured."),
    .defaulted(
      "std",
      .enumeration([
        Schema.Choice("population", "Divided by n."), Schema.Choice("sample", "Divided by n - 1."),
      ]),
      to: "population", "Which standard deviation."),
  ])
}
