import Documents
import Rendering
package import Sites
package import World

extension SiteImport {
  /// - Parameters:
  ///   - path: a GeoJSON file, a folder with the files of an IMDF archive, a DXF or SVG drawing, or a table in CSV.
  ///   - options: what the plan does not say itself, such as its origin.
  package init(contentsOf path: String, options: Options = Options()) throws(FileProblem) {
    var draft = SiteDraft()
    var origin = try draft.read(contentsOf: path, options)
    if let beacons = options.beacons, let own = try draft.readBeacons(beacons, origin: origin) {
      origin = own
    }
    try draft.checkLimits(of: path)
    if let material = options.assumedWalls { try draft.assumeWays(path, material: material) }
    draft.complete()
    let document = try draft.document(name: options.name ?? Self.name(of: path), origin: origin)
    let count = document.valueCount
    guard count <= UnfoldedValues.most else {
      throw FileProblem(
        file: path, expected: "a plan that makes a site of at most \(UnfoldedValues.most) values",
        found: "\(count)")
    }
    self.init(
      site: try SiteFile(document.moved(to: Document.Location(file: path))), notes: draft.notes,
      unused: draft.unused)
  }

  private static func name(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return SiteDraft.name(file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file, or: "site")
  }
}

extension SiteDraft {
  /// Everything in a file or folder, by what kind it is.
  ///
  /// - Returns: The geographic position of the point [0, 0]; nil where that is not known.
  fileprivate mutating func read(
    contentsOf path: String, _ options: SiteImport.Options
  ) throws(FileProblem) -> GeographicOrigin? {
    let isFolder = Entry(following: path) == .folder
    let isTable = path.lowercased().hasSuffix(".csv")
    if options.inMetres, isFolder || isTable {
      throw FileProblem(
        file: "--metres", expected: "a GeoJSON file",
        found: isFolder ? "a folder of IMDF" : "a table, whose columns tell")
    }
    let isDrawing = DrawnPlan.isOne(path)
    if options.metresPerUnit != nil, !isDrawing {
      throw FileProblem(file: "--metres-per-unit", expected: "a drawing, DXF or SVG", found: path)
    }
    if isDrawing {
      let drawn = try DrawnPlan(
        contentsOf: path, python: options.python, metresPerUnit: options.metresPerUnit)
      for (what, count) in drawn.unused { leaveOut(what, count: count) }
      return try read(drawn.plan, origin: options.origin, storey: options.storey)
    }
    if isFolder { return try readIMDF(path, origin: options.origin, storey: options.storey) }
    if isTable { return try readBeacons(path, origin: options.origin) }
    guard !path.lowercased().hasSuffix(".zip") else {
      throw FileProblem(
        file: path, expected: "GeoJSON, DXF, SVG, a table in CSV or a folder with an unpacked IMDF archive",
        found: "a zip archive")
    }
    let plan = try GeoFeature.all(contentsOf: path, inMetres: options.inMetres)
    return try read(plan, origin: options.origin, storey: options.storey)
  }

  /// Doors, walls and ways where the plan does not show them.
  fileprivate mutating func assumeWays(_ path: String, material: WallMaterial) throws(FileProblem) {
    let flat = areas.count { $0.corners.count < 3 }
    if flat > 0 {
      areas.removeAll { $0.corners.count < 3 }
      leaveOut("areas of fewer than three corners", count: flat)
    }
    guard areas.contains(where: \.isWalkable) else {
      throw FileProblem(
        file: path, expected: "rooms as closed areas, in which people walk",
        found: "none" + (walls.isEmpty ? "" : ", but \(walls.count) walls"))
    }
    guard areas.count <= Self.mostWalked else {
      throw FileProblem(
        file: path, expected: "at most \(Self.mostWalked) rooms to walk through", found: "\(areas.count)")
    }
    // Ways all over a larger one would take minutes.
    try BuildingExtent.check(areas.flatMap(\.corners), of: path)
    self.material = material
    let hasWays = !paths.isEmpty
    let doors = try addDoors(path)
    if !hasWays { addWays(through: doors) }
  }

  private static let mostWalked = 1000

  /// Adds what every site has, a floor and a beacon, and notes what was changed.
  fileprivate mutating func complete() {
    if floors.isEmpty { floors[0] = 0 }
    if beacons.isEmpty, let place = somewhere {
      beacons.append(
        Beacon(id: Self.placeholder, members: [], position: place.place, height: nil, floor: place.floor))
      notes.append(
        "there is no beacon: one named placeholder stands for those to come, since a site needs one")
    }
    noteChanges()
  }

  /// A place where a beacon may stand until there are real ones.
  private var somewhere: (place: Point, floor: Int)? {
    areas.first.map { ($0.middle, $0.floor) } ?? paths.first.map { ($0.from, $0.floor) }
      ?? walls.first.map { ($0.from, $0.floor) } ?? testPoints.first
  }

  /// Rooms, walls, ways, beacons and test points of plain GeoJSON: by the property `type` or else by their shape.
  ///
  /// - Returns: The geographic position of the point [0, 0]; nil for a plan in metres.
  mutating func read(
    _ plan: GeoPlan, origin: GeographicOrigin?, storey: Double
  ) throws(FileProblem) -> GeographicOrigin? {
    let projection = try PlanProjection(plan.features, of: plan, origin: origin)
    if case .metres(let zero) = projection, zero != .init(x: 0, y: 0) {
      notes.append("the point [0, 0] of the site is [\(short(zero.x)), \(short(zero.y))] of the plan")
    }
    for (index, feature) in plan.features.enumerated() {
      let floor = feature.integer("floor", "level", "ordinal") ?? 0
      let kind = feature.text("type", "feature_type")
      if !add(feature, kind, on: floor, number: index + 1, projection) {
        leaveOut(kind.map { "features of the type \($0)" } ?? "features without a shape that fits")
      } else if floors[floor] == nil {
        floors[floor] = Double(floor) * storey
      }
    }
    if floors.count > 1 { notes.append("floors are taken to be \(storey) m apart") }
    try checkLimits(of: plan.file)
    return projection.origin
  }

  /// Whether the feature became anything.
  private mutating func add(
    _ feature: GeoFeature, _ kind: String?, on floor: Int, number: Int, _ projection: PlanProjection
  ) -> Bool {
    let before = (areas.count, walls.count, paths.count + openings.count, testPoints.count, beacons.count)
    switch (feature.shape, kind) {
    case (.area(let rings, let holes), "room"), (.area(let rings, let holes), "corridor"),
      (.area(let rings, let holes), nil):
      if holes > 0 { leaveOut("holes of areas") }
      for ring in rings {
        var area = Area(
          name: feature.text("name") ?? feature.id ?? "room-\(number)", corners: ring.map(projection.point),
          floor: floor)
        area.isCorridor = kind == "corridor" || feature.text("category", "indoor") == "corridor"
        areas.append(area)
      }
    case (.line(let line), "path"): paths += lines(line, projection, floor)
    case (.line(let line), "door"): openings += lines(line, projection, floor)
    case (.line(let line), "wall"), (.line(let line), nil):
      walls += lines(line, projection, floor)
      if feature.properties.has("loss") { leaveOut("losses of walls") }
      if feature.properties.has("material") { leaveOut("materials of walls") }
    case (.point(let place), "testPoint"):
      testPoints.append((projection.point(place), floor))
      if feature.text("name") != nil { leaveOut("names of test points") }
    case (.point(let place), "beacon"), (.point(let place), nil):
      beacons.append(beacon(feature, at: projection.point(place), floor, number: number))
    default: break
    }
    return before != (areas.count, walls.count, paths.count + openings.count, testPoints.count, beacons.count)
  }

  private func lines(_ line: [GeoFeature.Position], _ projection: PlanProjection, _ floor: Int) -> [Line] {
    let points = line.map(projection.point)
    return zip(points, points.dropFirst()).filter { $0.horizontalDistance(to: $1) >= 0.001 }.map {
      Line(from: $0, to: $1, floor: floor)
    }
  }

  private func beacon(_ feature: GeoFeature, at place: Point, _ floor: Int, number: Int) -> Beacon {
    let members = ["uuid", "major", "minor", "address", "measuredPower"].compactMap { key in
      feature.properties.optional(key).map { Document.Member(key: key, value: $0) }
    }
    let id = feature.text("name", "id") ?? feature.id ?? "b\(number)"
    return Beacon(id: id, members: members, position: place, height: feature.number("height"), floor: floor)
  }
}
