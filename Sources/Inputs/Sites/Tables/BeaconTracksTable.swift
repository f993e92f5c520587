import Documents
public import World

/// A table of beacons that walk, `time_s,beacon,x_m,y_m[,z_m,floor,lap]`: where each truly was.
public struct BeaconTracksTable: Sendable {
  private enum Column: Int {
    case time, beacon, x, y, z, floor, lap
  }

  private static let names = ["time_s", "beacon", "x_m", "y_m", "z_m", "floor", "lap"]

  private let laps: LapTable<[Int: [Walk.Knot]]>

  /// - Parameters:
  ///   - path: Of the table, in CSV.
  ///   - site: Its anchors are what the column `beacon` names by their ids.
  ///   - clockOffset: Seconds that are added to every time, to bring another clock's tracks to the stream's.
  /// - Throws: One sentence that names the line and the column. Within a lap each beacon's times must rise.
  public init(contentsOf path: String, site: Site, clockOffset: Double = 0) throws(FileProblem) {
    laps = try LapTable(contentsOf: path, columns: Self.names, required: 4, start: [:]) {
      row, tracks throws(FileProblem) in
      let id = String(try row.requiredText(Column.beacon.rawValue))
      guard let anchor = site.anchors.firstIndex(where: { $0.id == id }) else {
        throw row.problem(
          Column.beacon.rawValue,
          expected: "a beacon of the site, \(listing(site.anchors.map(\.id)))")
      }
      let knot = try Self.knot(row, of: site.anchors[anchor], clockOffset: clockOffset)
      if let last = tracks[anchor]?.last, last.time >= knot.time {
        throw row.problem(
          Column.time.rawValue, expected: "rising times of \(id)", found: "\(knot.time) after \(last.time)")
      }
      tracks[anchor, default: []].append(knot)
    }
  }

  private static func knot(
    _ row: TableRow, of anchor: Anchor, clockOffset: Double
  ) throws(FileProblem) -> Walk.Knot {
    let columns = (Column.x.rawValue, Column.y.rawValue, Column.z.rawValue)
    return Walk.Knot(
      time: try row.time(Column.time.rawValue, offset: clockOffset),
      position: try row.position(columns, height: anchor.position.z),
      floor: try row.integer(Column.floor.rawValue) ?? anchor.floor)
  }

  /// The walks of one lap, by anchor of the site.
  ///
  /// - Parameter lap: nil for a file with one lap. A file without the column `lap` has the same walks for all.
  public func walks(lap: Int? = nil) throws(FileProblem) -> [Int: Walk] {
    try laps.value(of: lap).mapValues { Walk(knots: $0) }
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
