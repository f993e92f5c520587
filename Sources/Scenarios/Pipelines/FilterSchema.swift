package import Documents
import SiteFiles

extension ScenarioSchema {
  /// How one beacon's readings are smoothed: one case per signal filter.
  package static let filter = Schema.named(
    "filter",
    .union([
      Schema.Variant(
        "kalman", kalman, "A level that wanders, read with noise: Kalman 1960 in one dimension."),
      Schema.Variant(
        "savitzkyGolay", savitzkyGolay,
        "A polynomial through the latest readings by least squares: Savitzky & Golay 1964."),
      Schema.Variant("feedback", feedback, "Mustafa & Sykes 2021, equation 2."),
      Schema.Variant(
        "movingAverage", movingAverage, "The mean of the latest readings: Mustafa & Sykes 2021, equation 3."),
      Schema.Variant(
        "runningMean",
        .object([
          .defaulted(
            "seconds", .number(.above(0, atMost: 3600)), to: 10, unit: "s",
            "How far back readings count.")
        ]),
        "The mean of the last seconds' readings, and nothing when there is none: what a phone does inside its "
          + "accuracy value."),
    ]), about: "A signal filter with its settings, or just its name when every setting has a default.")

  private static let kalman = Schema.object([
    .required(
      "q", .number(.between(0, 1e9)), unit: "dB^2",
      "The variance by which the level wanders from one reading to the next."),
    .required("r", .number(.above(0, atMost: 1e9)), unit: "dB^2", "The variance of a reading."),
    .defaulted("p0", .number(.between(0, 1e9)), to: 10, unit: "dB^2", "The variance at the start."),
    .optional(
      "first", .number(.between(-127, 20)), unit: "dBm",
      "The level to start from; without it, the first reading."),
    .defaulted(
      "missed",
      .enumeration([
        Schema.Choice("skip", "Nothing: the filter counts readings, not seconds."),
        Schema.Choice("predict", "It adds q to the variance, so that the next reading weighs more."),
      ]), to: "skip", "What a second without a reading does."),
    .optional(
      "resetAfter", .number(.above(0)), unit: "s",
      "When the last reading is older than this, the next one starts the filter anew; without it, never."),
  ])

  private static let savitzkyGolay = Schema.object([
    .defaulted(
      "window", .integer(.between(1, 101)), to: 5,
      "How many readings; above `order`, and odd when read at the centre."),
    .defaulted("order", .integer(.between(0, 9)), to: 2, "The degree of the polynomial."),
    .defaulted(
      "at",
      .enumeration([
        Schema.Choice("end", "At the newest reading: no delay."),
        Schema.Choice("centre", "At the middle one: later by half the window."),
      ]), to: "end", "Where the polynomial is read."),
  ])

  private static let feedback = Schema.object([
    .defaulted("alpha", .number(.above(0, atMost: 1)), to: 0.75, "The weight of the newest reading."),
    .defaulted(
      "form",
      .enumeration([
        Schema.Choice("literal", "The rest of the weight goes to the previous reading, as equation 2 says."),
        Schema.Choice("recursive", "It goes to the previous output, which makes a low-pass filter."),
      ]), to: "literal", "What the newest reading is blended with."),
  ])

  private static let movingAverage = Schema.object([
    .defaulted(
      "window",
      .alternatives([
        .integer(.between(1, 1000)),
        .object([
          .required(
            "seconds", .number(.above(0, atMost: 3600)), unit: "s",
            "The readings of so many seconds, in place of a number of readings.")
        ]),
      ]), to: 5, "How many readings, however long ago they were heard; or `{seconds: 5}`."),
    .defaulted(
      "short",
      .enumeration([
        Schema.Choice("mean", "The mean of what there is."),
        Schema.Choice("latest", "The reading itself."),
        Schema.Choice("none", "Nothing."),
      ]), to: "mean", "What comes out before the window can be full."),
  ])
}
