import Documents
import Sites
import World

/// The unit of a plan's coordinates, by the member `crs` of GeoJSON of 2008, which later files do without.
enum GeoReference {
  /// Reference systems of the EPSG register whose unit is the metre and whose scale is within 0.1 % of 1 where they are used.
  private static let metric: Set<Int> = Set(32601...32660).union(32701...32760).union(25828...25838).union([
    2056, 2154, 3006, 27700, 28992, 31370,
  ])

  /// - Parameter reference: nil for a file without one, which is in degrees (RFC 7946, section 4).
  static func isInMetres(_ reference: Document?) throws(FileProblem) -> Bool {
    guard let reference, reference.content != .null else { return false }
    guard let name = try? reference["properties"].text("name") else {
      throw reference.problem(expected: "the name of a reference system")
    }
    if name.hasSuffix("CRS84") { return false }
    switch name.split(separator: ":").last.flatMap({ Int($0) }) {
    case 4326: return false
    case 3857, 900_913:
      throw reference.problem(
        expected: "a reference system of degrees or true metres", found: "\(name), whose metres are stretched"
      )
    case let code? where metric.contains(code): return true
    default:
      throw reference.problem(
        expected: "degrees (CRS84, EPSG:4326) or a known system of metres such as EPSG:32632 or EPSG:27700",
        found: "\(jsonText(name)); --metres reads metres whatever the file says")
    }
  }
}

/// The places of a plan in metres from the point [0, 0] of the site.
enum PlanProjection {
  case degrees(LocalProjection)
  case metres(from: GeoFeature.Position)

  /// Metres from the point [0, 0] to which a plan may reach: a projection is a plane there, and no site is larger.
  static let reach = 10_000.0

  /// The geographic position of the point [0, 0], where it is known.
  var origin: GeographicOrigin? {
    if case .degrees(let projection) = self { projection.origin } else { nil }
  }

  func point(_ place: GeoFeature.Position) -> Point {
    switch self {
    case .degrees(let projection): projection.point(longitude: place.x, latitude: place.y)
    case .metres(let zero): Point(x: place.x - zero.x, y: place.y - zero.y)
    }
  }

  /// - Parameters:
  ///   - features: those that determine the middle.
  ///   - origin: as the user gave it; nil for the middle of all places.
  init(_ features: [GeoFeature], of plan: GeoPlan, origin: GeographicOrigin?) throws(FileProblem) {
    let box = try PlanBox(features, file: plan.file)
    guard !plan.isInMetres else {
      if origin != nil {
        throw FileProblem(
          file: "--origin", expected: "a plan in degrees", found: "\(plan.file), which is in metres")
      }
      // A plan with a zero of its own keeps it.
      self = .metres(from: box.reach <= Self.reach ? GeoFeature.Position(x: 0, y: 0) : box.wholeMiddle)
      try checkReach(of: box, "metres", file: plan.file)
      return
    }
    let middle = PlanProjection.degrees(LocalProjection(origin: box.origin))
    try middle.checkReach(of: box, "degrees; --metres reads metres", file: plan.file)
    self = origin.map { .degrees(LocalProjection(origin: $0)) } ?? middle
    let away = point(box.middle).horizontalDistance(to: .zero)
    guard away <= Self.reach else {
      throw FileProblem(
        file: "--origin",
        expected:
          "a place within 10 km of the plan, whose middle is \(box.origin.latitude),\(box.origin.longitude)",
        found: "one \(Int(away / 1000)) km away")
    }
  }

  private func checkReach(of box: PlanBox, _ unit: String, file: String) throws(FileProblem) {
    let most = [box.low, box.high].map { point($0).horizontalDistance(to: point(box.middle)) }.max() ?? 0
    guard most <= Self.reach else {
      throw FileProblem(
        file: file, expected: "a plan within 10 km of its middle, with coordinates in \(unit)",
        found: "one that reaches \(Int(most / 1000)) km")
    }
  }
}

/// The box round all places of a plan.
private struct PlanBox {
  var low: GeoFeature.Position
  var high: GeoFeature.Position

  init(_ features: [GeoFeature], file: String) throws(FileProblem) {
    var box: PlanBox?
    for feature in features {
      feature.shape.forEachPlace { place in
        let (low, high) = (box?.low ?? place, box?.high ?? place)
        box = PlanBox(
          low: .init(x: min(low.x, place.x), y: min(low.y, place.y)),
          high: .init(x: max(high.x, place.x), y: max(high.y, place.y)))
      }
    }
    guard let box else { throw FileProblem(file: file, expected: "features with places", found: "none") }
    self = box
  }

  private init(low: GeoFeature.Position, high: GeoFeature.Position) { (self.low, self.high) = (low, high) }

  var middle: GeoFeature.Position { .init(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2) }
  var wholeMiddle: GeoFeature.Position { .init(x: middle.x.rounded(), y: middle.y.rounded()) }
  var origin: GeographicOrigin { GeographicOrigin(latitude: middle.y, longitude: middle.x) }
  /// The largest coordinate.
  var reach: Double { [low.x, low.y, high.x, high.y].map(\.magnitude).max() ?? 0 }
}

extension GeoFeature.Shape {
  func forEachPlace(_ body: (GeoFeature.Position) -> Void) {
    switch self {
    case .point(let place): body(place)
    case .line(let line): line.forEach(body)
    case .area(let rings, _): for ring in rings { ring.forEach(body) }
    case .none: break
    }
  }
}
