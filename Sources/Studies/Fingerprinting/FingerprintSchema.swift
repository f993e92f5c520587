package import Documents
import Laps
import Results
import Scenarios
import SiteFiles

/// The shape of a fingerprint scenario: a site is surveyed, then visited, and the two are compared.
package enum FingerprintSchema {
  package static let schema = Schema.object([
    .required("name", .text(.name), "What reports call the scenario."),
    .optional("about", .text(), "What the scenario is for, and where its numbers come from."),
    .required(
      "site", .text(),
      "The site file, from this file's folder. Its test points are surveyed, in their order; it needs no path."
    ),
    .defaulted("seed", .integer(.atLeast(0)), to: 1, "Every random number follows from it."),
    .defaulted(
      "laps", .integer(.between(1, 1_000_000)), to: 200,
      "How often the whole experiment is done: once is one survey and one round of visits."),
    .defaulted(
      "building",
      .enumeration([
        Schema.Choice("redrawn", "Each lap has a building of its own."),
        Schema.Choice("fixed", "One building for all laps."),
      ]), to: "redrawn", "What of the channel belongs to the building, such as the fixed share of shadows."),
    .defaulted("height", .number(.between(-10, 10)), to: 1.2, unit: "m", "Of the phone above the floor."),
    .defaulted("survey", survey, to: [:], "How the radio map is made."),
    .defaulted("visits", visits, to: [:], "The places that are then visited and located."),
    .required("channel", ScenarioSchema.channel, "What happens to a level between beacon and phone."),
    .defaulted("beacons", ScenarioSchema.beacons, to: [:], "How beacons advertise."),
    .defaulted("receiver", ScenarioSchema.receiver, to: [:], "What the phone's receiver does to a level."),
    .defaulted("phone", ScenarioSchema.phone, to: [:], "How the phone makes readings."),
    .required("rows", .array(of: row, count: .atLeast(1)), "What is compared, in the order of the table."),
  ])

  /// The published JSON Schema.
  package static var jsonSchema: Document {
    schema.jsonSchema(
      title: "BeaconBench fingerprint scenario",
      about:
        "A survey of a site's test points, visits to them, and the ways to find the one by the other. Lengths are in "
        + "metres, times in seconds, levels in dBm.")
  }

  private static let readings = Schema.Field.defaulted(
    "readings", .integer(.between(1, 100_000)), to: 20,
    "How many readings of the phone at each point, one after another.")

  private static let survey = Schema.object([readings])

  private static let visits = Schema.object([
    .optional(
      "points", .integer(.between(1, 1_000_000)),
      "How many of the surveyed points are visited, each once; without it, all. Which are left out is drawn for each "
        + "lap."),
    readings,
    .defaulted(
      "order",
      .enumeration([Schema.Choice("survey", "That of the survey."), Schema.Choice("random", "Drawn.")]),
      to: "survey",
      "In which surveyed points are visited; it matters to a filter that is carried over. Nobody walks: he stands at "
        + "one point, then at the next."),
    .defaulted(
      "unlisted",
      .array(
        of: .tuple([.init("x", .coordinate, unit: "m"), .init("y", .coordinate, unit: "m")], required: 2)),
      to: [], unit: "m",
      "Places that are not in the map and are visited after all others, on the floor of the first test point."
    ),
  ])

  private static let filters = Schema.array(of: ScenarioSchema.filter)

  private static let row = Schema.object([
    .required("name", .text(.line), "The row's name, which no other row has."),
    .defaulted(
      "map",
      .object([
        .defaulted(
          "filters", filters, to: [], "For the readings of the survey; they start anew at each point."),
        .defaulted(
          "stores",
          .enumeration([
            Schema.Choice(
              "last", "What the filters make of the last reading; without filters, that reading."),
            Schema.Choice("mean", "The mean of the readings, whatever the filters."),
          ]), to: "last", "What becomes the level of a beacon at a point."),
      ]), to: [:], "What the radio map holds."),
    .defaulted("filters", filters, to: [], "For the readings of a visit."),
    .defaulted(
      "restart",
      .enumeration([
        Schema.Choice("eachPoint", "The filters start anew at each point."),
        Schema.Choice("never", "They go on from point to point."),
      ]), to: "eachPoint", "What becomes of the filters when the next point is visited."),
    .defaulted(
      "maximumAge", .number(.atLeast(0)), to: 5, unit: "s",
      "A beacon whose last reading is older counts as not heard."),
    .defaulted(
      "fixes",
      .enumeration([
        Schema.Choice("last", "After the last reading."), Schema.Choice("each", "After each reading."),
      ]), to: "last", "When a visitor is to be found."),
    .defaulted("kNearest", kNearest, to: [:], "How what is heard is compared with the map."),
    .optional("published", published, "What was published for this row."),
  ])

  /// The nearest fingerprints, as a method's settings.
  static let kNearest = Schema.named(
    "kNearest",
    .object([
      .defaulted("k", .integer(.atLeast(1)), to: 1, "How many of the nearest points make the position."),
      .defaulted(
        "exponent", .number(.between(0, 10)), to: 0,
        "A point at the distance d in dB weighs d to the minus this; 0 for equal weights."),
      .defaulted(
        "metric",
        .enumeration([
          Schema.Choice("euclidean", "The root of the mean of the squared differences."),
          Schema.Choice("manhattan", "The mean of the differences without their signs."),
        ]), to: "euclidean", "How far two fingerprints are apart."),
      .defaulted(
        "vector",
        .enumeration([
          Schema.Choice("byBeacon", "A level for each beacon."),
          Schema.Choice("sorted", "The levels in descending order, whosever they are."),
        ]), to: "byBeacon", "What a fingerprint is."),
      .defaulted(
        "missing",
        .alternatives([
          .number(.between(-200, 20)),
          .enumeration([Schema.Choice("leftOut", "It is not compared.")]),
        ]), to: -100, unit: "dBm",
        "The level that a beacon counts as which is not heard, here or in the survey; or `leftOut`."),
      .defaulted(
        "major",
        .enumeration([
          Schema.Choice("ignored", "Nothing."),
          Schema.Choice(
            "gate", "Points where a beacon of another major was the strongest are out of the question."),
          Schema.Choice("coordinate", "It is one more coordinate, as if it were a level in dBm."),
        ]), to: "ignored", "What is made of the major of the strongest beacon."),
      .defaulted(
        "leastBeacons", .integer(.atLeast(1)), to: 1, "With fewer beacons heard there is no fix."),
    ]), about: "The surveyed points whose fingerprints are nearest to what is heard.")

  private static let published = Schema.object([
    .optional("hitRate", .number(.between(0, 1)), "The share of fixes at the right point."),
    .optional("mean", .number(.atLeast(0)), unit: "m", "The mean error over visits to surveyed points."),
    .optional("largest", .number(.atLeast(0)), unit: "m", "The largest of these errors."),
    .optional(
      "meanWithUnlisted", .number(.atLeast(0)), unit: "m",
      "The mean error with the visits to unlisted places."),
    .optional(
      "against", .text(),
      "An earlier row with published numbers: the differences are then figures too, lap by lap: `hitRateGain` and "
        + "`meanGain`."),
    .required("source", .text(), "Where the numbers stand."),
    .defaulted(
      "check", .array(of: .enumeration(FingerprintStatistic.allCases.map { Schema.Choice($0.rawValue) })),
      to: [], "Which of the numbers the scenario is expected to match: one that is outside is a failed check."
    ),
  ])
}
