import Documents
public import Positioning
import Sites
public import World

/// A radio map as a table, `x_m,y_m,[floor,]beacon,[channel,]rssi_dbm,[std_db,][readings,][histogram]`: a row for each beacon at
/// each point, and one without a beacon for a point at which none was received. A map by advertising channel has a row for each
/// channel besides, and the row without a channel is of all channels together.
///
/// Where a place has several fingerprints, `fingerprint` numbers them from 1.
/// `histogram` lists how often each RSSI was read, as `-61:3 -60:7`; it may be empty, and so may `std_db`.
public struct RadioMapTable: Hashable, Sendable {
  private enum Column: Int {
    case x, y, beacon, level, deviation, readings, histogram, floor, channel, fingerprint
  }

  private static let names = [
    "x_m", "y_m", "beacon", "rssi_dbm", "std_db", "readings", "histogram", "floor", "channel",
    "fingerprint",
  ]

  /// The points in the order of the table's first rows for each.
  public let map: RadioMap

  /// - Throws: one sentence that names the line and the column.
  public init(contentsOf path: String, site: Site) throws(FileProblem) {
    var rows = try TableReader(contentsOf: path, columns: Self.names, required: 4)
    var points = Points(of: site)
    while let row = try rows.next() { try points.add(row) }
    map = try points.map(file: path)
  }

  /// The points read so far, in the order of their first rows.
  private struct Points {
    private let site: Site
    /// By id.
    private let anchors: [String: Int]
    private var indices: [Place: Int] = [:]
    private var points: [(place: Place, levels: [SurveyedLevel?], channelLevels: [SurveyedLevel?])] = []
    private var hasChannels = false

    init(of site: Site) {
      self.site = site
      anchors = Dictionary(uniqueKeysWithValues: site.anchors.enumerated().map { ($1.id, $0) })
    }

    mutating func add(_ row: TableRow) throws(FileProblem) {
      let index = try index(of: row)
      guard let name = row.text(Column.beacon.rawValue).map({ String($0) }) else { return }
      guard let anchor = anchors[name] else {
        throw row.problem(
          Column.beacon.rawValue, expected: "a beacon of the site \(site.name)", found: jsonText(name))
      }
      let number = try row.integer(Column.channel.rawValue, in: .between(37, 39))
      let channel = number.flatMap { AdvertisingChannel.index(of: UInt8($0)) }
      let link = channel.map { AdvertisingChannel.count * anchor + $0 }
      guard (link.map { points[index].channelLevels[$0] } ?? points[index].levels[anchor]) == nil else {
        throw row.problem(
          Column.beacon.rawValue,
          expected: "each beacon once at a point\(number == nil ? "" : " and channel")",
          found: "\(jsonText(name)) again")
      }
      if let link {
        points[index].channelLevels[link] = try RadioMapTable.level(row)
        hasChannels = true
      } else {
        points[index].levels[anchor] = try RadioMapTable.level(row)
      }
    }

    /// The index of a row's point, which is added if it is new.
    private mutating func index(of row: TableRow) throws(FileProblem) -> Int {
      let place = Place(
        x: try row.requiredNumber(Column.x.rawValue, in: .between(-1e6, 1e6)),
        y: try row.requiredNumber(Column.y.rawValue, in: .between(-1e6, 1e6)),
        floor: try row.integer(Column.floor.rawValue) ?? site.floors.first?.level ?? 0,
        fingerprint: try row.integer(Column.fingerprint.rawValue, in: .between(1, 1_000_000)) ?? 1)
      guard site.floors.contains(where: { $0.level == place.floor }) else {
        throw row.problem(Column.floor.rawValue, expected: "a floor of the site", found: "\(place.floor)")
      }
      if let index = indices[place] { return index }
      indices[place] = points.count
      let none = [SurveyedLevel?](repeating: nil, count: site.anchors.count)
      points.append(
        (place, none, [SurveyedLevel?](repeating: nil, count: AdvertisingChannel.count * none.count)))
      return points.count - 1
    }

    /// - Throws: when there is no point, or a beacon has levels by channel only.
    func map(file: String) throws(FileProblem) -> RadioMap {
      guard !points.isEmpty else {
        throw FileProblem(file: file, expected: "at least one surveyed point", found: "none")
      }
      for (place, levels, channelLevels) in points {
        let lone = channelLevels.indices.first {
          channelLevels[$0] != nil && levels[$0 / AdvertisingChannel.count] == nil
        }
        guard let lone else { continue }
        let name = jsonText(site.anchors[lone / AdvertisingChannel.count].id)
        throw FileProblem(
          file: file,
          expected: "beside the rows of a beacon's channels one without a channel, for all of them",
          found: "none of \(name) at (\(place.x), \(place.y))")
      }
      return RadioMap(
        anchors: site.anchors.map(\.id),
        points: points.map { place, levels, channelLevels in
          RadioMap.SurveyPoint(
            position: Point(x: place.x, y: place.y, z: site.elevation(ofFloor: place.floor)),
            floor: place.floor, levels: levels, channelLevels: hasChannels ? channelLevels : [])
        })
    }
  }

  private struct Place: Hashable {
    let x: Double
    let y: Double
    let floor: Int
    let fingerprint: Int
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
    let channel = map.hasChannels ? "," : ""
    var counts: [String: Int] = [:]
    let numbered = map.points.map { point in
      let place = "\(point.position.x),\(point.position.y),\(point.floor)"
      counts[place, default: 0] += 1
      return (place: place, number: counts[place, default: 1])
    }
    let hasSeveral = numbered.contains { $0.number > 1 }
    var text =
      "x_m,y_m,floor,\(hasSeveral ? "fingerprint," : "")beacon\(map.hasChannels ? ",channel" : ""),rssi_dbm,std_db,readings,histogram\n"
    for (point, (place, number)) in zip(map.points, numbered) {
      let place = hasSeveral ? "\(place),\(number)" : place
      var isSilent = true
      for (anchor, name) in map.anchors.enumerated() {
        guard let level = point.levels[anchor] else { continue }
        isSilent = false
        text += "\(place),\(csvField(name))\(channel),\(fields(of: level))\n"
        guard map.hasChannels else { continue }
        for (number, level) in zip(
          AdvertisingChannel.numbers, point.channelLevels.dropFirst(AdvertisingChannel.count * anchor))
        {
          if let level { text += "\(place),\(csvField(name)),\(number),\(fields(of: level))\n" }
        }
      }
      if isSilent { text += "\(place)\(channel),,,,,\n" }
    }
    return text
  }

  private static func fields(of level: SurveyedLevel) -> String {
    let histogram = level.histogram.map { "\($0.level):\($0.count)" }.joined(separator: " ")
    let deviation = level.deviation.map { "\($0.value)" } ?? ""
    return "\(level.level.value),\(deviation),\(level.count),\(histogram)"
  }
}
