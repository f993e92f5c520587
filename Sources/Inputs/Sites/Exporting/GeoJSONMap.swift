public import Documents
import Foundation
public import World

/// A map of what happened on a site, as a FeatureCollection of GeoJSON.
///
/// Source: RFC 7946: longitude before latitude, in degrees of WGS 84 with at most seven decimals (11.2); rings are closed, the outer
/// one counter-clockwise (3.1.6). Heights above the ellipsoid are unknown, so that positions have no third number.
public struct GeoJSONMap: Sendable {
  /// The properties of a feature; nil for one that it does not have.
  public typealias Properties = KeyValuePairs<String, Document?>

  private let projection: LocalProjection
  private let name: String
  private var features = ""

  /// A map with the rooms, beacons and test points of a site.
  ///
  /// - Parameters:
  ///   - origin: where the site's [0, 0] lies; nil where that is unknown.
  ///   - file: the site's file or name, for the error.
  /// - Throws: ``World/FileProblem`` without an origin, and for one at a pole, where longitudes have no meaning.
  public init(of site: Site, origin: GeographicOrigin?, file: String) throws(FileProblem) {
    guard let origin, abs(origin.latitude) <= 89.9 else {
      throw FileProblem(
        file: file, place: .key("origin"),
        expected: "latitude and longitude of the point [0, 0], for --geojson",
        found: origin == nil ? "none" : "a pole")
    }
    projection = LocalProjection(origin: origin)
    name = site.name
    for room in site.rooms {
      add(area: room.corners, ["kind": "room", "name": Document(room.name), "floor": Document(room.floor)])
    }
    for anchor in site.anchors where !anchor.isMobile {
      add(
        anchor.position,
        [
          "kind": anchor.identity == nil ? "receiver" : "beacon", "name": Document(anchor.id),
          "floor": Document(anchor.floor), "height_m": Document(anchor.position.z),
        ])
    }
    for point in site.testPoints {
      add(
        point.position,
        ["kind": "testPoint", "name": Document("\(point.id)"), "floor": Document(point.floor)])
    }
  }

  /// Adds a place in metres on the plan.
  public mutating func add(_ place: Point, _ properties: Properties) {
    add("\"Point\",\"coordinates\":\(coordinates(of: place))", properties)
  }

  /// Adds an area by its corners, in either direction.
  private mutating func add(area corners: [Point], _ properties: Properties) {
    var twice = 0.0
    for (from, to) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      twice += from.x * to.y - to.x * from.y
    }
    let ring = twice < 0 ? corners.reversed() : corners
    let places = (ring + ring.prefix(1)).map { coordinates(of: $0) }.joined(separator: ",")
    add("\"Polygon\",\"coordinates\":[[\(places)]]", properties)
  }

  private mutating func add(_ geometry: String, _ properties: Properties) {
    let members = properties.compactMap { name, value in value.map { Document.Member(key: name, value: $0) } }
    features += features.isEmpty ? "\n" : ",\n"
    features +=
      "{\"type\":\"Feature\",\"geometry\":{\"type\":\(geometry)},\"properties\":\(Document(members).json)}"
  }

  /// Seven decimals are a centimetre.
  private func coordinates(of place: Point) -> String {
    let (longitude, latitude) = projection.place(of: place)
    return "[\(Self.rounded(longitude)),\(Self.rounded(latitude))]"
  }

  private static func rounded(_ degrees: Double) -> String {
    // Never in the form 5e-07, which not every reader takes.
    let units = Int((degrees * 1e7).rounded())
    let (whole, rest) = (abs(units) / 10_000_000, abs(units) % 10_000_000)
    let decimals = String(rest + 10_000_000).dropFirst()
    return (units < 0 ? "-" : "") + "\(whole).\(decimals)"
  }

  /// The whole file.
  public var text: String {
    "{\"type\":\"FeatureCollection\",\"name\":\(Document(name).json),\"features\":[\(features)\n]}\n"
  }

  /// A moment as RFC 3339 has it, in UTC, for programs that show times.
  ///
  /// - Parameter seconds: since 1970.
  public static func moment(_ seconds: Double) -> Document {
    Document(
      Date(timeIntervalSince1970: seconds).formatted(
        .iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .omitted)))
  }
}
