import Documents
import World

/// A feature of a GeoJSON file, with its places still in degrees (RFC 7946).
struct GeoFeature {
  enum Shape {
    case point(Position)
    case line([Position])
    /// The outer rings; holes are counted apart.
    case area([[Position]], holes: Int)
    case none
  }

  struct Position: Hashable {
    let longitude: Double
    let latitude: Double
  }

  let document: Document
  let id: String?
  let properties: Document
  let shape: Shape

  /// All features of a file, strictly.
  static func all(contentsOf path: String) throws(FileProblem) -> [GeoFeature] {
    let document = try Document(json: wholeText(of: path), file: path)
    guard case .object = document.content else {
      throw document.problem(expected: "a GeoJSON FeatureCollection")
    }
    switch try document.text("type") {
    case "FeatureCollection":
      return try document.elements("features").map { feature throws(FileProblem) in try GeoFeature(feature) }
    case "Feature": return [try GeoFeature(document)]
    default: throw try document["type"].problem(expected: "FeatureCollection or Feature")
    }
  }

  private init(_ feature: Document) throws(FileProblem) {
    guard try feature.text("type") == "Feature" else {
      throw try feature["type"].problem(expected: "Feature")
    }
    document = feature
    id = feature.optional("id").map(\.plain)
    let given = feature.optional("properties")
    properties = if case .object = given?.content { given ?? [:] } else { [:] }
    guard let geometry = feature.optional("geometry"), geometry.content != .null else {
      shape = .none
      return
    }
    let coordinates = try geometry["coordinates"]
    switch try geometry.text("type") {
    case "Point": shape = .point(try Position(coordinates))
    case "LineString": shape = .line(try Self.line(coordinates))
    case "Polygon":
      let rings = try Self.rings(coordinates)
      shape = .area([rings[0]], holes: rings.count - 1)
    case "MultiPolygon":
      var (outer, holes) = ([[Position]](), 0)
      for polygon in try coordinates.elements {
        let rings = try Self.rings(polygon)
        outer.append(rings[0])
        holes += rings.count - 1
      }
      shape = .area(outer, holes: holes)
    default: shape = .none
    }
  }

  private static func line(_ document: Document) throws(FileProblem) -> [Position] {
    let positions = try document.elements.map { position throws(FileProblem) in try Position(position) }
    guard positions.count >= 2 else { throw document.problem(expected: "a line of two positions or more") }
    return positions
  }

  private static func rings(_ document: Document) throws(FileProblem) -> [[Position]] {
    let rings = try document.elements.map { ring throws(FileProblem) -> [Position] in
      let positions = try ring.elements.map { position throws(FileProblem) in try Position(position) }
      guard positions.count >= 4 else {
        throw ring.problem(expected: "a ring of four positions or more", found: "\(positions.count)")
      }
      guard positions.first == positions.last else {
        throw ring.problem(
          expected: "a closed ring, whose last position is its first", found: "one that ends elsewhere")
      }
      return positions.dropLast().reduce(into: []) { kept, next in if kept.last != next { kept.append(next) }
      }
    }
    guard !rings.isEmpty else { throw document.problem(expected: "a ring at least") }
    return rings
  }

  /// A property as a text or a number; of names in several languages the first.
  func text(_ keys: String...) -> String? {
    for key in keys {
      switch properties.optional(key)?.content {
      case .text(let text) where !text.isEmpty: return text
      case .integer(let integer): return "\(integer)"
      case .object(let members):
        if case .text(let text) = members.first?.value.content, !text.isEmpty { return text }
      default: continue
      }
    }
    return nil
  }

  func number(_ keys: String...) -> Double? {
    for key in keys { if let number = try? properties.optional(key)?.number { return number } }
    return nil
  }

  func integer(_ keys: String...) -> Int? {
    for key in keys { if let integer = try? properties.optional(key)?.integer { return integer } }
    return nil
  }
}

extension GeoFeature.Position {
  init(_ document: Document) throws(FileProblem) {
    let numbers = try document.elements
    guard numbers.count >= 2 else { throw document.problem(expected: "[longitude, latitude]") }
    (longitude, latitude) = (try numbers[0].number, try numbers[1].number)
    guard -180...180 ~= longitude, -90...90 ~= latitude else {
      throw document.problem(
        expected: "[longitude, latitude] in degrees", found: "[\(longitude), \(latitude)]")
    }
  }
}
