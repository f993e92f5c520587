import Foundation
import TestSupport

extension BadInputTests {
  static let study = """
    name: study
    scenario: tiny.yaml
    candidates: {path: 2}
    beacons: 3
    objective: meanBound

    """

  private static func study(_ text: String, to replacement: String, _ sentence: String) -> Case {
    Case(
      "a study with \(replacement)", "place study.yaml", sentence
    ) { try $0.write(study.replacing(text, with: replacement), to: "study.yaml") }
  }

  private static func imported(_ name: String, _ text: String, _ sentence: String) -> Case {
    Case("an import of \(name)", "site import plan.geojson --output new.yaml", sentence) {
      try $0.write(text, to: "plan.geojson")
    }
  }

  private static func ring(_ positions: String) -> String {
    """
    {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}, "geometry":
    {"type": "Polygon", "coordinates": [[\(positions)]]}}]}
    """
  }

  static let inPlacement: [Case] = [
    study(
      "beacons: 3", to: "beacons: 30",
      "study.yaml:4: beacons: expected at most 9, the number of places, found 30"),
    study(
      "candidates: {path: 2}", to: "candidates: {heights: [3]}",
      "study.yaml:3: candidates: expected places by one of the keys path, walls, lattice and points, found none"
    ),
    study(
      "objective: meanBound", to: "objective: meanBounds",
      "study.yaml:5: objective: expected one of meanBound, strongest, found \"meanBounds\" (did you mean meanBound?)"
    ),
    study(
      "objective: meanBound", to: "objective: {strongest: {wrongRooms: 10}}",
      "study.yaml:5: objective: expected a site with rooms for an objective of rooms, found small without any"
    ),
    study(
      "objective: meanBound", to: "objective: gdop",
      "study.yaml:5: objective: expected one of meanBound, strongest, found \"gdop\""),
    study(
      "beacons: 3", to: "beacons: 3\nmethods: [annealing]",
      "study.yaml:5: methods[0]: expected greedy or swaps, found \"annealing\""),
    study(
      "beacons: 3", to: "beacons: 3\nkeep: [five]",
      "tiny.yaml: its site small has no beacon five, which the key keep of study names"),
    Case(
      "a placement study to run", "run study.yaml",
      "study.yaml: expected a scenario, found a placement study: it is for place"
    ) {
      try $0.write(study, to: "study.yaml")
    },
    Case(
      "places for a folder that holds something", "place study.yaml --into .",
      ".: expected a new or an empty folder for --into, found one with files, which --replace replaces"
    ) { try $0.write(study, to: "study.yaml") },
    Case(
      "losses with another number", "place tiny.yaml --without-each --beacons 3",
      "--without-each cannot be combined with --beacons; see 'beaconbench place --help'"),
    Case(
      "a folder for a comparison of objectives", "place study.yaml --objectives --into new",
      "--objectives cannot be combined with --into; see 'beaconbench place --help'"
    ) { try $0.write(study, to: "study.yaml") },
    Case(
      "a damaged folder of place", "plot chosen",
      "chosen/placement.json:1: expected the key study, found an empty map"
    ) { try $0.write("{}", to: "chosen/placement.json") },
    imported(
      "an open ring", ring("[0, 0], [0.001, 0], [0.001, 0.001], [0, 0.001]"),
      "plan.geojson:2: features[0].geometry.coordinates[0]: expected a closed ring, whose last position is its first, found one that ends elsewhere"
    ),
    imported(
      "a short ring", ring("[0, 0], [0.001, 0], [0, 0]"),
      "plan.geojson:2: features[0].geometry.coordinates[0]: expected a ring of four positions or more, found 3"
    ),
    imported(
      "metres", ring("[0, 0], [300, 0], [300, 200], [0, 0]"),
      "plan.geojson:2: features[0].geometry.coordinates[0][1]: expected [longitude, latitude] in degrees, found [300.0, 0.0]; --metres reads metres"
    ),
    Case(
      "IMDF without levels", "site import . --output new.yaml",
      ".: expected level.geojson with a level at least, found none"),
    Case(
      "an origin that is none", "site import plan.geojson --output new.yaml --origin 99,0",
      "--origin: expected LATITUDE,LONGITUDE in degrees, found 99,0; see 'beaconbench site import --help'"),
  ]
}
