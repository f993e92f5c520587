import Documents
import Sites
import World

extension SiteDraft {
  /// The units, openings, levels, fixtures, anchors and amenities of an unpacked archive of Apple's Indoor Mapping Data Format.
  ///
  /// Levels become floors by their ordinals, units rooms, the sides of units walls except where an opening lies on them or
  /// where both sides are walkways, openings doors that join the middles of the units on their sides, anchors and amenities test
  /// points. Fixtures of the category wall become walls.
  mutating func readIMDF(
    _ folder: String, origin: GeographicOrigin?, storey: Double
  ) throws(FileProblem) -> GeographicOrigin? {
    var archive = IMDFArchive(folder: folder)
    guard let levels = try archive.features("level"), !levels.isEmpty else {
      throw FileProblem(file: folder, expected: "level.geojson with a level at least", found: "none")
    }
    guard let units = try archive.features("unit") else {
      throw FileProblem(file: folder, expected: "unit.geojson", found: "none")
    }
    let plan = GeoPlan(file: folder, isInMetres: false, features: units + levels)
    let projection = try PlanProjection(plan.features, of: plan, origin: origin)
    for level in levels {
      let ordinal = try archive.addLevel(level)
      floors[ordinal] = Double(ordinal) * storey
    }
    notes.append("IMDF has no heights: floors are taken to be \(storey) m apart")
    for unit in units { add(unit, floor: try archive.addUnit(unit), projection) }
    try readOpenings(archive, projection)
    try readFixtures(archive, projection)
    for name in ["anchor", "amenity"] { try readTestPoints(name, archive, projection) }
    for name in Self.unusedFiles {
      for _ in try archive.features(name) ?? [] { leaveOut("features of \(name).geojson") }
    }
    try checkLimits(of: folder)
    try addWallsOfUnits(folder)
    return projection.origin
  }

  /// The files of an archive that say nothing of a site.
  private static let unusedFiles = [
    "address", "building", "detail", "footprint", "geofence", "kiosk", "occupant", "relationship", "section",
    "venue",
  ]

  private mutating func readOpenings(
    _ archive: IMDFArchive, _ projection: PlanProjection
  ) throws(FileProblem) {
    for opening in try archive.features("opening") ?? [] {
      guard case .line(let line) = opening.shape, let level = try archive.floor(of: opening) else {
        leaveOut("openings without a line or a level")
        continue
      }
      openings.append(
        Line(from: projection.point(line[0]), to: projection.point(line[line.count - 1]), floor: level))
    }
  }

  private mutating func readFixtures(
    _ archive: IMDFArchive, _ projection: PlanProjection
  ) throws(FileProblem) {
    for fixture in try archive.features("fixture") ?? [] {
      guard fixture.text("category") == "wall", case .area(let rings, _) = fixture.shape,
        let level = try archive.floor(of: fixture), let axis = Self.axis(of: rings[0].map(projection.point))
      else {
        leaveOut("fixtures other than walls")
        continue
      }
      walls.append(Line(from: axis.from, to: axis.to, floor: level))
    }
  }

  private mutating func readTestPoints(
    _ name: String, _ archive: IMDFArchive, _ projection: PlanProjection
  ) throws(FileProblem) {
    for feature in try archive.features(name) ?? [] {
      let unit = feature.text("unit_id") ?? Self.firstUnit(of: feature)
      let own = try archive.floor(of: feature)
      guard case .point(let place) = feature.shape, let level = own ?? archive.floor(ofUnit: unit) else {
        leaveOut("\(name == "anchor" ? "anchors" : "amenities") without a place or a unit")
        continue
      }
      testPoints.append((projection.point(place), level))
    }
  }

  private mutating func add(_ unit: GeoFeature, floor: Int, _ projection: PlanProjection) {
    guard case .area(let rings, let holes) = unit.shape else {
      leaveOut("units without an area")
      return
    }
    if holes > 0 { leaveOut("holes of units") }
    let category = unit.text("category") ?? "room"
    guard category != "opentobelow" else {
      leaveOut("units that are open to the floor below")
      return
    }
    for ring in rings {
      var area = Area(
        name: unit.text("name", "alt_name") ?? category, corners: ring.map(projection.point), floor: floor)
      area.isWalkable = !["structure", "unenclosedarea", "unspecified"].contains(category)
      area.isCorridor = category == "walkway"
      area.isWalled = !["walkway", "foodservice", "unenclosedarea", "lobby"].contains(category)
      area.leads =
        switch category {
        case "stairs", "escalator", "ramp", "steps": .byStairs
        case "elevator": .byLift
        default: .nowhere
        }
      areas.append(area)
    }
  }

  private static func firstUnit(of feature: GeoFeature) -> String? {
    (try? feature.properties.optional("unit_ids")?.elements.first?.text) ?? nil
  }

  /// The middle line of a long area, along its longest side.
  private static func axis(of corners: [Point]) -> (from: Point, to: Point)? {
    guard corners.count == 4 else { return nil }
    let first = corners[0].horizontalDistance(to: corners[1]) >= corners[1].horizontalDistance(to: corners[2])
    let c = first ? corners : Array(corners[1...]) + [corners[0]]
    let (from, to) = (c[0].moved(towards: c[3], by: 0.5), c[1].moved(towards: c[2], by: 0.5))
    return from.horizontalDistance(to: to) >= 0.001 ? (from, to) : nil
  }

  /// The sides of walled units, each once, without the parts on which an opening lies.
  ///
  /// - Parameter thickness: metres within which sides of two units are one wall.
  mutating func addWallsOfUnits(_ folder: String, thickness: Double = 0.2) throws(FileProblem) {
    for area in areas where area.isWalled {
      for (from, to) in zip(area.corners, area.corners.dropFirst() + [area.corners[0]]) {
        let side = Line(from: from, to: to, floor: area.floor)
        let covered = [openings, walls].flatMap { lines in
          lines.lazy.filter { $0.floor == area.floor }.compactMap {
            side.part(coveredBy: $0, within: thickness)
          }
        }
        walls += side.without(covered)
      }
      try checkLimits(of: folder)
    }
  }
}

extension SiteDraft.Line {
  /// The metres of this line along which another lies on it, within a distance; nil where it does not.
  func part(coveredBy other: SiteDraft.Line, within distance: Double = 0.2) -> ClosedRange<Double>? {
    let along = (to - from).horizontalDirection
    func place(_ point: Point) -> (along: Double, off: Double) {
      let offset = point - from
      return (offset.x * along.x + offset.y * along.y, abs(offset.x * along.y - offset.y * along.x))
    }
    let (a, b) = (place(other.from), place(other.to))
    guard a.off < distance, b.off < distance else { return nil }
    let (low, high) = (max(min(a.along, b.along), 0), min(max(a.along, b.along), length))
    return low < high ? low...high : nil
  }

  /// The rest without some parts, in pieces longer than 0.1 m.
  func without(_ parts: [ClosedRange<Double>]) -> [SiteDraft.Line] {
    var (pieces, start) = ([SiteDraft.Line](), 0.0)
    func add(until end: Double) {
      guard end - start > 0.1 else { return }
      pieces.append(
        SiteDraft.Line(
          from: from.moved(towards: to, by: start / length), to: from.moved(towards: to, by: end / length),
          floor: floor))
    }
    for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      add(until: part.lowerBound)
      start = max(start, part.upperBound)
    }
    add(until: length)
    return pieces
  }
}

/// The files of an unpacked archive, and the floors on which its levels and units lie.
private struct IMDFArchive {
  let folder: String
  /// By the id of a level.
  private var ordinals: [String: Int] = [:]
  /// By the id of a unit.
  private var floorOfUnit: [String: Int] = [:]

  init(folder: String) { self.folder = folder }

  /// The features of one file; nil where there is no such file.
  func features(_ name: String) throws(FileProblem) -> [GeoFeature]? {
    let path = "\(folder)/\(name).geojson"
    guard Entry(following: path) != nil else { return nil }
    try checkIsPlain(path)
    return try GeoFeature.all(contentsOf: path, inMetres: false).features
  }

  /// - Returns: its ordinal, which is the number of a floor.
  mutating func addLevel(_ level: GeoFeature) throws(FileProblem) -> Int {
    guard let ordinal = level.integer("ordinal") else {
      throw level.properties.problem(expected: "the key ordinal", found: "none")
    }
    guard let id = level.id else { throw level.document.problem(expected: "the key id", found: "none") }
    ordinals[id] = ordinal
    return ordinal
  }

  /// - Returns: the floor on which it lies.
  mutating func addUnit(_ unit: GeoFeature) throws(FileProblem) -> Int {
    guard let level = try floor(of: unit) else {
      throw unit.properties.problem(expected: "the key level_id", found: "none")
    }
    if let id = unit.id { floorOfUnit[id] = level }
    return level
  }

  /// The floor of a feature's level; nil where the feature names none.
  func floor(of feature: GeoFeature) throws(FileProblem) -> Int? {
    guard let id = feature.text("level_id") else { return nil }
    if let ordinal = ordinals[id] { return ordinal }
    throw (feature.properties.optional("level_id") ?? feature.document).problem(
      expected: "the id of a level of level.geojson")
  }

  func floor(ofUnit id: String?) -> Int? { id.flatMap { floorOfUnit[$0] } }
}
