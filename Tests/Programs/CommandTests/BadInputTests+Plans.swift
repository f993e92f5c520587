import Foundation
import TestSupport

// Plans that cannot be placed on.

extension BadInputTests {
  private static func plan(_ text: String, to other: String) -> @Sendable (TemporaryFolder) throws -> Void {
    { folder in try folder.write(SmallFiles.plan.replacing(text, with: other), to: "ward.geojson") }
  }

  private static func drawing(_ name: String, _ text: String) -> @Sendable (TemporaryFolder) throws -> Void {
    { folder in try folder.write(text, to: name) }
  }

  private static let place = "place ward.geojson --metres --beacons 3"

  static let ofPlans: [Case] = [
    Case(
      "a plan without a number of beacons", "place ward.geojson --metres",
      "--beacons is required for a plan; see 'beaconbench place --help'", prepare: plan("", to: "")),
    Case(
      "a plan with no rooms", place,
      "ward.geojson: expected rooms as closed areas, in which people walk, found none, but 3 walls",
      prepare: { folder in
        let line = "{\"type\": \"LineString\", \"coordinates\": [[0, 0], [6, 0]]}"
        let features = (0..<3).map { _ in "{\"type\": \"Feature\", \"properties\": {}, \"geometry\": \(line)}"
        }
        try folder.write(
          "{\"type\": \"FeatureCollection\", \"features\": [\(features.joined(separator: ", "))]}",
          to: "ward.geojson")
      }),
    Case(
      "a plan in metres that is read in degrees", "place ward.geojson --beacons 3",
      "ward.geojson: expected a plan within 10 km of its middle, with coordinates in degrees; --metres reads metres, found one that reaches 754 km",
      prepare: plan("", to: "")),
    Case(
      "a plan of 3 km", place,
      "ward.geojson: expected a building of at most 2 km, in metres, found one of 3 km",
      prepare: plan("12,", to: "3000,")),
    Case(
      "directions where no way branches", place + " --for navigation",
      "ward.geojson: expected ways that branch for --for navigation, where directions are needed, found none",
      prepare: plan("", to: "")),
    Case(
      "more beacons than places", place + "00",
      "--beacons: expected at most 130, the number of places on the walls of ward.geojson, found 300",
      prepare: plan("", to: "")),
    Case(
      "a type of building that is none", place + " --building castle",
      "--building: expected office, hospital, school, shop, hall or home, found castle; see 'beaconbench place --help'",
      prepare: plan("", to: "")),
    Case(
      "a plan's options for a study", "place tiny.yaml --without-each --for rooms",
      "--for requires a plan; see 'beaconbench place --help'"),
    Case(
      "objectives of a plan", place + " --objectives",
      "--objectives requires a study; see 'beaconbench place --help'",
      prepare: plan("", to: "")),
    Case(
      "a drawing without a scale", "place ward.svg --beacons 3",
      "ward.svg: expected --metres-per-unit, found a drawing that does not say its unit",
      prepare: drawing(
        "ward.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><rect width=\"60\" height=\"40\"/></svg>")),
    Case(
      "a drawing to the wrong scale", "place ward.svg --beacons 3 --metres-per-unit 0.02",
      "ward.svg: expected a building of at least 3 m, in metres, found one of 1.2 m",
      prepare: drawing(
        "ward.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><rect width=\"60\" height=\"40\"/></svg>")),
    Case(
      "a scale for GeoJSON", place + " --metres-per-unit 2",
      "--metres-per-unit: expected a drawing, DXF or SVG, found ward.geojson", prepare: plan("", to: "")),
    Case(
      "an empty drawing", "place ward.dxf --beacons 3", "ward.dxf: expected a drawing, found an empty file",
      prepare: drawing("ward.dxf", "")),
    Case(
      "an archive for a plan", "place ward.zip --beacons 3",
      "ward.zip: expected GeoJSON, DXF, SVG, a table in CSV or a folder with an unpacked IMDF archive, found a zip archive",
      prepare: drawing("ward.zip", "PK")),
    Case(
      "a table of beacons for a plan", "place b.csv --beacons 3",
      "b.csv: expected rooms as closed areas, in which people walk, found none",
      prepare: drawing("b.csv", "id,x_m,y_m\na,1,2\n")),
  ]
}
