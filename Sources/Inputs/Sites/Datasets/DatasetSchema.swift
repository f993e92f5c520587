public import Documents

extension Dataset {
  /// The shape of a dataset's declaration.
  public static let schema = Schema.object([
    .required("name", .text(.name), "The data set's name in reports."),
    .required("about", .text(), "What was recorded, and how."),
    .required("source", .text(), "The authors and the publication."),
    .required("licence", .text(), "The licence."),
    .required("site", .text(), "The site file with its anchors, relative to this file."),
    .optional(
      "averaged", .number(.above(0, atMost: 60)), unit: "s",
      "The averaging time of each RSSI value, which is stamped with its end; by default the rows are single advertisements."
    ),
    .optional(
      "scans", .boolean,
      "Whether the rows of one time are one scan: callbacks are then the scans, each with what was received in it alone. Not beside `averaged`."
    ),
    .defaulted(
      "faults", .array(of: .enumeration(DatasetFault.allCases.map { .init($0.rawValue, $0.about) })), to: [],
      "Known irregularities of the files. Each is counted; an undeclared one is an error."
    ),
    .optional(
      "places", .enumeration([.init("unknown", "methods that use them are refused.")]),
      "Says that the positions of the anchors in the site are not where they were; else they are."),
    .required("layout", layout, "The layout of the files of the walks."),
    .required(
      "walks",
      .array(
        of: .object(
          fileFields + [
            .optional(
              "presses", .object(pathFields),
              "A table of presses, `time_s,point`: when the walker was at which test point of the site. Only with the layout tables."
            ),
            .optional(
              "steps", .object(pathFields),
              "A table of steps, `time_s,length_m,heading_deg`, which motion sensors found. Only with the layout tables."
            ),
          ]), count: .atLeast(1)), "Recordings of movements."),
    .defaulted(
      "calibration",
      .array(
        of: .object(
          fileFields + [
            .optional("layout", calibrationLayout, "Its layout, if it differs from that of the walks.")
          ])
      ), to: [], "Recordings for fitting n and C, separate from the walks."),
  ])

  /// The published JSON Schema of a dataset's declaration.
  public static var jsonSchema: Document {
    schema.jsonSchema(
      title: "BeaconBench dataset",
      about:
        "Recorded readings with known positions: the files with their digests, layout and known irregularities. "
        + "Paths of data files are relative to a root that the user names.")
  }

  private static let pathFields: [Schema.Field] = [
    .required("path", .text(), "The file, from the root of all datasets or else from this file's folder."),
    .required("sha256", .text(.sha256), "The digest of the file's octets."),
  ]

  private static let fileFields =
    [Schema.Field.required("name", .text(.name), "Its name in reports.")] + pathFields + [
      .optional(
        "truth", .object(pathFields),
        "The table of ground truth, or the file of marks. Needed with the layouts tables and marks, and only there."
      )
    ]

  private static let column = Schema.named(
    "column", .alternatives([.integer(.between(1, 10_000)), .text()]),
    about: "A column of a comma-separated file, by its name in the first row or by its number from 1.")

  private static let timeFields: [Schema.Field] = [
    .required("time", column, "When."),
    .optional(
      "unit", .enumeration(TimeUnit.allCases.map { .init($0.rawValue) }),
      "The unit of the times; by default seconds, and times that look like milliseconds are then refused."),
  ]

  private static let placeFields: [Schema.Field] =
    timeFields + [
      .required("x", column, unit: "m", "The ground truth, east of the site's origin."),
      .required("y", column, unit: "m", "The ground truth, north of the site's origin."),
      .optional("z", column, unit: "m", "The ground truth, above the site's origin."),
      .optional(
        "height", .coordinate, unit: "m", "A constant height instead of z, for a file without it."),
      .optional("facing", column, "The direction in which the surveyor faced, by any name or number."),
    ]

  private static let rows = Schema.named(
    "rows",
    .object(
      [
        .defaulted("header", .boolean, to: true, "Whether the first row names the columns."),
        .required("anchor", column, "The id of an anchor of the site."),
        .required("level", column, unit: "dBm", "The RSSI."),
      ] + placeFields, rules: [.exactlyOne(of: "z", "height")]), about: "A file with one RSSI value per row.")

  private static let grid = Schema.named(
    "grid",
    .object(
      [
        .defaulted("header", .boolean, to: true, "Whether the first row names the columns."),
        .required(
          "levels", .map(of: column, count: .atLeast(1)), unit: "dBm", "The column of each anchor, by its id."
        ),
        .optional(
          "notHeard", .number(),
          "A number that stands for a beacon that was not received, besides an empty cell."),
      ] + placeFields, rules: [.exactlyOne(of: "z", "height")]),
    about: "A file with a row for each time and a column for each anchor.")

  private static func id(_ about: String) -> Schema {
    .object([
      .required("column", column, "Where the id stands."), .required("id", .text(), about),
    ])
  }

  private static let marks = Schema.named(
    "marks",
    .object(
      [
        .defaulted(
          "header", .boolean, to: true, "Whether the first row of each of the two files names the columns.")
      ] + timeFields + [
        .required(
          "anchor", column,
          "The id of an anchor of the site; rows of others are left out, and are counted as otherLinks."),
        .required("level", column, unit: "dBm", "The RSSI."),
        .optional(
          "carried", id("The id of what was carried."),
          "The other end of the links; rows of others are left out, and are counted as otherLinks."),
        .required(
          "marks",
          .object([
            .required("time", column, "From when the walker was there."),
            .required("place", column, "The id of the place."),
            .optional("until", column, "Until when; by default until the next mark."),
            .optional("facing", column, "The direction in which the surveyor faced, by any name or number."),
            .optional(
              "walker", id("The walker's id."), "Whose marks count, where there are several walkers."),
          ]), "The columns of the file of the key `truth`, with times in the same unit."),
        .optional(
          "places",
          .object(
            pathFields + [
              .defaulted("header", .boolean, to: true, "Whether the first row names the columns."),
              .defaulted(
                "separator", .enumeration(["comma", "semicolon"]), to: "comma",
                "What stands between the fields."),
              .required("place", column, "The id of a place."),
              .required("x", column, "East of the site's origin."),
              .required("y", column, "North of the site's origin."),
              .defaulted("metres", .number(.above(0)), to: 1, unit: "m", "The unit of x and y."),
            ]), "The file of the places; by default they are the test points of the site."),
        .required("height", .coordinate, unit: "m", "The height of what is carried."),
      ]),
    about:
      "A file with one RSSI value per row, and a file of marks: from when the walker was at which place. The ground truth is a step from "
      + "each mark to the next; the last one stands until the end of the recording.")

  private static let histograms = Schema.Variant(
    "histograms",
    .object([
      .required("beacon", .text(), "The beacon whose RSSI is used."),
      .defaulted(
        "level",
        .enumeration([
          .init("lowerEdge", "for readings that are whole dBm and bins that begin at each."),
          .init("middle", "for values distributed uniformly over each bin."),
        ]), to: "lowerEdge", "The RSSI that a bin represents."),
    ]),
    "Histograms at surveyed points, in the lines Bins, Dongles, Beacons and Fingerprints of the danis files. Each "
      + "gives one mean RSSI.")

  private static let table: [Schema.Variant] = [
    .init("rows", rows, "One RSSI value per row."),
    .init("grid", grid, "A row for each time, a column for each anchor."),
    .init("marks", marks, "One RSSI value per row, and the walker's places in a file of marks."),
    .init("tables", "A readings table and a table of ground truth, as replay reads them."),
  ]
  private static let layout = Schema.union(table)
  private static let calibrationLayout = Schema.union(table + [histograms])
}

/// The unit of a column of times.
enum TimeUnit: String, CaseIterable {
  case seconds
  case milliseconds
  case microseconds
  case nanoseconds

  var perSecond: Double {
    switch self {
    case .seconds: 1
    case .milliseconds: 1e3
    case .microseconds: 1e6
    case .nanoseconds: 1e9
    }
  }
}
