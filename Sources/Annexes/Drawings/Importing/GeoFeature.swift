import Documents
import Sites
import World

/// A feature of a GeoJSON file, with its places as they stand there (RFC 7946).
struct GeoFeature {
  enum Shape {
    case point(Position)
    case line([Position])
    /// The outer rings; holes are counted apart.
    case area([[Position]], holes: Int)
    case none
  }

  /// Degrees of longitude and latitude, or metres to the east and north.
  struct Position: Hashable {
    let x: Double
    let y: Double
  }

  let document: Document
  let id: String?
  let properties: Document
  let shape: Shape

  /// All features of a file, strictly.
  ///
  /// - Parameter inMetres: whether coordinates are metres whatever the file says; otherwise its `crs` tells, and without one
  ///   they are degrees.
  static func all(contentsOf path: String, inMetres: Bool) throws(FileProblem) -> GeoPlan {
    let document = try Document(
      json: wholeText(of: path, atMost: SiteLimits.planOctets), file: path, most: SiteLimits.planValues)
    guard case .object = document.content else {
      throw document.problem(expected: "a GeoJSON FeatureCollection")
    }
    let isInMetres = inMetres ? true : try GeoReference.isInMetres(document.optional("crs"))
    let features: [Document]
    switch try document.text("type") {
    case "FeatureCollection": features = try document.elements("features")
    case "Feature": features = [document]
    default: throw try document["type"].problem(expected: "FeatureCollection or Feature")
    }
    return GeoPlan(
      file: path, isInMetres: isInMetres, features: try all(of: features, isInMetres: isInMetres))
  }

  /// Features that have been read.
  static func all(of features: [Document], isInMetres: Bool) throws(FileProblem) -> [GeoFeature] {
    try features.map { feature throws(FileProblem) in
      try GeoFeature(feature, GeoReader(isInMetres: isInMetres))
    }
  }

  private init(_ feature: Document, _ reader: GeoReader) throws(FileProblem) {
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
    case "Point": shape = .point(try reader.position(coordinates))
    case "LineString": shape = .line(try reader.line(coordinates))
    case "Polygon":
      let rings = try reader.rings(coordinates)
      shape = .area([rings[0]], holes: rings.count - 1)
    case "MultiPolygon":
      var (outer, holes) = ([[Position]](), 0)
      for polygon in try coordinates.elements {
        let rings = try reader.rings(polygon)
        outer.append(rings[0])
        holes += rings.count - 1
      }
      shape = .area(outer, holes: holes)
    default: shape = .none
    }
  }

  /// Characters of a property, as of the texts of drawings.
  private static let longest = 200

  /// A property as a text or a number; of names in several languages the first.
  func text(_ keys: String...) -> String? {
    for key in keys {
      switch properties.optional(key)?.content {
      case .text(let text) where !text.isEmpty: return String(text.prefix(Self.longest))
      case .integer(let integer): return "\(integer)"
      case .object(let members):
        if case .text(let text) = members.first?.value.content, !text.isEmpty {
          return String(text.prefix(Self.longest))
        }
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

/// The features of a file, and in which unit their places are.
struct GeoPlan {
  let file: String
  let isInMetres: Bool
  let features: [GeoFeature]
}

/// Reads coordinates.
private struct GeoReader {
  typealias Position = GeoFeature.Position

  let isInMetres: Bool

  func position(_ document: Document) throws(FileProblem) -> Position {
    let expected = isInMetres ? "[x, y] in metres" : "[longitude, latitude] in degrees"
    let numbers = try document.elements
    guard numbers.count >= 2 else { throw document.problem(expected: expected) }
    let (x, y) = (try numbers[0].number, try numbers[1].number)
    guard isInMetres || -180...180 ~= x && -90...90 ~= y else {
      throw document.problem(expected: expected, found: "[\(x), \(y)]; --metres reads metres")
    }
    guard x.magnitude <= 1e8, y.magnitude <= 1e8 else {
      throw document.problem(expected: expected + ", at most 1e8", found: "[\(x), \(y)]")
    }
    return Position(x: x, y: y)
  }

  func line(_ document: Document) throws(FileProblem) -> [Position] {
    let positions = try document.elements.map { position throws(FileProblem) in try self.position(position) }
    guard positions.count >= 2 else { throw document.problem(expected: "a line of two positions or more") }
    return positions
  }

  func rings(_ document: Document) throws(FileProblem) -> [[Position]] {
    let rings = try document.elements.map { ring throws(FileProblem) -> [Position] in
      let positions = try ring.elements.map { position throws(FileProblem) in try self.position(position) }
      guard positions.count <= SiteLimits.corners + 1 else {
        throw ring.problem(
          expected: "a ring of at most \(SiteLimits.corners) corners", found: "\(positions.count - 1)")
      }
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
}
