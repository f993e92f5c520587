import Sites
import TestSupport
import Testing
import World

/// Doors, walls and ways that a plan does not show; plans in metres, so that all numbers are worked by hand.
@Suite struct AssumedWaysTests {
  /// A room as a GeoJSON feature.
  private static func room(
    _ name: String, _ corners: [(Double, Double)], floor: Int = 0, type: String = "room"
  ) -> String {
    let ring = (corners + corners.prefix(1)).map { "[\($0.0), \($0.1)]" }.joined(separator: ", ")
    return """
      {"type": "Feature", "properties": {"type": "\(type)", "name": "\(name)", "floor": \(floor)}, "geometry":
      {"type": "Polygon", "coordinates": [[\(ring)]]}}
      """
  }

  private static func box(
    _ name: String, _ x: Double, _ y: Double, _ wide: Double, _ high: Double, floor: Int = 0
  )
    -> String
  {
    room(name, [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)], floor: floor)
  }

  private static func line(_ type: String, _ from: (Double, Double), _ to: (Double, Double)) -> String {
    """
    {"type": "Feature", "properties": {"type": "\(type)"}, "geometry":
    {"type": "LineString", "coordinates": [[\(from.0), \(from.1)], [\(to.0), \(to.1)]]}}
    """
  }

  private func walked(_ features: [String]) throws -> SiteImport {
    let folder = try TemporaryFolder()
    try folder.write(
      "{\"type\": \"FeatureCollection\", \"features\": [\(features.joined(separator: ",\n"))]}",
      to: "plan.geojson")
    var options = SiteImport.Options()
    (options.inMetres, options.assumedWalls) = (true, .heavy)
    return try SiteImport(contentsOf: folder.path("plan.geojson"), options: options)
  }

  /// Two rooms of 6 m by 4 m below a corridor of 12 m by 2.4 m.
  private static let wing = [box("a", 0, 0, 6, 4), box("b", 6, 0, 6, 4), box("corridor", 0, 4, 12, 2.4)]

  private func segments(_ site: Site) -> [(Point, Point)] {
    site.obstacles.compactMap { if case .wall(let from, let to) = $0.shape { (from, to) } else { nil } }
  }

  /// The rooms that the path of a site touches.
  private func reached(_ site: Site) -> Set<String> {
    let places = site.path?.middles(atMost: 0.1) ?? []
    return Set(places.compactMap { site.room(at: $0.position, floor: $0.floor).map { site.rooms[$0].name } })
  }

  @Test func `a room without a door gets one to the corridor, in the middle of the wall between them`() throws
  {
    let made = try walked(Self.wing)
    let site = made.site.site
    // The upper walls of both rooms have a gap of 0.9 m about x = 3 and x = 9, and the wall between the rooms has none.
    let upper = segments(site).filter { abs($0.0.y - 4) < 0.01 && abs($0.1.y - 4) < 0.01 }
    let ends = upper.flatMap { [$0.0.x, $0.1.x] }.sorted().map { ($0 * 100).rounded() / 100 }
    #expect(ends == [0, 2.55, 3.45, 6, 6, 8.55, 9.45, 12])
    #expect(
      segments(site).contains {
        abs($0.0.x - 6) < 0.01 && abs($0.1.x - 6) < 0.01 && $0.0.distance(to: $0.1) > 3.99
      })
    #expect(made.notes.contains { $0.contains("2 doors are assumed") })
    #expect(site.obstacles.allSatisfy { $0.loss == 6.9 })
    #expect(reached(site) == ["a", "b", "corridor"])
  }

  @Test func `a wall that two rooms share is one wall, also where a plan leaves out its thickness`() throws {
    let apart = [
      Self.box("a", 0, 0, 6, 4), Self.box("b", 6.3, 0, 6, 4), Self.box("corridor", 0, 4.3, 12.3, 2.4),
    ]
    for features in [Self.wing, apart] {
      let between = segments(try walked(features).site.site).filter {
        5.9...6.4 ~= $0.0.x && 5.9...6.4 ~= $0.1.x && $0.0.distance(to: $0.1) > 3
      }
      #expect(between.count == 1)
    }
  }

  @Test func `a gap in a wall of the plan is the door, and no walls are added`() throws {
    let walls = [
      Self.line("wall", (0, 4), (1, 4)), Self.line("wall", (2, 4), (12, 4)),
      Self.line("wall", (6, 0), (6, 4)),
    ]
    let made = try walked(Self.wing + walls)
    #expect(made.site.site.obstacles.count == 3)
    #expect(made.notes.contains { $0.contains("a door is assumed") })
    // From 2 m within a, 1.5 m above the floor's middle, through the gap to the middle of the corridor.
    let path = try #require(made.site.site.path)
    let crossing = path.edges.filter { edge in
      let (a, b) = (path.nodes[edge.from].position, path.nodes[edge.to].position)
      return min(a.y, b.y) < 4 && max(a.y, b.y) > 4 && abs(a.x - 1.5) < 0.01 && abs(b.x - 1.5) < 0.01
    }
    #expect(crossing.count == 1)
  }

  @Test func `a door of the plan is taken as it is drawn`() throws {
    let made = try walked(Self.wing + [Self.line("door", (6, 1), (6, 2)), Self.line("door", (7, 4), (8, 4))])
    #expect(!made.notes.contains { $0.contains("assumed in the middle") })
    #expect(reached(made.site.site) == ["a", "b", "corridor"])
  }

  @Test func `ways stay inside rooms whose corners turn inwards, and lead everywhere`() throws {
    // An L of 20 m by 3 m and 3 m by 20 m, and a room at each end.
    let corner: [(Double, Double)] = [(0, 0), (20, 0), (20, 3), (3, 3), (3, 20), (0, 20)]
    let made = try walked([
      Self.room("corridor", corner), Self.box("east", 20, 0, 4, 3), Self.box("north", 0, 20, 3, 4),
    ])
    let site = made.site.site
    let path = try #require(site.path)
    for place in path.middles(atMost: 0.2) {
      #expect(site.room(at: place.position, floor: 0) != nil, "\(place.position)")
    }
    #expect(reached(site) == ["corridor", "east", "north"])
    #expect(!ShortestRoutes(from: 0, on: path).costs.contains(.infinity))
    #expect(
      path.middles(atMost: 0.5).contains { $0.position.y > 15 }
        && path.middles(atMost: 0.5).contains { $0.position.x > 15 })
  }

  @Test func `floors without stairs are joined where their ways lie above each other, and that is said`()
    throws
  {
    let above = [Self.box("c", 0, 0, 6, 4, floor: 1), Self.box("d", 6, 0, 6, 4, floor: 1)]
    let made = try walked(Self.wing + above)
    let path = try #require(made.site.site.path)
    #expect(path.edges.count { $0.kind != .level } == 1)
    #expect(!ShortestRoutes(from: 0, on: path).costs.contains(.infinity))
    #expect(made.notes.contains { $0.hasPrefix("the plan shows no stairs between the floors 0 and 1") })
  }

  @Test func `a room that touches no other is left out, by name`() throws {
    let made = try walked(Self.wing + [Self.box("shed", 40, 0, 3, 3)])
    #expect(made.notes.contains("a room touches no other room of the rest, and no walk leads there: shed"))
    #expect(reached(made.site.site) == ["a", "b", "corridor"])
  }

  @Test func `a plan's own ways are kept`() throws {
    let made = try walked(Self.wing + [Self.line("path", (3, 2), (3, 5))])
    #expect(made.site.site.path?.edges.count == 1)
  }
}
