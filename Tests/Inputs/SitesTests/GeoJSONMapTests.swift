import Documents
import Foundation
import Sites
import Testing
import World

/// Maps by the rules of RFC 7946.
struct GeoJSONMapTests {
  private static let corners = [
    Point(x: 0, y: 0), Point(x: 0, y: 1000), Point(x: 1000, y: 1000), Point(x: 1000, y: 0),
  ]
  private static let site = Site(
    name: "hall", testPoints: [TestPoint(id: 7, position: Point(x: 1000, y: 0))],
    rooms: [
      Room(name: "clockwise", corners: corners), Room(name: "the other way", corners: corners.reversed()),
    ],
    anchors: [
      Anchor(
        id: "b1", identity: .address(DeviceAddress(octets: 1, isRandom: false)),
        position: Point(x: 0, y: 1000, z: 2)),
      Anchor(id: "r1", identity: nil, position: Point(x: -1000, y: 0)),
    ])

  private struct Feature {
    let kind: String
    let geometry: String
    let coordinates: Document
    let properties: Document
  }

  private func features(_ map: GeoJSONMap) throws -> [Feature] {
    let document = try Document(json: map.text, file: "map")
    #expect(try document.text("type") == "FeatureCollection")
    // Coordinates are those of WGS 84 only (section 4).
    #expect(document.optional("crs") == nil)
    return try document.elements("features").map { feature in
      #expect(try feature.text("type") == "Feature")
      let geometry = try feature["geometry"]
      return Feature(
        kind: try feature["properties"].text("kind"), geometry: try geometry.text("type"),
        coordinates: try geometry["coordinates"], properties: try feature["properties"])
    }
  }

  private func map(latitude: Double = 0, longitude: Double = 0) throws -> GeoJSONMap {
    try GeoJSONMap(
      of: Self.site, origin: GeographicOrigin(latitude: latitude, longitude: longitude), file: "site.yaml")
  }

  /// On the equator of WGS 84 a degree of longitude is 111319.491 m and one of latitude 110574.276 m.
  @Test func `longitude stands before latitude, with seven decimals`() throws {
    let text = try map().text
    #expect(text.contains("{\"type\":\"Point\",\"coordinates\":[0.0000000,0.0090437]}"))
    #expect(text.contains("{\"type\":\"Point\",\"coordinates\":[0.0089832,0.0000000]}"))
    #expect(text.contains("{\"type\":\"Point\",\"coordinates\":[-0.0089832,0.0000000]}"))
    let numbers = text.matches(of: /-?\d+\.(\d+)[,\]]/).filter { $0.1.count > 3 }
    #expect(numbers.count == 2 * (3 + 2 * 5) && numbers.allSatisfy { $0.1.count == 7 })
  }

  @Test func `rings are closed and run counter-clockwise, whichever way the site lists their corners`() throws
  {
    let rooms = try features(map()).filter { $0.kind == "room" }
    #expect(rooms.count == 2)
    for room in rooms {
      #expect(room.geometry == "Polygon")
      let rings = try room.coordinates.elements
      #expect(rings.count == 1)
      let ring = try rings[0].elements.map { try $0.elements.map { try $0.number } }
      #expect(ring.count == 5 && ring.first == ring.last)
      let area = zip(ring, ring.dropFirst()).reduce(0) { $0 + $1.0[0] * $1.1[1] - $1.1[0] * $1.0[1] }
      #expect(area > 0)
    }
  }

  @Test func `features say what they are, and leave out what they do not have`() throws {
    var map = try map()
    map.add(Point(x: 1, y: 2), ["kind": "fix", "time_s": 3.5, "walker": nil])
    let features = try features(map)
    #expect(features.map(\.kind) == ["room", "room", "beacon", "receiver", "testPoint", "fix"])
    #expect(features[5].properties == ["kind": "fix", "time_s": 3.5])
    #expect(try features[2].properties.number("height_m") == 2)
  }

  @Test func `longitudes beyond the date line continue on its other side`() throws {
    let features = try features(map(longitude: 179.995))
    let east = try #require(features.first { $0.kind == "testPoint" })
    #expect(try east.coordinates.elements[0].number == -179.9960168)
  }

  @Test func `a site without an origin, or at a pole, is refused in a sentence`() throws {
    let error = #expect(throws: FileProblem.self) {
      try GeoJSONMap(of: Self.site, origin: nil, file: "site.yaml")
    }
    #expect(
      error?.description
        == "site.yaml: origin: expected latitude and longitude of the point [0, 0], for --geojson, found none"
    )
    let pole = #expect(throws: FileProblem.self) { try map(latitude: -90) }
    #expect(pole?.found == "a pole")
  }

  @Test func `moments are in UTC, as RFC 3339 writes them`() {
    #expect(GeoJSONMap.moment(1_700_000_000.5) == "2023-11-14T22:13:20.500Z")
  }

  @Test(arguments: [-60.0, 0, 43.4688, 80]) func `a place on the plan comes back from its degrees`(
    latitude: Double
  ) {
    let projection = LocalProjection(origin: GeographicOrigin(latitude: latitude, longitude: -79.6984))
    let place = projection.place(of: Point(x: 123.4, y: -567.8))
    let back = projection.point(longitude: place.longitude, latitude: place.latitude)
    #expect(back.horizontalDistance(to: Point(x: 123.4, y: -567.8)) < 1e-6)
  }
}
