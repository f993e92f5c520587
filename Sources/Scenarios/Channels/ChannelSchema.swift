package import Documents
import SiteFiles

extension ScenarioSchema {
  package static let channel = Schema.object([
    .required("pathLoss", pathLoss, "How the mean level falls with the distance in space."),
    .defaulted(
      "shadowing", shadowing, to: "none",
      "What walls, people and furniture add, the same for one beacon at one place."),
    .defaulted("fading", fading, to: "none", "What reflections add: it changes within a wavelength."),
    .defaulted("body", body, to: "none", "What the walker's own body takes."),
    .optional("crowd", crowd, "People who stand around, at other places on every lap; without it, nobody."),
    .defaulted(
      "channelOffsets", channelOffsets, to: "none",
      "What the three advertising channels add, drawn for each beacon and channel."),
    .defaulted("obstacles", .boolean, to: true, "Whether the site's walls and pillars take their loss."),
  ])

  private static let fixedShare = Schema.Field.defaulted(
    "fixedShare", .number(.between(0, 1)), to: 0,
    "The share of the variance that belongs to the building and is the same on every lap; the rest is drawn anew "
      + "for each lap.")

  private static let shadowing = Schema.union([
    Schema.Variant("none", "No shadowing."),
    Schema.Variant(
      "exponential",
      .object([
        .required("deviation", .number(.between(0, 100)), unit: "dB", "The standard deviation."),
        .defaulted(
          "decorrelation", .number(.between(0.05, 10_000)), to: 3, unit: "m",
          "The distance over which the correlation falls to 1/e."),
        fixedShare,
        .optional(
          "over",
          .enumeration([
            Schema.Choice(
              "path", "The path, and the distance is that along it; a walker beside it is on it."),
            Schema.Choice("floor", "All of each floor, and the distance is the straight one."),
          ]), "The places that have a shadow; without it, `path`."),
        .optional(
          "beaconDecorrelation", .number(.between(0.01, 10_000)), unit: "m",
          "The distance between two beacons over which the correlation of their shadows at one place falls to "
            + "1/e; without it, they have nothing to do with each other."),
      ]), "A Gaussian field for each beacon: Gudmundson 1991."),
  ])

  private static let fading = Schema.union([
    Schema.Variant("none", "No fading."),
    Schema.Variant(
      "independent",
      .object([
        .required(
          "k", .number(.between(0, 1e6)),
          "The power of the direct ray over that of all others, as a plain ratio; 0 is Rayleigh.")
      ]), "Rician, drawn anew for each advertisement."),
    Schema.Variant(
      "correlated",
      .object([
        .required(
          "k", .number(.between(0, 1e6)),
          "The power of the direct ray over that of all others, as a plain ratio; 0 is Rayleigh."),
        .defaulted(
          "delaySpread", .number(.between(0, 1000)), to: 20, unit: "ns",
          "Of the other rays, which come later than the direct one by this in the mean; the larger it is, the less "
            + "the three channels have in common."),
        .defaulted(
          "doppler", .number(.between(0, 20)), to: 0, unit: "Hz",
          "By which what moves around shifts the other rays at most; 0 for a still room, where a phone that does "
            + "not move hears one level on each channel."),
      ]),
      "Rician, by waves from all sides: it goes with the place within a wavelength of 0.123 m, with the channel, and "
        + "with time."),
  ])

  private static let body = Schema.union([
    Schema.Variant("none", "No body."),
    Schema.Variant(
      "cosine",
      .object([
        .required(
          "loss", .number(.between(0, 100)), unit: "dB", "What a far beacon right behind the body loses: L."),
        .defaulted(
          "handAngle", .number(.between(0, 90)), to: 30, unit: "degrees",
          "By which the phone is beside the straight line ahead, on the side of its hand."),
      ]),
      "(L / 2) (h + p) / d: h is the beacon's distance on the plan, p its part towards the body, d the distance in "
        + "space."),
  ])

  private static let crowd = Schema.object([
    .required("density", .number(.between(0, 6)), unit: "1/m2", "People on a square metre."),
    .defaulted(
      "loss", .number(.between(0, 100)), to: 4, unit: "dB", "What one in the straight line of a signal takes."
    ),
    .defaulted("radius", .number(.between(0.01, 5)), to: 0.2, unit: "m", "From one's middle to the side."),
    .defaulted(
      "height", .number(.between(0.1, 10)), to: 1.7, unit: "m",
      "Of the heads above the floor; signals pass above them."),
  ])

  private static let channelOffsets = Schema.union([
    Schema.Variant("none", "The three channels are alike."),
    Schema.Variant(
      "normal",
      .object([
        .required("deviation", .number(.between(0, 100)), unit: "dB", "The standard deviation."), fixedShare,
      ]), "Normally distributed."),
  ])
}
