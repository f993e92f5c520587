import Documents
public import World

/// A site made from a file of another program: GeoJSON, a folder of Apple's IMDF, or a table of beacons.
///
/// What each format's features become stands in docs/placement.md.
public struct SiteImport: Sendable {
  /// What the file does not say.
  public struct Options: Sendable {
    /// Of the site; nil for the name of the file.
    public var name: String?
    /// Nil for the middle of all that has a place.
    public var origin: GeographicOrigin?
    /// Metres from one floor to the next.
    public var storey = 3.5
    /// Whether the coordinates of GeoJSON are metres, whatever the file says.
    public var inMetres = false
    /// A table of beacons beside a plan.
    public var beacons: String?

    public init() {}
  }

  /// The site's file, which a reader has accepted.
  public let site: SiteFile
  /// What was assumed, and what is left to be filled in.
  public let notes: [String]
  /// What could not be used, with how many there are.
  public let unused: [(what: String, count: Int)]

  /// - Parameters:
  ///   - path: a GeoJSON file, a folder with the files of an IMDF archive, or a table in CSV.
  ///   - options: what the plan does not say itself, such as its origin.
  public init(contentsOf path: String, options: Options = Options()) throws(FileProblem) {
    var draft = SiteDraft()
    var origin = options.origin
    let isFolder = FileKind(ofFile: path) == .folder
    if options.inMetres, isFolder || path.lowercased().hasSuffix(".csv") {
      throw FileProblem(
        file: "--metres", expected: "a GeoJSON file",
        found: isFolder ? "a folder of IMDF" : "a table, whose columns tell")
    }
    if isFolder {
      origin = try draft.readIMDF(path, origin: origin, storey: options.storey)
    } else if path.lowercased().hasSuffix(".csv") {
      origin = try draft.readBeacons(path, origin: origin)
    } else if path.lowercased().hasSuffix(".zip") {
      throw FileProblem(
        file: path, expected: "a GeoJSON file, a table in CSV or a folder with an unpacked IMDF archive",
        found: "a zip archive")
    } else {
      let plan = try GeoFeature.all(contentsOf: path, inMetres: options.inMetres)
      origin = try draft.read(plan, origin: origin, storey: options.storey)
    }
    if let beacons = options.beacons, let own = try draft.readBeacons(beacons, origin: origin) {
      origin = own
    }
    try draft.checkLimits(of: path)
    if draft.floors.isEmpty { draft.floors[0] = 0 }
    if draft.beacons.isEmpty, let place = draft.somewhere {
      draft.beacons.append(
        SiteDraft.Beacon(
          id: SiteDraft.placeholder, members: [], position: place.place, height: nil, floor: place.floor))
      draft.notes.append(
        "there is no beacon: one named placeholder stands for those to come, since a site needs one")
    }
    draft.noteChanges()
    let name = options.name ?? Self.name(of: path)
    let document = try draft.document(name: name, origin: origin)
    let count = document.valueCount
    guard count <= UnfoldedValues.most else {
      throw FileProblem(
        file: path, expected: "a plan that makes a site of at most \(UnfoldedValues.most) values",
        found: "\(count)")
    }
    site = try SiteFile(document.moved(to: Document.Location(file: path)))
    (notes, unused) = (draft.notes, draft.unused)
  }

  private static func name(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return SiteDraft.name(file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file, or: "site")
  }
}

extension SiteDraft {
  /// A place where a beacon may stand until there are real ones.
  var somewhere: (place: Point, floor: Int)? {
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
    let before = (areas.count, walls.count, paths.count, testPoints.count, beacons.count)
    switch (feature.shape, kind) {
    case (.area(let rings, let holes), "room"), (.area(let rings, let holes), nil):
      if holes > 0 { leaveOut("holes of areas") }
      for ring in rings {
        areas.append(
          Area(
            name: feature.text("name") ?? feature.id ?? "room-\(number)",
            corners: ring.map(projection.point),
            floor: floor))
      }
    case (.line(let line), "path"): paths += lines(line, projection, floor)
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
    return before != (areas.count, walls.count, paths.count, testPoints.count, beacons.count)
  }

  private func lines(_ line: [GeoFeature.Position], _ projection: PlanProjection, _ floor: Int) -> [Line] {
    let points = line.map(projection.point)
    return zip(points, points.dropFirst()).filter { $0.horizontalDistance(to: $1) >= 0.001 }.map {
      Line(from: $0, to: $1, floor: floor)
    }
  }

  private func beacon(_ feature: GeoFeature, at place: Point, _ floor: Int, number: Int) -> Beacon {
    var members: [Document.Member] = []
    for key in ["uuid", "major", "minor", "address", "measuredPower"] {
      if let value = feature.properties.optional(key) { members.append(.init(key: key, value: value)) }
    }
    let id = feature.text("name", "id") ?? feature.id ?? "b\(number)"
    return Beacon(id: id, members: members, position: place, height: feature.number("height"), floor: floor)
  }

  /// Beacons of a table with the columns id, and x_m and y_m or longitude and latitude.
  ///
  /// - Returns: The origin of the places; nil where they are in metres.
  mutating func readBeacons(_ path: String, origin: GeographicOrigin?) throws(FileProblem)
    -> GeographicOrigin?
  {
    let columns = [
      "id", "x_m", "y_m", "longitude", "latitude", "height_m", "floor", "uuid", "major", "minor",
      "measured_power_dbm",
    ]
    var reader = try TableReader(contentsOf: path, columns: columns, required: 1)
    let isGeographic = reader.has(3) && reader.has(4)
    guard isGeographic || reader.has(1) && reader.has(2) else {
      throw FileProblem(
        file: path, line: 1, expected: "the columns x_m and y_m, or longitude and latitude", found: "neither")
    }
    var rows:
      [(id: String, place: (Double, Double), height: Double?, floor: Int, members: [Document.Member])] = []
    while let row = try reader.next() {
      var members: [Document.Member] = []
      if let uuid = row.text(7) { members.append(.init(key: "uuid", value: Document(String(uuid)))) }
      for (column, key) in [(8, "major"), (9, "minor"), (10, "measuredPower")] {
        if let value = try row.integer(column) { members.append(.init(key: key, value: Document(value))) }
      }
      let place =
        isGeographic
        ? (
          try row.requiredNumber(3, in: .between(-180, 180)), try row.requiredNumber(4, in: .between(-90, 90))
        ) : (try row.requiredNumber(1, in: .coordinate), try row.requiredNumber(2, in: .coordinate))
      rows.append(
        (String(try row.requiredText(0)), place, try row.number(5), try row.integer(6) ?? 0, members))
    }
    guard let first = rows.first else {
      throw FileProblem(file: path, expected: "at least one beacon", found: "none")
    }
    let own =
      isGeographic ? origin ?? GeographicOrigin(latitude: first.place.1, longitude: first.place.0) : origin
    for (index, row) in rows.enumerated() {
      let place =
        isGeographic
        ? own.map { LocalProjection(origin: $0).point(longitude: row.place.0, latitude: row.place.1) }
        : Point(x: row.place.0, y: row.place.1)
      if isGeographic, let away = place?.horizontalDistance(to: .zero), away > PlanProjection.reach {
        throw FileProblem(
          file: path, line: index + 2, expected: "a place within 10 km of the site's origin",
          found: "\(row.id), \(Int(away / 1000)) km away")
      }
      beacons.append(
        Beacon(
          id: row.id, members: row.members, position: place ?? .zero, height: row.height, floor: row.floor))
      if floors[row.floor] == nil { floors[row.floor] = Double(row.floor) * 3.5 }
    }
    return own
  }
}
