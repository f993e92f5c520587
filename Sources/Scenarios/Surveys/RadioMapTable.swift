import Documents
public import Positioning
import SiteFiles
public import World

/// A radio map as a table, `x_m,y_m,[floor,]beacon,rssi_dbm,[std_db,][readings,][histogram]`: a row for each beacon at each
/// point, and one without a beacon for a point at which none was received.
///
/// `histogram` lists how often each RSSI was read, as `-61:3 -60:7`; it may be empty, and so may `std_db`.
public struct RadioMapTable: Hashable, Sendable {
  private enum Column: Int {
    case x, y, beacon, level, deviation, readings, histogram, floor
  }

  private static let names = [
    "x_m", "y_m", "beacon", "rssi_dbm", "std_db", "readings", "histogram", "floor",
  ]

  public let map: RadioMap

  /// - Throws: one sentence that names the line and the column.
  public init(contentsOf path: String, site: Site) throws(FileProblem) {
    var rows = try TableReader(contentsOf: path, columns: Self.names, required: 4)
    let anchors = Dictionary(uniqueKeysWithValues: site.anchors.enumerated().map { ($1.id, $0) })
    var indices: [Place: Int] = [:]
    var points: [(place: Place, levels: [SurveyedLevel?])] = []
    while let row = try rows.next() {
      let place = Place(
        x: try row.requiredNumber(Column.x.rawValue, in: .between(-1e6, 1e6)),
        y: try row.requiredNumber(Column.y.rawValue, in: .between(-1e6, 1e6)),
        floor: try row.integer(Column.floor.rawValue) ?? site.floors.first?.level ?? 0)
      guard site.floors.contains(where: { $0.level == place.floor }) else {
        throw row.problem(Column.floor.rawValue, expected: "a floor of the site", found: "\(place.floor)")
      }
      let index = indices[place] ?? points.count
      if index == points.count {
        indices[place] = index
        points.append((place, [SurveyedLevel?](repeating: nil, count: site.anchors.count)))
      }
      guard let name = row.text(Column.beacon.rawValue).map({ String($0) }) else { continue }
      guard let anchor = anchors[name] else {
        throw row.problem(
          Column.beacon.rawValue, expected: "a beacon of the site \(site.name)", found: jsonText(name))
      }
      guard points[index].levels[anchor] == nil else {
        throw row.problem(
          Column.beacon.rawValue, expected: "each beacon once at a point", found: "\(jsonText(name)) again")
      }
      points[index].levels[anchor] = try Self.level(row)
    }
    guard !points.isEmpty else {
      throw FileProblem(file: path, expected: "at least one surveyed point", found: "none")
    }
    map = RadioMap(
      anchors: site.anchors.map(\.id),
      points: points.map { place, levels in
        RadioMap.SurveyPoint(
          position: Point(x: place.x, y: place.y, z: site.elevation(ofFloor: place.floor)),
          floor: place.floor,
          levels: levels)
      })
  }

  private struct Place: Hashable {
    let x: Double
    let y: Double
    let floor: Int
  }

  private static func level(_ row: TableRow) throws(FileProblem) -> SurveyedLevel {
    var histogram: [SurveyedLevel.HistogramBin] = []
    for bar in (row.text(Column.histogram.rawValue) ?? "").split(separator: " ") {
      let parts = bar.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let level = parts[0], let count = parts[1], -200...100 ~= level, count > 0,
        count <= 1_000_000, histogram.last.map({ $0.level < level }) ?? true
      else {
        throw row.problem(
          Column.histogram.rawValue, expected: "ascending RSSI values with their counts, such as -61:3 -60:7",
          found: String(bar))
      }
      histogram.append(.init(level: level, count: count))
    }
    let deviation = try row.number(Column.deviation.rawValue, in: .between(0, 1000))
    return SurveyedLevel(
      level: DBm(try row.requiredNumber(Column.level.rawValue, in: .between(-200, 100))),
      deviation: deviation.map { Decibels($0) },
      count: try row.integer(Column.readings.rawValue, in: .between(1, 1_000_000)) ?? 1, histogram: histogram)
  }

  /// A map as a table; reading it back gives the same map.
  public static func text(of map: RadioMap) -> String {
    var text = "x_m,y_m,floor,beacon,rssi_dbm,std_db,readings,histogram\n"
    for point in map.points {
      let place = "\(point.position.x),\(point.position.y),\(point.floor)"
      var isSilent = true
      for (name, level) in zip(map.anchors, point.levels) {
        guard let level else { continue }
        isSilent = false
        let histogram = level.histogram.map { "\($0.level):\($0.count)" }.joined(separator: " ")
        let deviation = level.deviation.map { "\($0.value)" } ?? ""
        text += "\(place),\(csvField(name)),\(level.level.value),\(deviation),\(level.count),\(histogram)\n"
      }
      if isSilent { text += "\(place),,,,,\n" }
    }
    return text
  }
}
