package import Documents
import SiteFiles

extension ScenarioSchema {
  private static let interval = NumberRange.between(0.02, 10.24)
  private static let ofBattery = "Decibels by which each lap is weaker than the one before"

  /// Of beacons that keep their places.
  package static let beacons = Schema.object(beaconFields)

  static let beaconsThatWalk = Schema.object(
    beaconFields + [
      .optional(
        "moving", .array(of: moving),
        "Beacons that walk. Where the site has them is what positioning knows, unless they are `mobile` there."
      )
    ])

  private static let beaconFields: [Schema.Field] = [
    .defaulted(
      "interval", .number(interval), to: 0.1, unit: "s",
      "From one advertising event to the next, without the delay."),
    .defaulted(
      "delay", .number(.between(0, 0.01)), to: 0.01, unit: "s",
      "Up to which each event is delayed, evenly spread from 0."),
    .defaulted(
      "loss", .number(.between(0, 1)), to: 0.3,
      "The chance that an advertisement is lost to interference, whatever its level."),
    .optional(
      "lossPerMetre", .number(.between(0, 1)), unit: "1/m",
      "What that chance grows by with each metre to the beacon, up to 1."),
    .optional(
      "powerDeviation", .number(.between(0, 100)), unit: "dB",
      "The standard deviation of each beacon's own power, drawn once for the whole study."),
    .optional(
      "batteryLoss", .number(.between(0, 100)), unit: "dB", "\(ofBattery)."),
    .optional("changes", .array(of: change), "What single beacons do otherwise."),
    .optional(
      "rogues", .array(of: rogue), "Beacons of somebody else that send the identity of one of the site's."),
    .optional(
      "nearables", .array(of: nearable),
      "Beacons that are stickers on things, and tell with each advertisement how warm they are, whether they move, "
        + "and which side is up; `simulate --sensors` writes what was heard."),
  ]

  private static let orientation = Schema.enumeration([
    "horizontal", "horizontalUpsideDown", "vertical", "verticalUpsideDown", "leftSide", "rightSide",
  ])

  private static let nearable = Schema.object([
    .required("beacon", .text(), "Its id in the site, or the name of its pillar."),
    .defaulted(
      "temperature", .number(.between(-100, 100)), to: 20, unit: "°C", "At the beginning of each lap."),
    .defaulted("warming", .number(.between(-1000, 1000)), to: 0, unit: "°C/h", "By which it gets warmer."),
    .defaulted("orientation", orientation, to: "horizontal", "The side that is up at the beginning."),
    .optional(
      "moves",
      .array(
        of: .object([
          .required("from", .number(.between(0, 864_000)), unit: "s", "Since the lap's stream began."),
          .required(
            "until", .number(.between(0, 864_000)), unit: "s",
            "At least `from`, at most the next one's `from`."),
          .defaulted(
            "orientation", orientation, to: "horizontal",
            "The side that is up from the middle of the move on."),
        ])), "When somebody moves it, in order of time."),
  ])

  private static let moving = Schema.object(
    [
      .required("beacon", .text(), "Its id in the site; not the name of a pillar."),
      .optional(
        "walk", walk,
        "A walk of its own, as that of the walker, forward along its route and as long as the lap."),
      .optional(
        "carried",
        .object([
          .optional("by", .text(), "The name of one of the `walkers`; without it, the first."),
          .defaulted(
            "offset",
            .tuple(
              [
                .init("ahead", .number(.between(-100, 100)), unit: "m"),
                .init("left", .number(.between(-100, 100)), unit: "m"),
                .init("up", .number(.between(-100, 100)), unit: "m"),
              ], required: 3), to: [0, 0, 0], "From the phone, as its carrier faces."),
        ]), "It goes with the walker, such as keys in a pocket."),
    ], exactlyOneOf: [["walk", "carried"]])

  private static let change = Schema.object([
    .required("beacon", .text(), "Its id in the site, or the name of its pillar."),
    .optional("interval", .number(interval), unit: "s", "In place of that of the others."),
    .optional("delay", .number(.between(0, 0.01)), unit: "s", "In place of that of the others."),
    .defaulted(
      "power", .number(.between(-100, 100)), to: 0, unit: "dB",
      "By which it is stronger than the others; what its frames claim stays."),
    .optional(
      "batteryLoss", .number(.between(0, 100)), unit: "dB", "\(ofBattery), in place of that of the others."),
    .optional(
      "silentFrom",
      .object([
        .defaulted("lap", .integer(.between(0, 1_000_000)), to: 0, "Counted from 0."),
        .defaulted(
          "time", .number(.between(0, 864_000)), to: 0, unit: "s", "Since that lap's stream began."),
      ]), "When it disappears, for the rest of that lap and all later ones."),
  ])

  private static let rogue = Schema.object([
    .required("beacon", .text(), "The one whose identity it sends, from an address of its own."),
    .required(
      "position",
      .tuple(
        [
          .init("x", .number(.between(-1e6, 1e6)), unit: "m"),
          .init("y", .number(.between(-1e6, 1e6)), unit: "m"),
          .init("z", .number(.between(-1e6, 1e6)), unit: "m"),
        ], required: 3), "Where it is."),
    .defaulted("floor", .integer(.between(-1000, 1000)), to: 0, "The level of its floor."),
    .defaulted(
      "power", .number(.between(-100, 100)), to: 0, unit: "dB", "By which it is stronger than the others."),
  ])

  package static let receiver = Schema.object([
    .defaulted(
      "sensitivity", .number(.between(-127, 20)), to: -96, unit: "dBm", "Weaker advertisements are not heard."
    ),
    .defaulted(
      "offsetDeviation", .number(.between(0, 100)), to: 0, unit: "dB",
      "The standard deviation of the phone's own offset, which is drawn once for the whole study."),
    .defaulted(
      "noiseDeviation", .number(.between(0, 100)), to: 0, unit: "dB",
      "The standard deviation of white noise, drawn for each advertisement."),
    .optional(
      "sensitivityDeviation", .number(.between(0, 100)), unit: "dB",
      "The standard deviation of the sensitivity from one advertisement to the next, which makes its edge soft."
    ),
    .optional(
      "saturation", .number(.between(-127, 20)), unit: "dBm",
      "Stronger levels are read as this; at least `sensitivity`. Without it, 20."
    ),
    .optional(
      "scan",
      .object([
        .defaulted(
          "interval", .number(.between(0.0025, 10.24)), to: 1.28, unit: "s",
          "From one change of the channel to the next."),
        .optional(
          "window", .number(.between(0.0025, 10.24)), unit: "s",
          "During which it listens in each interval, from its beginning; without it, all the time."),
      ]),
      "It listens on the channels 37, 38 and 39 in turn. Without it, it hears all the time, each advertisement on a "
        + "channel at random."),
    .optional(
      "collisions",
      .object([
        .defaulted(
          "capture", .number(.between(0, 100)), to: 21, unit: "dB",
          "By which an advertisement must be stronger than each other one in the air on its channel.")
      ]), "Advertisements that overlap drown each other. Without it, they pass through each other."),
    .optional(
      "interference",
      .object([
        .required("burst", .number(.between(0.0001, 3600)), unit: "s", "The mean length of a burst."),
        .required("quiet", .number(.between(0.0001, 3600)), unit: "s", "The mean time between two."),
        .defaulted(
          "loss", .number(.between(0, 1)), to: 1, "The chance that an advertisement in a burst is lost."),
      ]), "Bursts on each channel that drown what is sent in them, and leave the levels of the rest."),
    .optional(
      "duplicates", .number(.between(0.01, 86_400)), unit: "s",
      "Each address is reported once in each such time, as by a controller that filters duplicates; without it, "
        + "always."),
  ])
}
