import Foundation
import TestSupport

// What outsiders gave the program: seeds beyond the bound, plans in metres, links among results, outputs that are there.

extension BadInputTests {
  private static let plan = """
    {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}, "geometry":
    {"type": "LineString", "coordinates": [[9.0001, 45.0001], [9.0003, 45.0001]]}}]}
    """

  private static func plan(_ text: String, to replacement: String)
    -> @Sendable (TemporaryFolder) throws -> Void
  {
    { folder in try folder.write(plan.replacing(text, with: replacement), to: "plan.geojson") }
  }

  private static let large =
    "expected a whole number from 0 to 9007199254740991, found 9007199254740993"

  static let ofOutsiders: [Case] = [
    scenario(
      "laps: {count: 4}", to: "seed: 9007199254740993\nlaps: {count: 4}", "tiny.yaml:3: seed: \(large)"),
    Case(
      "a seed above the bound among changes", "run tiny.yaml --set seed=9007199254740993",
      "--set seed=9007199254740993: \(large)"),
    Case(
      "seeds above the bound", "run tiny.yaml --seeds 1,9007199254740993",
      "--seeds: expected up to 10000 different seeds from 0 to 9007199254740991, such as 1-10, 1..10 or 1,4,7-9, found 1,9007199254740993; see 'beaconbench run --help'"
    ),
    Case(
      "a plan in metres that could be degrees", "site import plan.geojson --output o.yaml",
      "plan.geojson: expected a plan within 10 km of its middle, with coordinates in degrees; --metres reads metres, found one that reaches 1038 km",
      prepare: plan("[9.0003, 45.0001]", to: "[29, 59]")),
    Case(
      "an origin on another continent", "site import plan.geojson --output o.yaml --origin 43.4,-79.7",
      "--origin: expected a place within 10 km of the plan, whose middle is 45.0001,9.0002, found one 7187 km away",
      prepare: plan("", to: "")),
    Case(
      "stretched metres", "site import plan.geojson --output o.yaml",
      "plan.geojson:1: crs: expected a reference system of degrees or true metres, found urn:ogc:def:crs:EPSG::3857, whose metres are stretched",
      prepare: plan(
        "\"features\"",
        to: #""crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::3857"}}, "features""#)),
    Case(
      "a ring with too many corners", "site import plan.geojson --output o.yaml",
      "plan.geojson:2: features[0].geometry.coordinates[0]: expected a ring of at most 1000 corners, found 1001",
      prepare: { folder in
        let ring = (0...1000).map { "[\(9 + Double($0) / 1e7), 45]" }.joined(separator: ", ")
        try plan(
          "\"LineString\", \"coordinates\": [[9.0001, 45.0001], [9.0003, 45.0001]]",
          to: "\"Polygon\", \"coordinates\": [[\(ring), [9.0, 45]]]")(folder)
      }),
    Case(
      "too many rooms", "site import plan.geojson --output o.yaml",
      "plan.geojson: expected at most 5000 rooms, found 5001",
      prepare: { folder in
        let room = """
          {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates":
          [[[9, 45], [9.0001, 45], [9.0001, 45.0001], [9, 45]]]}}
          """
        let rooms = [String](repeating: room, count: 5001).joined(separator: ",")
        try folder.write("{\"type\": \"FeatureCollection\", \"features\": [\(rooms)]}", to: "plan.geojson")
      }),
    Case(
      "a plan larger than any", "site import plan.geojson --output o.yaml",
      "plan.geojson: expected at most 64 MB, found 65 MB",
      prepare: { folder in
        try folder.write("", to: "plan.geojson")
        // A hole takes no room.
        truncate(folder.path("plan.geojson"), 65_000_000)
      }),
    Case(
      "an edited site", "site import plan.geojson --output o.yaml",
      "o.yaml: is there already and holds something else; --replace replaces it",
      prepare: { folder in
        try plan("", to: "")(folder)
        try folder.write("# Measured with a tape.\n", to: "o.yaml")
      }),
    Case(
      "notes in the place of a page", "plot site.yaml --output notes.html",
      "notes.html: is there already and holds something else; --replace replaces it",
      prepare: { folder in try folder.write("<!DOCTYPE html>\n<p>Mine.</p>\n", to: "notes.html") }),
    Case(
      "a beacon on the plan alone", "run tiny.yaml",
      "site.yaml:14: beacons[0].position: expected [x, y, z] in m, or the key defaults.height beside [x, y], found a list of 2",
      edits: [("site.yaml", "[1, -1, 3]", "[1, -1]")]),
    Case(
      "a link among results", "compare r r", "r/errors.csv: expected a regular file, found a symbolic link",
      prepare: { folder in
        try FileManager.default.createDirectory(atPath: folder.path("r"), withIntermediateDirectories: true)
        try folder.write("secret\n", to: "secret")
        try FileManager.default.createSymbolicLink(
          atPath: folder.path("r/errors.csv"), withDestinationPath: folder.path("secret"))
      }),
    Case(
      "a pipeline named twice", "explain r:a --pipeline b",
      "--pipeline cannot be combined with r:a; see 'beaconbench explain --help'",
      prepare: { folder in
        try FileManager.default.createDirectory(atPath: folder.path("r"), withIntermediateDirectories: true)
      }),
    Case(
      "an RSSI without its sign", "replay r.csv",
      "r.csv:2: column rssi_dbm: expected a number from -127 to 20 dBm, found \"70\" (did you mean -70?)",
      prepare: { try $0.write("time_s,beacon,rssi_dbm\n0,b1,70\n", to: "r.csv") }),
  ]
}
