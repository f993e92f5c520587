import Positioning
import Scenarios
import TestSupport
import Testing
import World

/// Radio maps as tables.
@Suite struct RadioMapTableTests {
  private let site = Site(
    name: "s", floors: [Floor(level: 0, elevation: 0), Floor(level: 1, elevation: 3)],
    anchors: ["a", "b, c"].map { Anchor(id: $0, identity: nil, position: .zero) })

  private func map(_ rows: String, head: String = "x_m,y_m,beacon,rssi_dbm") throws -> RadioMap {
    let folder = try TemporaryFolder()
    try folder.write("\(head)\n\(rows)", to: "map.csv")
    return try RadioMapTable(contentsOf: folder.path("map.csv"), site: site).map
  }

  @Test
  func `a point is where its rows say, on the lowest floor, with a level for each beacon that was received`()
    throws
  {
    let map = try map("1,2,a,-60\n3,4,a,-70\n1,2,\"b, c\",-65.5\n5,6,,\n")
    #expect(map.anchors == ["a", "b, c"])
    #expect(map.points.map(\.position) == [Point(x: 1, y: 2), Point(x: 3, y: 4), Point(x: 5, y: 6)])
    #expect(
      map.points.map { $0.levels.map { $0?.level.value } } == [[-60, -65.5], [-70, nil], [nil, nil]])
    #expect(map.points.allSatisfy { $0.floor == 0 && $0.channelLevels.isEmpty } && !map.hasChannels)
    #expect(map.points[0].levels[0]?.count == 1 && map.points[0].levels[0]?.deviation == nil)
  }

  private let long = "x_m,y_m,floor,beacon,rssi_dbm,std_db,readings,histogram"

  @Test func `deviation, readings and histogram are read, and floors have their elevation`() throws {
    let map = try map("1,2,1,a,-60.75,0.5,4,-61:3 -60:1\n1,2,0,a,-80,,2,\n", head: long)
    #expect(map.points.map(\.floor) == [1, 0] && map.points.map(\.position.z) == [3, 0])
    let level = try #require(map.points[0].levels[0])
    #expect(level.level.value == -60.75 && level.deviation?.value == 0.5 && level.count == 4)
    #expect(level.histogram.map(\.level) == [-61, -60] && level.histogram.map(\.count) == [3, 1])
    #expect(map.points[1].levels[0]?.deviation == nil && map.points[1].levels[0]?.count == 2)
  }

  @Test func `a map that is written reads back as the same map`() throws {
    let rows = "1.5,2,1,a,-60.75,0.5,4,-61:3 -60:1\n1.5,2,1,\"b, c\",-71.0,,1,\n7.0,8.0,0,,,,,\n"
    let map = try map(rows, head: long)
    let folder = try TemporaryFolder()
    try folder.write(RadioMapTable.text(of: map), to: "again.csv")
    #expect(try RadioMapTable(contentsOf: folder.path("again.csv"), site: site).map == map)
    #expect(
      RadioMapTable.text(of: map) == long + "\n1.5,2.0,1,a,-60.75,0.5,4,-61:3 -60:1\n"
        + "1.5,2.0,1,\"b, c\",-71.0,,1,\n7.0,8.0,0,,,,,\n")
  }

  private let byChannel = "x_m,y_m,beacon,rssi_dbm,channel"

  @Test func `a map by channel has rows of channels beside those of all`() throws {
    let map = try map("1,2,a,-62,\n1,2,a,-60,37\n1,2,a,-64,39\n3,4,a,-70,\n", head: byChannel)
    #expect(map.hasChannels)
    #expect(map.points[0].channelLevels.map { $0?.level.value } == [-60, nil, -64, nil, nil, nil])
    #expect(map.points[1].channelLevels.allSatisfy { $0 == nil })
    let folder = try TemporaryFolder()
    try folder.write(RadioMapTable.text(of: map), to: "again.csv")
    #expect(try RadioMapTable(contentsOf: folder.path("again.csv"), site: site).map == map)
  }

  @Test(arguments: [
    ("1,2,x,-60,\n", "beacon: expected a beacon of the site s, found \"x\""),
    ("1,2,a,-60,\n1,2,a,-61,\n", "beacon: expected each beacon once at a point, found \"a\" again"),
    (
      "1,2,a,-60,\n1,2,a,-60,37\n1,2,a,-61,37\n",
      "map.csv:4: column beacon: expected each beacon once at a point and channel, found \"a\" again"
    ),
    (
      "1,2,a,-60,37\n1,2,\"b, c\",-61,\n",
      "expected beside the rows of a beacon's channels one without a channel, for all of them, found none of \"a\" at (1.0, 2.0)"
    ),
    ("1,2,a,-60,36\n", "map.csv:2: column channel: expected a whole number from 37 to 39, found \"36\""),
    ("1,2,a,,\n", "rssi_dbm: expected a number"),
    ("1,2,a,-201,\n", "rssi_dbm: expected a number from -200 to 100"),
    ("1,,a,-60,\n", "y_m: expected a number"), ("", "expected at least one surveyed point, found none"),
  ])
  func `a damaged map is refused by line and column`(rows: String, expected: String) {
    let problem = #expect(throws: FileProblem.self) { try map(rows, head: byChannel) }
    #expect(problem?.description.contains(expected) == true, "\(problem?.description ?? "")")
  }

  @Test(arguments: ["-60:1 -61:1", "-60", "-60:0", "-60:a", ":3", "-201:1", "-60:1:2", "-60:1000001"])
  func `a histogram that cannot be is refused`(histogram: String) {
    let problem = #expect(throws: FileProblem.self) { try map("1,2,0,a,-60,,1,\(histogram)\n", head: long) }
    let pair = histogram.split(separator: " ").last ?? ""
    let sentence =
      "histogram: expected ascending RSSI values with their counts, such as -61:3 -60:7, found \(pair)"
    #expect(problem?.description.contains(sentence) == true)
  }

  @Test func `a floor that the site lacks is refused`() {
    let problem = #expect(throws: FileProblem.self) { try map("1,2,5,a,-60,,1,\n", head: long) }
    #expect(problem?.description.contains("floor: expected a floor of the site, found 5") == true)
  }
}
