import Documents
import Sites
import World

extension SiteDraft {
  /// Beacons of a table with the columns id, and x_m and y_m or longitude and latitude.
  ///
  /// - Returns: The origin of the places; nil where they are in metres.
  mutating func readBeacons(
    _ path: String, origin: GeographicOrigin?
  ) throws(FileProblem) -> GeographicOrigin? {
    var reader = try TableReader(contentsOf: path, columns: PlacedBeacon.columns, required: 1)
    let isGeographic = reader.has(3) && reader.has(4)
    guard isGeographic || reader.has(1) && reader.has(2) else {
      throw FileProblem(
        file: path, line: 1, expected: "the columns x_m and y_m, or longitude and latitude", found: "neither")
    }
    var rows: [PlacedBeacon] = []
    while let row = try reader.next() { rows.append(try PlacedBeacon(row, isGeographic: isGeographic)) }
    guard let first = rows.first else {
      throw FileProblem(file: path, expected: "at least one beacon", found: "none")
    }
    let own = isGeographic ? origin ?? GeographicOrigin(latitude: first.y, longitude: first.x) : origin
    for row in rows {
      let position = try row.position(from: isGeographic ? own : nil, file: path)
      beacons.append(
        Beacon(id: row.id, members: row.members, position: position, height: row.height, floor: row.floor))
      if floors[row.floor] == nil { floors[row.floor] = Double(row.floor) * 3.5 }
    }
    return own
  }
}

/// A row of a table of beacons.
private struct PlacedBeacon {
  static let columns = [
    "id", "x_m", "y_m", "longitude", "latitude", "height_m", "floor", "uuid", "major", "minor",
    "measured_power_dbm",
  ]

  let line: Int
  let id: String
  /// Metres, or degrees of longitude.
  let x: Double
  /// Metres, or degrees of latitude.
  let y: Double
  /// Metres above the floor.
  let height: Double?
  let floor: Int
  let members: [Document.Member]

  init(_ row: TableRow, isGeographic: Bool) throws(FileProblem) {
    line = row.line
    members = [Document.Member](present: [
      "uuid": row.text(7).map { Document(String($0)) }, "major": try row.integer(8).map { Document($0) },
      "minor": try row.integer(9).map { Document($0) },
      "measuredPower": try row.integer(10).map { Document($0) },
    ])
    x = try row.requiredNumber(isGeographic ? 3 : 1, in: isGeographic ? .between(-180, 180) : .coordinate)
    y = try row.requiredNumber(isGeographic ? 4 : 2, in: isGeographic ? .between(-90, 90) : .coordinate)
    id = String(try row.requiredText(0))
    (height, floor) = (try row.number(5), try row.integer(6) ?? 0)
  }

  /// - Parameter origin: of degrees; nil for metres.
  func position(from origin: GeographicOrigin?, file: String) throws(FileProblem) -> Point {
    guard let origin else { return Point(x: x, y: y) }
    let place = LocalProjection(origin: origin).point(longitude: x, latitude: y)
    let away = place.horizontalDistance(to: .zero)
    guard away <= PlanProjection.reach else {
      throw FileProblem(
        file: file, line: line, expected: "a place within 10 km of the site's origin",
        found: "\(id), \(Int(away / 1000)) km away")
    }
    return place
  }
}
