import Documents
import Foundation
import Sites
import TestSupport
import Testing
import World

/// Sites that leave something to defaults, to a table of beacons or to the places of beacons in their list.
@Suite struct SiteShortFormTests {
  static let short = """
    name: hall
    floors: [{level: 0, elevation: 0}, {level: 1, elevation: 4.5}]
    defaults: {floor: 1, height: 2.5, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 8, measuredPower: -59}
    path:
      nodes: {a: [0, 0], b: {at: [5, 0]}}
      edges: [[a, b]]
    testPoints: [{id: 1, position: [1, 0]}]
    rooms: [{name: r, corners: [[0, 0], [4, 0], [4, 3]]}]
    walls: [{from: [0, 0], to: [1, 0], loss: 3}]
    pillars: [{centre: [3, 3], radius: 0.5, loss: 6}]
    beacons:
      - {id: a, position: [0, 1]}
      - {id: b, minor: 7, position: [1, 1, 6]}
      - {id: c, position: [2, 1], floor: 0, measuredPower: -61, pillar: p}
      - {id: d, position: [2, 2], floor: 0, measuredPower: -61, pillar: p}
      - {id: e, address: "C0:98:E5:00:00:01", major: 9, position: [3, 1]}
    receivers: [{id: r, position: [1, 2]}]

    """

  private static let long = """
    name: hall
    floors: [{level: 0, elevation: 0}, {level: 1, elevation: 4.5}]
    path:
      nodes: {a: {at: [0, 0], floor: 1}, b: {at: [5, 0], floor: 1}}
      edges: [[a, b]]
    testPoints: [{id: 1, position: [1, 0], floor: 1}]
    rooms: [{name: r, corners: [[0, 0], [4, 0], [4, 3]], floor: 1}]
    walls: [{from: [0, 0], to: [1, 0], loss: 3, floor: 1}]
    pillars: [{centre: [3, 3], radius: 0.5, loss: 6, floor: 1}]
    beacons:
      - {id: a, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 8, minor: 1, measuredPower: -59, position: [0, 1, 7], floor: 1}
      - {id: b, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 8, minor: 7, measuredPower: -59, position: [1, 1, 6], floor: 1}
      - {id: c, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 8, minor: 3, measuredPower: -61, position: [2, 1, 2.5], floor: 0, pillar: p}
      - {id: d, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 8, minor: 3, measuredPower: -61, position: [2, 2, 2.5], floor: 0, pillar: p}
      - {id: e, address: "C0:98:E5:00:00:01", measuredPower: -59, position: [3, 1, 7], floor: 1}
    receivers: [{id: r, position: [1, 2, 7], floor: 1}]

    """

  private func site(_ text: String) throws -> SiteFile { try SiteFile(Document(yaml: text, file: "s.yaml")) }

  @Test func `defaults stand in for what a beacon or a place does not say, and leave no trace`() throws {
    let file = try site(Self.short.replacing(", major: 9", with: ""))
    let long = try site(Self.long)
    #expect(file.site == long.site)
    #expect(file.document == long.document)
    // What is written out reads back as the same file.
    #expect(try site(file.document.yaml).document == file.document)
  }

  @Test func `a beacon without identity has its place in the list as minor, on a pillar that of the first`()
    throws
  {
    let file = try site(
      """
      name: bare
      beacons:
        - {id: a, position: [0, 1, 3]}
        - {id: b, position: [1, 1, 3], pillar: p}
        - {id: c, position: [2, 1, 3]}
        - {id: d, position: [1, 2, 3], pillar: p}
        - {id: e, position: [5, 1, 3], pillar: q, address: "C0:98:E5:00:00:01"}
        - {id: f, position: [5, 2, 3], pillar: q}
      """)
    let uuid = try #require(BeaconUUID("BEAC0BE4-C000-4000-8000-000000000000"))
    #expect(
      file.site.anchors.map(\.identity) == [
        .iBeacon(IBeaconIdentity(uuid: uuid, major: 0, minor: 1)),
        .iBeacon(IBeaconIdentity(uuid: uuid, major: 0, minor: 2)),
        .iBeacon(IBeaconIdentity(uuid: uuid, major: 0, minor: 3)),
        .address(DeviceAddress(octets: 0xC098_E500_0001, isRandom: true)),
      ])
  }

  @Test(arguments: [
    (
      "height: 2.5, ", "",
      "12: beacons[0].position: expected [x, y, z] in m, or the key defaults.height beside [x, y], found a list of 2"
    ),
    (
      "height: 2.5", "height: high",
      #"3: defaults.height: expected a number from -1000000 to 1000000 m, found "high""#
    ),
    ("floor: 1, height", "floor: 2, height", "3: defaults.floor: expected one of the floors 0, 1, found 2"),
    (
      "major: 8,", "",
      "13: beacons[1]: expected the key major, here or under defaults, found only id, minor, position"
    ),
    (
      "minor: 7", "minor: 1",
      "13: beacons[1]: expected an identity of its own, or the same pillar as a, found the identity of a, 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21/8/1"
    ),
    (", major: 9", ", major: 9", "16: beacons[4].major: expected no such key beside address, found 9"),
    (
      "major: 8", "minor: 8",
      #"3: defaults.minor: expected one of the keys floor, height, measuredPower, uuid, major, found the unknown key "minor""#
    ),
    (
      "name: hall", "name: hall\nidentityLayout: sykes",
      #"2: identityLayout: expected mustafaSykes2021, found "sykes""#
    ),
  ])
  func `refuses what is wrong with a short form in one sentence`(
    part: String, other: String, expected: String
  ) {
    let text = Self.short.replacing(part, with: other)
    #expect(
      sentence { _ = try site(other == ", major: 9" ? text : text.replacing(", major: 9", with: "")) }
        == "s.yaml:\(expected)")
  }

  @Test func `a table of beacons is the list that it stands for`() throws {
    let scratch = try TemporaryFolder()
    _ = try scratch.file(
      "beacons.csv",
      """
      id,minor,x_m,y_m,z_m,floor,uuid,major,address,measured_power_dbm,calibrated_level_dbm,pillar
      a,,0,1,,,,,,,,
      b,7,1,1,6,1,,,,,-60.5,
      c,,2,1,,0,,,,-61,,p
      d,,2,2,,0,,,,-61,,p
      e,,3,1,,,,,C0:98:E5:00:00:01,,,

      """.replacing("\n\n", with: "\n"))
    let head = Self.short.prefix(upTo: try #require(Self.short.range(of: "  - {id: a")?.lowerBound))
      .replacing("beacons:\n", with: "beacons: {csv: beacons.csv}\n")
    let path = try scratch.file("site.yaml", head + "receivers: [{id: r, position: [1, 2]}]\n")
    let long = try site(
      Self.long.replacing("position: [1, 1, 6]", with: "calibratedLevel: -60.5, position: [1, 1, 6]"))
    #expect(try SiteFile(contentsOf: path).document == long.document)
  }

  private static let table = "id,x_m,y_m,z_m,measured_power_dbm,major\na,0,1,3,-59,\nb,1,1,3,-59,\n"

  @Test(arguments: [
    (
      ",y_m", ",y",
      #"1: expected only the columns id, x_m, y_m, z_m, floor, uuid, major, minor, address, measured_power_dbm, calibrated_level_dbm, pillar, found the unknown column "y""#
    ),
    ("b,1,", "b,west,", #"3: column x_m: expected a number in m, found "west""#),
    ("b,1,1,3,-59", "b,1,1,,-59", "3: column z_m: expected a number in m, found nothing"),
    (
      "b,1,1,3,-59", "b,1,1,3,-590",
      "3: column measured_power_dbm: expected a whole number from -128 to 127 dBm, found -590"
    ),
    (
      "b,1,1,3,-59,", "b,1,1,3,-59,5",
      "3: expected the key uuid, here or under defaults, found only id, position, major, measuredPower"
    ),
    (
      "b,1,1,3,", "b,2e6,1,3,",
      "3: column x_m: expected a number from -1000000 to 1000000 m, found 2000000.0 (2000000 cm are 20000 m)"
    ),
    ("b,1,", "a,1,", "3: column id: expected each id once, found a a second time"),
    ("b,1,", ",1,", "3: column id: expected something, found nothing"),
    ("a,0,1,3,-59,\nb,1,1,3,-59,\n", "", " expected at least one beacon, found none"),
  ])
  func `what is wrong with a table of beacons names file, line and column`(
    part: String, other: String, expected: String
  ) throws {
    let scratch = try TemporaryFolder()
    try #require(Self.table.contains(part))
    _ = try scratch.file("beacons.csv", Self.table.replacing(part, with: other))
    let path = try scratch.file("site.yaml", "name: s\nbeacons: {csv: beacons.csv}\n")
    #expect(
      sentence { _ = try SiteFile(contentsOf: path) }
        == "beacons.csv:\(expected)")
  }

  @Test func `a table of beacons that is not there is refused where it is named`() throws {
    let scratch = try TemporaryFolder()
    let path = try scratch.file("site.yaml", "name: s\nbeacons: {csv: none.csv}\n")
    #expect(
      sentence { _ = try SiteFile(contentsOf: path) }.contains("beacons.csv: no such file: none.csv"))
  }

  /// 1 and 8193 = 2^13 + 1 have a bit among the lowest three.
  @Test(arguments: [
    ("", [Int](), [1, 8]), ("identityLayout: mustafaSykes2021", [1], [1, 8]),
    ("identityLayout: mustafaSykes2021", [1, 8193], [1, 8193]),
    ("identityLayout: mustafaSykes2021", [], [8, 16]),
  ])
  func `majors outside a layout are noted where the site says that it uses it`(
    key: String, odd: [Int], majors: [Int]
  ) throws {
    let beacons = majors.enumerated().map {
      "  - {id: b\($0), uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: \($1), minor: 1, position: [\($0), 1, 3]}"
    }
    let file = try site("name: s\n\(key)\nbeacons:\n" + beacons.joined(separator: "\n"))
    #expect(file.notes.count == (odd.isEmpty ? 0 : 1))
    if !odd.isEmpty {
      #expect(
        file.notes.first?.hasPrefix("\(odd.count) of 2 anchors have a major whose bits 13 to 15") == true)
    }
  }
}
