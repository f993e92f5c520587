import Documents
public import World

/// A table of beacons that walk, `time_s,beacon,x_m,y_m[,z_m,floor,lap]`: where each truly was.
public struct BeaconTracksTable: Sendable {
  private enum Column: Int {
    case time, beacon, x, y, z, floor, lap
  }

  private static let names = ["time_s", "beacon", "x_m", "y_m", "z_m", "floor", "lap"]

  private let file: String
  private let laps: LapTable<[Int: [Walk.Knot]]>

  /// - Parameters:
  ///   - path: Of the table, in CSV.
  ///   - site: Its anchors are what the column `beacon` names by their ids.
  ///   - clockOffset: Seconds that are added to every time, to bring another clock's tracks to the stream's.
  /// - Throws: One sentence that names the line and the column. Within a lap each beacon's times must rise.
  public init(contentsOf path: String, site: Site, clockOffset: Double = 0) throws(FileProblem) {
    var rows = try TableReader(contentsOf: path, columns: BeaconTracksTable.names, required: 4)
    var laps = LapTable<[Int: [Walk.Knot]]>()
    while let row = try rows.next() {
      let id = String(try row.requiredText(Column.beacon.rawValue))
      guard let anchor = site.anchors.firstIndex(where: { $0.id == id }) else {
        throw row.problem(
          Column.beacon.rawValue,
          expected: "a beacon of the site, \(listing(site.anchors.map(\.id)))")
      }
      let knot = try BeaconTracksTable.knot(row, of: site.anchors[anchor], clockOffset: clockOffset)
      try laps.update(at: row.lap(Column.lap.rawValue), or: [:]) { tracks throws(FileProblem) in
        if let last = tracks[anchor]?.last, last.time >= knot.time {
          throw row.problem(
            Column.time.rawValue, expected: "rising times of \(id)", found: "\(knot.time) after \(last.time)")
        }
        tracks[anchor, default: []].append(knot)
      }
    }
    guard !laps.isEmpty else { throw FileProblem(file: path, expected: "at least one row", found: "none") }
    file = path
    self.laps = laps
  }

  private static func knot(
    _ row: TableRow, of anchor: Anchor, clockOffset: Double
  ) throws(FileProblem) -> Walk.Knot {
    let range = NumberRange.between(-1e6, 1e6)
    return Walk.Knot(
      time: try row.requiredNumber(Column.time.rawValue, in: .between(-1e12, 1e12)) + clockOffset,
      position: Point(
        x: try row.requiredNumber(Column.x.rawValue, in: range),
        y: try row.requiredNumber(Column.y.rawValue, in: range),
        z: try row.number(Column.z.rawValue, in: range) ?? anchor.position.z),
      floor: try row.integer(Column.floor.rawValue) ?? anchor.floor)
  }

  /// The walks of one lap, by anchor of the site.
  ///
  /// - Parameter lap: nil for a file with one lap. A file without the column `lap` has the same walks for all.
  public func walks(lap: Int? = nil) throws(FileProblem) -> [Int: Walk] {
    try laps.value(of: lap, file: file).mapValues { Walk(knots: $0) }
  }

  /// Walks by anchor as a table, in the order of the site's anchors; reading it back gives the same walks.
  public static func text(of walks: [Int: Walk], site: Site) -> String {
    var text = names.dropLast().joined(separator: ",") + "\n"
    for anchor in walks.keys.sorted() {
      let name = csvField(site.anchors[anchor].id)
      for knot in walks[anchor]?.knots ?? [] {
        let place = knot.position
        text += "\(knot.time),\(name),\(place.x),\(place.y),\(place.z),\(knot.floor)\n"
      }
    }
    return text
  }
}
