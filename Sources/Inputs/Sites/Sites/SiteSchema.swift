public import Documents
import World

extension SiteFile {
  /// The shape of a site file.
  public static let schema = Schema.object(fields(isFull: false))

  /// The shape of one that leaves nothing to defaults, to a table or to the places of beacons in their list.
  static let fullSchema = Schema.object(fields(isFull: true))

  private static func fields(isFull: Bool) -> [Schema.Field] {
    let place = isFull ? placeInSpace : anchorPlace
    let beacons = Schema.array(of: beacon(at: place), count: .atMost(SiteLimits.anchors))
    return names + (isFull ? [] : [defaults]) + plan + [
      .optional(
        "calibration", calibration,
        "The fit that gave the `calibratedLevel` of each beacon or receiver, as `beaconbench calibrate --write-site` "
          + "writes it."),
      .defaulted(
        "beacons", isFull ? beacons : .alternatives([table, beacons]), to: [],
        "Beacons on walls, ceilings and pillars. One without an identity is an iBeacon whose minor is its place in the list, "
          + "counted from 1."),
      .defaulted(
        "receivers", .array(of: receiver(at: place), count: .atMost(SiteLimits.anchors)), to: [],
        "Fixed receivers for carried beacons."),
    ]
  }

  private static let names: [Schema.Field] = [
    .required("name", .text(.name), "The site's name in reports."),
    .optional("about", .text(), "A description of the site and the source of its dimensions."),
    .optional(
      "identityLayout",
      .enumeration([
        .init(
          "mustafaSykes2021", "building, floor and kind of place in the major, as in Mustafa & Sykes 2021.")
      ]),
      "The layout that majors and minors of iBeacons follow; a note names majors that do not. Without it, none."
    ),
  ]

  private static let plan: [Schema.Field] = [
    .optional("origin", origin, "The geographic position of the point [0, 0]."),
    .defaulted(
      "floors", .array(of: floor, count: .atLeast(1)), to: [["level": 0, "elevation": 0]], "The storeys."),
    .optional(
      "path", path,
      "The paths on which one can walk. Nodes lie at the elevation of their floor. By default the site is an open space."
    ),
    .defaulted(
      "testPoints", .array(of: testPoint, count: .atMost(SiteLimits.testPoints)), to: [],
      "Places at which a walker presses a button. They lie at the elevation of their floor."),
    .defaulted(
      "rooms", .array(of: room, count: .atMost(SiteLimits.rooms)), to: [],
      "Named parts of floors, for the share of fixes in the right room. Of overlapping rooms the first "
        + "counts."),
    .optional(
      "walkable", .array(of: walkable, count: .between(1, SiteLimits.walkable)),
      "Where people can walk, apart from walls and pillars, for pipelines that are given the map. They must be connected on each "
        + "floor, through doors where the path crosses walls. By default all rooms of a floor."),
    .defaulted(
      "walls", .array(of: wall, count: .atMost(SiteLimits.obstacles)), to: [],
      "Straight walls that attenuate signals passing through."),
    .defaulted(
      "pillars", .array(of: pillar, count: .atMost(SiteLimits.obstacles)), to: [],
      "Round columns that attenuate signals passing through."),
    .optional(
      "pictures", .array(of: SitePicture.schema(place: placeOnPlan, floor: floorKey)),
      "Pictures of floor plans, which `plot` draws under the plan. They change no result."),
  ]

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
        "The positions of beacons or receivers, the paths and the obstacles of a site. Lengths are in "
        + "metres, RSSI in dBm; x is east, y north and z up from the site's origin.")
  }

  private static let placeOnPlan = Schema.named(
    "placeOnPlan",
    .tuple([.init("x", .coordinate, unit: "m"), .init("y", .coordinate, unit: "m")], required: 2),
    about: "A position on the plan, in metres east and north of the site's origin.")

  private static let space = ["x", "y", "z"].map { Schema.Entry($0, .coordinate, unit: "m") }

  private static let anchorPlace = Schema.named(
    "anchorPlace", .tuple(space, required: 2),
    about:
      "A place in metres east, north and up of the site's origin; without the last at the height of the defaults."
  )

  private static let placeInSpace = Schema.named(
    "placeInSpace", .tuple(space, required: 3),
    about: "A position in metres east and north of and above the site's origin.")

  private static let floorKey = Schema.Field.optional(
    "floor", .integer(), "Its floor; may be omitted if the site has one floor.")

  private static let loss = Schema.number(.between(0, 100))

  private static let origin = Schema.object([
    .required("latitude", .number(.between(-90, 90)), unit: "degrees", "The latitude; north is positive."),
    .required("longitude", .number(.between(-180, 180)), unit: "degrees", "The longitude; east is positive."),
  ])

  private static let floor = Schema.object([
    .required(
      "level", .integer(.between(-100, 1000)), "The number of the floor; by convention 0 is the ground floor."
    ),
    .required("elevation", .coordinate, unit: "m", "The height of its surface above the site's origin."),
  ])

  private static let path = Schema.object([
    .required(
      "nodes",
      .map(
        of: .alternatives([
          placeOnPlan, .object([.required("at", placeOnPlan, "The position on the plan."), floorKey]),
        ]), count: .between(2, SiteLimits.nodes)), "Named positions: [x, y], or {at: [x, y], floor: 1}."),
    .required(
      "edges",
      .array(
        of: .tuple([.init("from", .text()), .init("to", .text())], required: 2),
        count: .between(1, SiteLimits.edges)),
      "Straight connections of two nodes, walkable in both directions."),
    .optional(
      "stairs",
      .array(
        of: .object([
          .required("between", twoNodes, "The nodes at its two ends, on two floors."),
          .defaulted(
            "speed", .number(.between(0.01, 100)), to: 0.5, unit: "m/s",
            "The speed along the slope of a walker with the mean speed of the walk."),
        ])), "Straight stairs between two nodes, walkable up and down."),
    .optional(
      "lifts",
      .array(
        of: .object([
          .required("between", twoNodes, "The nodes at its doors, on two floors."),
          .defaulted(
            "wait", .number(.between(0, 3600)), to: 15, unit: "s",
            "The time from arrival at a door until the lift leaves."),
          .defaulted("speed", .number(.between(0.01, 100)), to: 1, unit: "m/s", "The speed of the lift."),
        ])), "Lifts between two nodes, in both directions."),
  ])

  private static let twoNodes = Schema.tuple(
    [.init("from", .text()), .init("to", .text())], required: 2)

  private static let testPoint = Schema.object([
    .required(
      "id", .alternatives([.integer(), .text(.name)]), "A number or a name, by which presses files call it."),
    .required("position", placeOnPlan, unit: "m", "The position on the plan."), floorKey,
  ])

  private static let room = Schema.object([
    .required("name", .text(.name), "Its name in tables."),
    .required(
      "corners", .array(of: placeOnPlan, count: .between(3, SiteLimits.corners)), unit: "m",
      "Its corners in order; the last is joined to the first. Sides may not cross."), floorKey,
  ])

  private static let walkable = Schema.object(
    [
      .optional(
        "corners", .array(of: placeOnPlan, count: .between(3, SiteLimits.corners)), unit: "m",
        "The corners of an area in order; the last is joined to the first. Sides may not cross."),
      .optional("cells", walkableCells, "Square cells instead of corners."), floorKey,
    ], rules: [.exactlyOne(of: "corners", "cells")])

  private static let walkableCells = Schema.object([
    .required("corner", placeOnPlan, unit: "m", "The south-western corner of all cells."),
    .required("side", .number(.between(0.05, 100)), unit: "m", "The side of a cell."),
    .required(
      "rows", .array(of: .text(.cells), count: .between(1, SiteLimits.rows)),
      "Rows from north to south, each from west to east: `.` for a walkable cell, `#` for any other."),
  ])

  private static let wall = Schema.object(
    [
      .required("from", placeOnPlan, unit: "m", "One end."),
      .required("to", placeOnPlan, unit: "m", "The other end."), floorKey,
      .optional("loss", loss, unit: "dB", "The loss of a signal that passes through."),
      .optional(
        "material",
        .enumeration(
          WallMaterial.allCases.map {
            .init($0.rawValue, "\(short($0.loss.value)) dB, after COST 231.")
          }),
        "A material with a known loss, instead of `loss`."),
    ], rules: [.exactlyOne(of: "loss", "material")])

  private static let pillar = Schema.object([
    .required("centre", placeOnPlan, unit: "m", "Its centre."),
    .required("radius", .number(.above(0, atMost: 1e6)), unit: "m", "Its radius."), floorKey,
    .required("loss", loss, unit: "dB", "The loss of a signal that passes through."),
  ])

  private static let calibration = Schema.object([
    .required(
      "n", .number(.above(0, atMost: 10)),
      "The path-loss exponent of the fit, which belongs to the calibrated RSSI values."),
    .optional(
      "sigma", .number(.between(0, 100)), unit: "dB", "The standard deviation of the residuals."),
    .optional("rows", .integer(.atLeast(1)), "The number of readings fitted."),
  ])

  private static let calibratedLevel = Schema.Field.optional(
    "calibratedLevel", .number(.between(-120, 20)), unit: "dBm",
    "The RSSI at 1 m fitted at this position.")

  private static let numbers: [(key: String, schema: Schema, about: String)] = [
    ("uuid", .text(.uuid), "The UUID of the owner."),
    ("major", .integer(.between(0, 65535)), "The first number of its identity."),
    ("minor", .integer(.between(0, 65535)), "The second number of its identity."),
  ]

  private static let eddystone = Schema.object(
    [
      .optional("namespace", .text(.namespace), "The owner's ten octets, of an Eddystone-UID."),
      .optional("instance", .text(.instance), "The beacon's six octets."),
      .optional("url", .text(.url), "The URL of an Eddystone-URL."),
    ], rules: [.exactlyOne(of: "namespace", "url"), .together("namespace", "instance")])

  private static let measuredPower = Schema.integer(.between(-128, 127))

  /// The identities that a beacon may have besides that of an iBeacon, and its power.
  private static let identities: [Schema.Field] = [
    .optional(
      "altBeacon", .object(numbers.map { .required($0.key, $0.schema, $0.about) }),
      "The identity of an AltBeacon."),
    .optional(
      "eddystone", eddystone, "The identity of an Eddystone beacon. An EID, which changes, is none."),
    .optional(
      "address", .text(.address),
      "The address of its advertisements, whatever the identity. Its type, public or random, does not matter."
    ),
    .optional(
      "measuredPower", measuredPower, unit: "dBm",
      "The measured power: the RSSI at 1 m stated in its frames."),
  ]

  private static func beacon(at place: Schema) -> Schema {
    let fields: [Schema.Field] = [
      calibratedLevel,
      .required(
        "position", place, unit: "m",
        "Its position, on a site with several floors within its storey; of a mobile beacon, its usual position."
      ),
      floorKey,
      .optional(
        "mobile", .boolean,
        "Whether it is mobile: it is ranged and counted, but not used for positioning; false by default."
      ),
      .optional(
        "pillar", .text(.identifier),
        "The pillar it is mounted on. Beacons of one pillar share one identity and count as one anchor of this name, "
          + "located at their centre."),
    ]
    return .object(
      [.required("id", .text(.identifier), "The name in readings tables.")]
        + numbers.map { .optional($0.key, $0.schema, $0.about + " Of an iBeacon.") } + identities + fields,
      rules: [.atMostOne(of: "uuid", "altBeacon", "eddystone", "address")])
  }

  private static func receiver(at place: Schema) -> Schema {
    .object([
      .required("id", .text(.identifier), "The name in readings tables."), calibratedLevel,
      .required(
        "position", place, unit: "m", "Its position, on a site with several floors within its storey."),
      floorKey,
    ])
  }
}
