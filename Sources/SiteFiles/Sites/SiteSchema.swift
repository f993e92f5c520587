public import Documents
import World

extension SiteFile {
  /// The shape of a site file.
  public static let schema = Schema.object(fields(isFull: false))

  /// The shape of one that leaves nothing to defaults, to a table or to the places of beacons in their list.
  static let fullSchema = Schema.object(fields(isFull: true))

  private static func fields(isFull: Bool) -> [Schema.Field] {
    let place = isFull ? placeInSpace : anchorPlace
    let beacons = Schema.array(of: beacon(at: place))
    return [
      .required("name", .text(.name), "What reports call the site."),
      .optional("about", .text(), "What the site is and where its numbers come from."),
      .optional(
        "identityLayout",
        .enumeration([
          .init(
            "mustafaSykes2021", "building, floor and kind of place in the major, as in Mustafa & Sykes 2021.")
        ]),
        "The layout that majors and minors of iBeacons follow; a note names majors that do not. Without it, none."
      ),
    ] + (isFull ? [] : [defaults]) + [
      .optional("origin", origin, "Where on Earth the point [0, 0] lies."),
      .defaulted(
        "floors", .array(of: floor, count: .atLeast(1)), to: [["level": 0, "elevation": 0]], "The storeys."),
      .optional(
        "path", path,
        "Where one can walk. Its nodes lie at the elevation of their floor. Without it: an open space."),
      .defaulted(
        "testPoints", .array(of: testPoint), to: [],
        "Places at which a walker presses a button. They lie at the elevation of their floor."),
      .defaulted(
        "rooms", .array(of: room), to: [],
        "Parts of floors that have a name, for scores of who is found in the right one. Of rooms that overlap the first "
          + "counts."),
      .defaulted(
        "walls", .array(of: wall), to: [], "Straight walls that take a loss from what passes through."),
      .defaulted(
        "pillars", .array(of: pillar), to: [], "Round columns that take a loss from what passes through."),
      .optional(
        "calibration", calibration,
        "The fit that gave the `calibratedLevel` of each beacon or receiver, as `beaconbench calibrate --write-site` "
          + "writes it."),
      .defaulted(
        "beacons", isFull ? beacons : .alternatives([table, beacons]), to: [],
        "Beacons on walls, ceilings and pillars. One without an identity is an iBeacon whose minor is its place in the list, "
          + "counted from 1."),
      .defaulted(
        "receivers", .array(of: receiver(at: place)), to: [], "Fixed receivers that hear carried beacons."),
    ]
  }

  private static let table = Schema.object([
    .required(
      "csv", .text(),
      "A table of beacons, from this file's folder, with the columns id, x_m and y_m, and any of z_m, floor, uuid, major, "
        + "minor, address, measured_power_dbm, calibrated_level_dbm and pillar.")
  ])

  private static let defaults = Schema.Field.optional(
    "defaults",
    .object([
      .optional("floor", .integer(), "The level of the floor of everything with a position."),
      .optional(
        "height", .coordinate, unit: "m",
        "Of beacons and receivers above their floor, whose positions may then be [x, y]."),
      .optional("measuredPower", measuredPower, unit: "dBm", "Of beacons."),
      .optional("uuid", .text(.uuid), "Of iBeacons."),
      .optional("major", .integer(.between(0, 65535)), "Of iBeacons."),
    ]), "What applies where a beacon, a receiver or a place does not say otherwise.")

  /// The published JSON Schema of a site file.
  public static var jsonSchema: Document {
    schema.jsonSchema(
      title: "BeaconBench site",
      about:
        "Where beacons or receivers hang, where one can walk, and what stands in the way. Lengths are in "
        + "metres, levels in dBm; x is east, y north and z up of the site's origin.")
  }

  private static let placeOnPlan = Schema.named(
    "placeOnPlan",
    .tuple([.init("x", .coordinate, unit: "m"), .init("y", .coordinate, unit: "m")], required: 2),
    about: "A place on the plan, in metres east and north of the site's origin.")

  private static let space = ["x", "y", "z"].map { Schema.Entry($0, .coordinate, unit: "m") }

  private static let anchorPlace = Schema.named(
    "anchorPlace", .tuple(space, required: 2),
    about:
      "A place in metres east, north and up of the site's origin; without the last at the height of the defaults."
  )

  private static let placeInSpace = Schema.named(
    "placeInSpace", .tuple(space, required: 3),
    about: "A place in metres east, north and up of the site's origin.")

  private static let floorKey = Schema.Field.optional(
    "floor", .integer(), "The level of its floor; may be left out when the site has one floor.")

  private static let loss = Schema.number(.between(0, 100))

  private static let origin = Schema.object([
    .required("latitude", .number(.between(-90, 90)), unit: "degrees", "North is positive."),
    .required("longitude", .number(.between(-180, 180)), unit: "degrees", "East is positive."),
  ])

  private static let floor = Schema.object([
    .required("level", .integer(.between(-100, 1000)), "0 is the ground floor by custom."),
    .required("elevation", .coordinate, unit: "m", "The height of its surface above the site's origin."),
  ])

  private static let path = Schema.object([
    .required(
      "nodes",
      .map(
        of: .alternatives([
          placeOnPlan, .object([.required("at", placeOnPlan, "The place on the plan."), floorKey]),
        ]), count: .atLeast(2)), "Named places: [x, y], or {at: [x, y], floor: 1}."),
    .required(
      "edges",
      .array(of: .tuple([.init("from", .text()), .init("to", .text())], required: 2), count: .atLeast(1)),
      "Straight ways between two nodes, which can be walked in both directions."),
    .optional(
      "stairs",
      .array(
        of: .object([
          .required("between", twoNodes, "The nodes at its two ends, on two floors."),
          .defaulted(
            "speed", .number(.between(0.01, 100)), to: 0.5, unit: "m/s",
            "Along the slope, of one who walks at the mean speed of his walk."),
        ])), "Straight stairs between two nodes, gone up and down."),
    .optional(
      "lifts",
      .array(
        of: .object([
          .required("between", twoNodes, "The nodes at its doors, on two floors."),
          .defaulted(
            "wait", .number(.between(0, 3600)), to: 15, unit: "s",
            "From the arrival at one door until the lift goes."),
          .defaulted("speed", .number(.between(0.01, 100)), to: 1, unit: "m/s", "On the way."),
        ])), "Lifts between two nodes, ridden up and down."),
  ])

  private static let twoNodes = Schema.tuple(
    [.init("from", .text()), .init("to", .text())], required: 2)

  private static let testPoint = Schema.object([
    .required("id", .integer(), "The number that presses files use."),
    .required("position", placeOnPlan, unit: "m", "The place on the plan."), floorKey,
  ])

  private static let room = Schema.object([
    .required("name", .text(.name), "What tables call it."),
    .required(
      "corners", .array(of: placeOnPlan, count: .atLeast(3)), unit: "m",
      "Its corners in order round it; the last is joined to the first. Sides may not cross."), floorKey,
  ])

  private static let wall = Schema.object(
    [
      .required("from", placeOnPlan, unit: "m", "One end."),
      .required("to", placeOnPlan, unit: "m", "The other end."), floorKey,
      .optional("loss", loss, unit: "dB", "What it takes from a signal that passes through."),
      .optional(
        "material",
        .enumeration(
          WallMaterial.allCases.map {
            .init($0.rawValue, "\(short($0.loss.value)) dB, as COST 231 gives it.")
          }),
        "In place of a loss."),
    ], rules: [.exactlyOne(of: "loss", "material")])

  private static let pillar = Schema.object([
    .required("centre", placeOnPlan, unit: "m", "Its middle."),
    .required("radius", .number(.above(0, atMost: 1e6)), unit: "m", "Its radius."), floorKey,
    .required("loss", loss, unit: "dB", "What it takes from a signal that passes through."),
  ])

  private static let calibration = Schema.object([
    .required(
      "n", .number(.above(0, atMost: 10)),
      "The path-loss exponent that belongs to the levels: with another one they give other distances."),
    .optional(
      "sigma", .number(.between(0, 100)), unit: "dB", "The standard deviation of what the fit leaves."),
    .optional("rows", .integer(.atLeast(1)), "How many levels it was fitted to."),
  ])

  private static let calibratedLevel = Schema.Field.optional(
    "calibratedLevel", .number(.between(-120, 20)), unit: "dBm",
    "The level at 1 m that a fit found at this very place.")

  private static let numbers: [(key: String, schema: Schema, about: String)] = [
    ("uuid", .text(.uuid), "The owner's number."),
    ("major", .integer(.between(0, 65535)), "The first number of its identity."),
    ("minor", .integer(.between(0, 65535)), "The second number of its identity."),
  ]

  private static let eddystone = Schema.object(
    [
      .optional("namespace", .text(.namespace), "The owner's ten octets, of an Eddystone-UID."),
      .optional("instance", .text(.instance), "The beacon's six octets."),
      .optional("url", .text(.url), "What it sends, of an Eddystone-URL."),
    ], rules: [.exactlyOne(of: "namespace", "url"), .together("namespace", "instance")])

  private static let measuredPower = Schema.integer(.between(-128, 127))

  private static func beacon(at place: Schema) -> Schema {
    let fields: [Schema.Field] = [
      .optional(
        "altBeacon", .object(numbers.map { .required($0.key, $0.schema, $0.about) }),
        "The identity of an AltBeacon."),
      .optional(
        "eddystone", eddystone, "The identity of an Eddystone beacon. An EID, which changes, is none."),
      .optional(
        "address", .text(.address),
        "The address it sends from, whatever it sends. Its type, public or random, does not matter."),
      .optional(
        "measuredPower", measuredPower, unit: "dBm", "The level at 1 m that its frames claim."),
      calibratedLevel,
      .required(
        "position", place, unit: "m",
        "Where it sends from, of several floors within the storey of its own; of a mobile one, where it belongs."
      ),
      floorKey,
      .optional(
        "mobile", .boolean,
        "Whether it moves about: it is ranged and counted, and takes no part in positioning. Without it, false."
      ),
      .optional(
        "pillar", .text(.identifier),
        "The pillar it hangs on. Beacons of one pillar share one identity and count as one anchor of this name, "
          + "which lies in their middle."),
    ]
    return .object(
      [.required("id", .text(.identifier), "The name that readings files use.")]
        + numbers.map { .optional($0.key, $0.schema, $0.about + " Of an iBeacon.") } + fields,
      rules: [.atMostOne(of: "uuid", "altBeacon", "eddystone", "address")])
  }

  private static func receiver(at place: Schema) -> Schema {
    .object([
      .required("id", .text(.identifier), "The name that readings files use."), calibratedLevel,
      .required(
        "position", place, unit: "m", "Where it hears, of several floors within the storey of its own."),
      floorKey,
    ])
  }
}
