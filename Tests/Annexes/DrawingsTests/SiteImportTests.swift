import Documents
import Drawings
import Foundation
import Sites
import TestSupport
import Testing
import World

/// The sample files are ours, by RFC 7946 and the feature types of Apple's Indoor Mapping Data Format 1.0.0.
@Suite struct SiteImportTests {
  private let origin = GeographicOrigin(latitude: 45, longitude: 9)

  /// By pyproj 3.6, `Geod(ellps='WGS84')`: a thousandth of a degree at 45° N, 9° E is 78.847 m of the parallel and 111.132 m of
  /// the meridian.
  @Test func `degrees become metres of the ellipsoid`() {
    let projection = LocalProjection(origin: origin)
    let point = projection.point(longitude: 9.001, latitude: 45.001)
    #expect(abs(point.x - 78.847) < 0.002 && abs(point.y - 111.132) < 0.002)
    #expect(projection.point(longitude: 9, latitude: 45) == .zero)
  }

  private func polygon(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> String {
    let corners = [(west, south), (east, south), (east, north), (west, north), (west, south)]
    let text = corners.map { "[\(9 + $0.0 / 1e4), \(45 + $0.1 / 1e4)]" }.joined(separator: ", ")
    return "{\"type\": \"Polygon\", \"coordinates\": [[\(text)]]}"
  }

  private func feature(_ id: String, _ properties: String, _ geometry: String) -> String {
    "{\"type\": \"Feature\", \"id\": \"\(id)\", \"properties\": {\(properties)}, \"geometry\": \(geometry)}"
  }

  private func collection(_ features: [String]) -> String {
    "{\"type\": \"FeatureCollection\", \"features\": [\(features.joined(separator: ",\n"))]}"
  }

  @Test func `GeoJSON gives rooms, walls, ways, beacons and test points, and what is not used is counted`()
    throws
  {
    let folder = try TemporaryFolder()
    func line(_ kind: String) -> String {
      feature(
        "l", "\"type\": \"\(kind)\"",
        "{\"type\": \"LineString\", \"coordinates\": [[9.0001, 45.0001], [9.0003, 45.0001]]}")
    }
    func point(_ properties: String) -> String {
      feature("p", properties, "{\"type\": \"Point\", \"coordinates\": [9.0002, 45.0001]}")
    }
    try folder.write(
      collection([
        feature("r", "\"name\": \"hall\"", polygon(0, 0, 4, 2)), line("wall"), line("path"),
        point("\"type\": \"testPoint\""),
        point(
          "\"name\": \"b1\", \"uuid\": \"2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21\", \"major\": 1, \"minor\": 7, "
            + "\"height\": 3"),
        line("drain"), feature("n", "", "null"),
      ]), to: "plan.geojson")
    var options = SiteImport.Options()
    options.origin = origin
    let made = try SiteImport(contentsOf: folder.path("plan.geojson"), options: options)
    let site = made.site.site
    #expect(site.name == "plan" && site.rooms.map(\.name) == ["hall"])
    #expect(site.obstacles.count == 1 && site.path?.edges.count == 1 && site.testPoints.count == 1)
    #expect(site.anchors.map(\.id) == ["b1"] && site.anchors[0].position.z == 3)
    // 2e-4 degrees of longitude are 15.769 m.
    #expect(abs(site.anchors[0].position.x - 15.769) < 0.002)
    #expect(made.unused.map(\.what) == ["features of the type drain", "features without a shape that fits"])
  }

  /// Two rooms of 39 m by 22 m side by side and a walkway south of them, on each of two levels; doors from the rooms to the
  /// walkway, and stairs in it.
  private func venue() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    var units: [String] = []
    var doors: [String] = []
    for level in 0...1 {
      let here = "\"level_id\": \"L\(level)\""
      units += [
        feature(
          "a\(level)", "\"category\": \"room\", \"name\": {\"en\": \"A\(level)\"}, \(here)",
          polygon(0, 2, 5, 4)),
        feature(
          "b\(level)", "\"category\": \"room\", \"name\": {\"en\": \"B\(level)\"}, \(here)",
          polygon(5, 2, 10, 4)),
        feature("w\(level)", "\"category\": \"walkway\", \"name\": null, \(here)", polygon(0, 0, 10, 2)),
        feature("s\(level)", "\"category\": \"stairs\", \"name\": null, \(here)", polygon(10, 0, 11, 2)),
      ]
      for (west, south, east, north) in [(2.0, 2.0, 2.2, 2.0), (7, 2, 7.2, 2), (10, 1, 10, 1.2)] {
        doors.append(
          feature(
            "d", "\"category\": \"pedestrian\", \(here)",
            "{\"type\": \"LineString\", \"coordinates\": [[\(9 + west / 1e4), \(45 + south / 1e4)], [\(9 + east / 1e4), \(45 + north / 1e4)]]}"
          ))
      }
    }
    try folder.write(
      collection((0...1).map { feature("L\($0)", "\"ordinal\": \($0)", polygon(0, 0, 11, 4)) }),
      to: "level.geojson")
    try folder.write(collection(units), to: "unit.geojson")
    try folder.write(collection(doors), to: "opening.geojson")
    try folder.write(
      collection([
        feature("t", "\"unit_id\": \"a1\"", "{\"type\": \"Point\", \"coordinates\": [9.0002, 45.0003]}")
      ]), to: "anchor.geojson")
    return folder
  }

  @Test func `doors of IMDF join the units on their sides, and leave gaps in walls that stand once`() throws {
    let folder = try venue()
    var options = SiteImport.Options()
    options.origin = origin
    let made = try SiteImport(contentsOf: folder.path, options: options)
    let site = made.site.site
    #expect(site.floors == [Floor(level: 0, elevation: 0), Floor(level: 1, elevation: 3.5)])
    #expect(site.rooms.count == 8 && site.testPoints.map(\.floor) == [1])
    let path = try #require(site.path)
    // On each floor three doors with two ways each, and one pair of stairs.
    #expect(path.edges.count { $0.kind == .level } == 12 && path.edges.count { $0.kind != .level } == 1)
    // The wall between the rooms stands once: two lines of its length would be 2 x 22.2 m.
    let between = site.obstacles.filter { obstacle in
      guard case .wall(let from, let to) = obstacle.shape else { return false }
      return obstacle.floor == 0 && abs(from.x - to.x) < 0.01 && abs(from.x - 39.42) < 0.1
    }
    #expect(between.count == 1)
    // A door is a gap: a straight way through its middle crosses no wall.
    let door = Point(x: 2.1 * 7.8847, y: 2 * 11.1132)
    #expect(
      !site.obstacles.contains {
        $0.floor == 0 && $0.blocks(door + Point(x: 0, y: -1), door + Point(x: 0, y: 1))
      })
    #expect(made.notes.contains { $0.contains("3.5 m apart") })
  }

  /// By the member crs (EPSG:27700 counts in metres), by the option, and far from and near its own zero.
  @Test func `a plan in metres keeps them, and its zero where that is near`() throws {
    let folder = try TemporaryFolder()
    let crs = #""crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::27700"}}, "#
    func plan(_ x: Double, _ y: Double, _ crs: String = "") -> String {
      let wall = feature(
        "w", "", "{\"type\": \"LineString\", \"coordinates\": [[\(x), \(y)], [\(x + 8), \(y + 4)]]}")
      return collection([wall]).replacing("\"features\"", with: crs + "\"features\"", maxReplacements: 1)
    }
    func wall(_ text: String, inMetres: Bool) throws -> (shape: Obstacle.Shape?, notes: [String]) {
      try folder.write(text, to: "plan.geojson")
      var options = SiteImport.Options()
      options.inMetres = inMetres
      let made = try SiteImport(contentsOf: folder.path("plan.geojson"), options: options)
      #expect(made.site.origin == nil)
      return (made.site.site.obstacles.first?.shape, made.notes)
    }
    let far = try wall(plan(532_000, 181_000, crs), inMetres: false)
    #expect(far.shape == .wall(from: Point(x: -4, y: -2), to: Point(x: 4, y: 2)))
    #expect(far.notes.contains("the point [0, 0] of the site is [532004, 181002] of the plan"))
    let near = try wall(plan(12, 3), inMetres: true)
    #expect(near.shape == .wall(from: Point(x: 12, y: 3), to: Point(x: 20, y: 7)))
  }

  @Test func `a name is cut to 200 characters, as in other drawings`() throws {
    let folder = try TemporaryFolder()
    let corners = "[[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]]]"
    let room = feature(
      "r", "\"indoor\": \"room\", \"name\": \"\(String(repeating: "a", count: 100_000))\"",
      "{\"type\": \"Polygon\", \"coordinates\": \(corners)}")
    try folder.write(collection([room]), to: "plan.geojson")
    var options = SiteImport.Options()
    options.inMetres = true
    let made = try SiteImport(contentsOf: folder.path("plan.geojson"), options: options)
    #expect(made.site.site.rooms.map(\.name) == [String(repeating: "a", count: 200)])
  }

  /// A room of k corners makes 4 + 3k values of a site: itself, its name, its floor, the list, and each corner with two numbers.
  @Test func `a plan that makes a site too large to read is refused, and one within the limit reads back`()
    throws
  {
    let folder = try TemporaryFolder()
    func rooms(_ count: Int, corners: Int) -> String {
      collection(
        (0..<count).map { index in
          let (x, y) = (9 + Double(index % 70) / 1e4, 45 + Double(index / 70) / 1e4)
          let ring = (0...corners).map { corner -> String in
            let turn = Double(corner % corners) / Double(corners) * 2 * .pi
            return "[\(x + 3e-5 * cos(turn)), \(y + 3e-5 * sin(turn))]"
          }
          return feature(
            "r", "", "{\"type\": \"Polygon\", \"coordinates\": [[\(ring.joined(separator: ","))]]}")
        })
    }
    try folder.write(rooms(5000, corners: 13), to: "large.geojson")
    let problem = try #require(throws: FileProblem.self) {
      try SiteImport(contentsOf: folder.path("large.geojson"))
    }
    #expect(problem.expected == "a plan that makes a site of at most 200000 values")
    try folder.write(rooms(4900, corners: 12), to: "plan.geojson")
    let made = try SiteImport(contentsOf: folder.path("plan.geojson"))
    try folder.write(made.site.document.yaml, to: "site.yaml")
    #expect(try SiteFile(contentsOf: folder.path("site.yaml")).site == made.site.site)
  }

  @Test func `names become such as a site may have, each once`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      collection(
        ["Ward 1", "Ward 1", "Küche", "‹›"].enumerated().map { index, name in
          feature("r", "\"name\": \"\(name)\"", polygon(Double(index), 0, Double(index) + 1, 2))
        }), to: "plan.geojson")
    let site = try SiteImport(contentsOf: folder.path("plan.geojson")).site.site
    #expect(site.rooms.map(\.name) == ["Ward-1", "Ward-1-2", "K-che", "room"])
    #expect(site.anchors.map(\.id) == ["placeholder"])
  }

  @Test func `what is invented, renamed or left out is counted`() throws {
    let folder = try TemporaryFolder()
    func point(_ properties: String) -> String {
      feature("p", properties, "{\"type\": \"Point\", \"coordinates\": [9.0002, 45.0001]}")
    }
    try folder.write(
      collection([
        feature("r", "\"name\": \"Ward 1\"", polygon(0, 0, 4, 2)),
        feature(
          "w", "\"loss\": 12",
          "{\"type\": \"LineString\", \"coordinates\": [[9.0001, 45.0001], [9.0003, 45.0001]]}"),
        point("\"type\": \"testPoint\", \"name\": \"door\""), point("\"name\": \"b1\""),
        point("\"name\": \"b2\", \"address\": \"AA:BB:CC:DD:EE:FF\""),
      ]), to: "plan.geojson")
    let made = try SiteImport(contentsOf: folder.path("plan.geojson"))
    #expect(
      made.notes == [
        "1 beacon has no identity in the plan: the site gives the UUID BEAC0BE4-C000-4000-8000-000000000000, major 0 and the "
          + "place in the list as minor", "1 room is renamed, such as Ward 1 to Ward-1",
      ])
    #expect(made.unused.map(\.what) == ["losses of walls", "names of test points"])
    #expect(made.unused.map(\.count) == [1, 1])
  }

  @Test func `a table of beacons may be in degrees`() throws {
    let folder = try TemporaryFolder()
    try folder.write("id,longitude,latitude,height_m\none,9,45,3\ntwo,9.001,45,2\n", to: "b.csv")
    let site = try SiteImport(contentsOf: folder.path("b.csv")).site.site
    #expect(site.anchors.map(\.id) == ["one", "two"])
    #expect(abs(site.anchors[1].position.x - 78.847) < 0.002 && site.anchors[1].position.z == 2)
  }
}
