import SiteFiles

extension ScenarioSchema {
  static let walk = Schema.object([
    .optional(
      "route", .array(of: .text(), count: .atLeast(2)),
      "Names of path nodes in the order of walking; needed where the path branches. The first name again at the end closes it."
    ),
    .defaulted("speed", .number(.above(0, atMost: 20)), to: 1.3, unit: "m/s", "The mean over laps."),
    .defaulted(
      "speedDeviation", .number(.between(0, 5)), to: 0.05, unit: "m/s", "The standard deviation over laps."),
    .defaulted(
      "slowest", .number(.above(0, atMost: 20)), to: 0.8, unit: "m/s", "Slower draws count as this."),
    .defaulted(
      "fastest", .number(.above(0, atMost: 20)), to: 1.8, unit: "m/s", "Faster draws count as this."),
    .defaulted("height", .number(.between(0, 3)), to: 1.2, unit: "m", "Of the phone above the floor."),
    .defaulted(
      "walkIn", .number(.between(0, 600)), to: 20, unit: "s",
      "Walking before the route begins, so that filters have settled."),
    .optional(
      "duration", .number(.above(0, atMost: 86_400)), unit: "s",
      "Of the whole stream; by default until the route is walked."),
    .defaulted(
      "pressJitter", .number(.between(0, 5)), to: 0.15, unit: "s",
      "The standard deviation of the moment at which the button is pressed."),
  ])

  static let channel = Schema.object([
    .required("pathLoss", pathLoss, "How the mean level falls with distance."),
    .defaulted(
      "shadowing", shadowing, to: "none", "What walls, people and furniture add, the same at the same place."),
    .defaulted("fading", fading, to: "none", "Multipath: what changes within a wavelength."),
    .defaulted("body", body, to: "none", "What the walker's own body takes."),
    .defaulted(
      "channelOffsets", channelOffsets, to: "none",
      "The three advertising channels' own levels, drawn for each beacon and channel."),
    .defaulted("obstacles", .boolean, to: true, "Whether the site's walls and pillars take their loss."),
  ])

  private static let pathLoss = Schema.union([
    Schema.Variant(
      "logDistance",
      .object([
        .required("n", .number(.between(0.5, 10)), "The path-loss exponent."),
        .required("c", .number(.between(-120, 20)), unit: "dBm", "The mean level at one metre."),
      ]), "RSSI = C - 10 n log10(d / 1 m): Mustafa & Sykes 2021, equation 1.")
  ])

  private static let shadowing = Schema.union([
    Schema.Variant("none", "No shadowing."),
    Schema.Variant(
      "exponential",
      .object([
        .required("deviation", .number(.between(0, 30)), unit: "dB", "The standard deviation."),
        .defaulted(
          "decorrelation", .number(.above(0, atMost: 1000)), to: 3, unit: "m",
          "The distance along the path over which the correlation falls to 1/e."),
        .defaulted(
          "fixedShare", .number(.between(0, 1)), to: 0,
          "The share of the variance that belongs to the building and is the same on every lap."),
      ]), "A Gaussian field along the path for each beacon: Gudmundson 1991."),
  ])

  private static let fading = Schema.union([
    Schema.Variant("none", "No fading."),
    Schema.Variant(
      "independent",
      .object([
        .required(
          "k", .number(.between(0, 1000)),
          "The power of the direct ray over that of all others, linear; 0 is Rayleigh.")
      ]), "Rician, drawn anew for each advertisement."),
  ])

  private static let body = Schema.union([
    Schema.Variant("none", "No body."),
    Schema.Variant(
      "cosine",
      .object([
        .required("loss", .number(.between(0, 40)), unit: "dB", "Straight through the body, at most."),
        .defaulted(
          "handAngle", .number(.between(0, 90)), to: 30, unit: "degrees",
          "By which the carrying hand turns the shadow."),
      ]), "(L / 2) (h + p) / d, h the horizontal distance and p its part towards the body."),
  ])

  private static let channelOffsets = Schema.union([
    Schema.Variant("none", "The three channels are alike."),
    Schema.Variant(
      "normal",
      .object([
        .required("deviation", .number(.between(0, 20)), unit: "dB", "The standard deviation."),
        .defaulted(
          "fixedShare", .number(.between(0, 1)), to: 0,
          "The share of the variance that belongs to the building and is the same on every lap."),
      ]), "Normal offsets."),
  ])

  static let beacons = Schema.object([
    .defaulted(
      "interval", .number(.between(0.02, 10.24)), to: 0.1, unit: "s",
      "Between advertising events, before the delay."),
    .defaulted(
      "delay", .number(.between(0, 0.01)), to: 0.01, unit: "s",
      "The random delay of each event is uniform from 0 to this."),
    .defaulted(
      "loss", .number(.atLeast(0, below: 1)), to: 0.3,
      "The part of advertisements lost to interference whatever their level."),
  ])

  static let receiver = Schema.object([
    .defaulted(
      "sensitivity", .number(.between(-127, 0)), to: -96, unit: "dBm", "Weaker advertisements are not heard."),
    .defaulted(
      "offsetDeviation", .number(.between(0, 20)), to: 0, unit: "dB",
      "The standard deviation over laps of the receiver's own offset."),
    .defaulted(
      "noiseDeviation", .number(.between(0, 20)), to: 0, unit: "dB",
      "The standard deviation of white noise on each reading."),
  ])
}
