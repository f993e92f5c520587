import Documents
import Foundation
import Sites
import TestSupport
import Testing
import World

@Suite struct SiteFileTests {
  struct Vectors: Decodable {
    let loop: [[Double]]?
    let beacons: [[Double]]
    let testPoints: [[Double]]

    enum CodingKeys: String, CodingKey {
      case loop
      case beacons = "beacon_xy"
      case testPoints = "test_xy"
    }
  }

  func site(_ name: String) throws -> SiteFile {
    try SiteFile(contentsOf: inCheckout("scenarios/sites/\(name).yaml"))
  }

  @Test(
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)),
    arguments: [("floor35", "site_floor", 105.0), ("initial-loop", "site_initial", 48)])
  func `has the loop, the beacons and the test points of the exact vectors`(
    name: String, vectors: String, length: Double
  ) throws {
    let vectors = try SharedData.vectors(vectors, as: Vectors.self)
    let file = try site(name)
    #expect(file.site.name == name)
    #expect(file.site.anchors.map { [$0.position.x, $0.position.y] } == vectors.beacons)
    #expect(file.site.anchors.allSatisfy { $0.position.z == 3 && $0.measuredPower == -59 && $0.floor == 0 })
    #expect(file.site.testPoints.map { [$0.position.x, $0.position.y] } == vectors.testPoints)
    #expect(file.site.testPoints.map(\.id) == (1...12).map { .number($0) })
    let route = try #require(file.site.path.flatMap { Route(along: $0) })
    #expect(route.isClosed && route.isAnticlockwise == true && route.length == length)
    if let loop = vectors.loop { #expect(route.vertices.map { [$0.x, $0.y] } == loop) }
  }

  @Test(arguments: ["floor35", "floor35-pillars", "initial-loop"])
  func `each test point lies in the room of its side, and the middle of the loop in none`(name: String) throws
  {
    let site = try site(name).site
    #expect(site.rooms.map(\.name) == ["south", "east", "north", "west"])
    let route = try #require(site.path.flatMap { Route(along: $0) })
    for point in site.testPoints {
      #expect(
        site.room(at: point.position, floor: 0) == route.leg(at: route.arc(nearestTo: point.position)).leg)
    }
    #expect(site.room(at: site.centre, floor: 0) == nil)
  }

  @Test(arguments: [("floor35", 4, 3), ("initial-loop", 4, 2)])
  func `names its beacons by the layout of the paper`(name: String, building: Int, floor: Int) throws {
    let file = try site(name)
    #expect(file.notes.isEmpty)
    for anchor in file.site.anchors {
      let identity = try #require(anchor.identity?.numbers)
      let major = PlaceMajor(decoding: identity.major)
      #expect(major.building == building && major.floor == floor && major.unused == 0)
      // A beacon within 1.5 m of a corner along the path says so, and names the side round it.
      let corners = try #require(file.site.path).nodes.map(\.position)
      let nearest = try #require(
        corners.map { abs($0.x - anchor.position.x) + abs($0.y - anchor.position.y) - 1 }.min())
      #expect(major.kind == (nearest <= 1.5 ? [.hallway, .corner] : .hallway), "\(anchor.id)")
      let minor = PlaceMinor(decoding: identity.minor)
      #expect(1...4 ~= minor.first && 1...15 ~= minor.id)
      #expect(nearest <= 1.5 ? 1...4 ~= minor.second : minor.second == 0)
    }
  }

  @Test func `puts pillars with four beacons each in the place of eight beacons`() throws {
    let (plain, pillars) = (try site("floor35").site, try site("floor35-pillars").site)
    #expect(pillars.anchors.map(\.identity) == plain.anchors.map(\.identity))
    #expect(pillars.obstacles.count == 8)
    let carried = pillars.anchors.filter { $0.transmitters.count > 1 }
    #expect(carried.map(\.id) == (1...8).map { "p\($0)" })
    for (anchor, usual) in zip(pillars.anchors, plain.anchors) {
      #expect(anchor.position.distance(to: usual.position) < 1e-12)
    }
    for (anchor, obstacle) in zip(carried, pillars.obstacles) {
      #expect(anchor.transmitters.count == 4 && obstacle.loss == 8)
      // From 10 m away in any direction some beacon of the pillar is in sight and some is hidden by it.
      for step in 0..<16 {
        let angle = Double(step) * .pi / 8
        let place = anchor.position + Point(x: 10 * cos(angle), y: 10 * sin(angle))
        let hidden = anchor.transmitters.count { obstacle.blocks($0, place) }
        #expect(1...3 ~= hidden, "\(anchor.id), step \(step)")
      }
    }
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `has the anchors of the recorded datasets`() throws {
    let line = try String(contentsOf: SharedData.file("data/datasets/danis/cnf/tetam.dev"), encoding: .utf8)
    let dongles = try Document(
      json: String(line.prefix { $0 != "\n" }.dropFirst("Dongles:".count)), file: "tetam.dev")
    let danis = try site("danis").site
    #expect(danis.anchors.map(\.id) == (try dongles.members.map(\.key)))
    #expect(danis.anchors.map(\.position) == (try dongles.members.map { try $0.value[0].point }))
    #expect(danis.anchors.allSatisfy { $0.identity == nil })
    let rows = try Self.rows(of: "kolakowski/anchors.csv")
    let kolakowski = try site("kolakowski").site
    #expect(kolakowski.anchors.map(\.id) == rows.map { $0[0] })
    #expect(
      kolakowski.anchors.map { [$0.position.x, $0.position.y, $0.position.z] }
        == rows.map { $0.dropFirst().compactMap { Double($0) } })
    let rriesebos = try site("rriesebos").site
    #expect(
      rriesebos.anchors.map { [$0.id, "\($0.position.x)", "\($0.position.y)"] }
        == (try Self.rows(of: "rriesebos/beacons.csv").map { Array($0.prefix(3)) }))
    #expect(
      rriesebos.testPoints.map { [$0.id.description, "\($0.position.x)", "\($0.position.y)"] }
        == (try Self.rows(of: "rriesebos/checkpoints.csv")))
    #expect(rriesebos.path?.nodes.map(\.position) == rriesebos.testPoints.map(\.position))
  }

  /// Losses are not published, so that they change no result.
  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `has the walls and shelves of the recorded datasets, without a loss`() throws {
    let corners = try Self.rows(of: "kolakowski/layout.csv").map { row in row.compactMap { Double($0) } }
    let walls = try site("kolakowski").site.obstacles
    #expect(
      walls.map(\.shape)
        == zip(corners, corners.dropFirst()).map { from, to in
          Obstacle.Shape.wall(from: Point(x: from[0], y: from[1]), to: Point(x: to[0], y: to[1]))
        })
    // Identity, x, y, and type: 1 for the four sides of a shelf, 2 for a column.
    let outlines = try Self.rows(of: "uji-ble/obs/lib.csv")
    let obstacles = try site("uji-ble").site.obstacles
    let shelves = Set(outlines.filter { $0[3] == "1" }.map { $0[0] })
    let columns = Set(outlines.filter { $0[3] == "2" }.map { $0[0] })
    #expect(shelves.count == 27 && columns.count == 6)
    #expect(obstacles.count == 4 * shelves.count + columns.count)
    #expect((walls + obstacles).allSatisfy { $0.loss == 0 })
  }

  private static func rows(of file: String) throws -> [[String]] {
    try String(contentsOf: SharedData.file("data/datasets/\(file)"), encoding: .utf8)
      .split(whereSeparator: \.isNewline).dropFirst().map { $0.split(separator: ",").map { String($0) } }
  }

  static let storeys = """
    name: two-storeys
    identityLayout: mustafaSykes2021
    origin: {latitude: 43.5, longitude: -79.7}
    floors: [{level: 1, elevation: 4.5}, {level: 0, elevation: 0}]
    path:
      nodes: {foot: {at: [0, 0], floor: 0}, head: {at: [0, 0], floor: 1}, end: {at: [5, 0], floor: 1}}
      edges: [[foot, head], [head, end]]
    testPoints: [{id: 7, position: [2, 0], floor: 1}]
    rooms: [{name: lab, corners: [[0, 0], [4, 0], [4, 3]], floor: 1}]
    walls:
      - {from: [1, -1], to: [1, 1], floor: 1, loss: 12.5}
      - {from: [2, -1], to: [2, 1], floor: 0, material: heavy}
    pillars: [{centre: [3, 3], radius: 0.5, floor: 1, loss: 6}]
    beacons:
      - {id: a, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 4096, minor: 2, position: [0, 1, 2.5], floor: 0}
      - {id: b, uuid: 2D6C1A5E7B1F4C399E553A0B6F3D9C21, major: 1, minor: 3, measuredPower: -61, calibratedLevel: -63.25, position: [0, 1, 7], floor: 1}
    receivers: [{id: r, position: [1, 2, 3], floor: 0, calibratedLevel: -60}]
    calibration: {n: 2.25, sigma: 4, rows: 300}
    """

  @Test(arguments: [
    (
      "[0, 1, 2.5]", "[0, 1, 4.6]",
      "beacons[0].position: expected a height on floor 0, from -5.0 to 4.5 m, found 4.6"
    ),
    (
      "[0, 1, 7]", "[0, 1, 2]",
      "beacons[1].position: expected a height on floor 1, from 2.25 to 9.5 m, found 2.0"
    ),
    (
      "[1, 2, 3]", "[1, 2, 9]",
      "receivers[0].position: expected a height on floor 0, from -5.0 to 4.5 m, found 9.0"
    ),
  ])
  func `what hangs on another floor than it says is refused`(place: String, other: String, sentence: String)
    throws
  {
    let text = SiteFileTests.storeys.replacingOccurrences(of: place, with: other)
    let problem = try #require(throws: FileProblem.self) {
      try SiteFile(Document(yaml: text, file: "s.yaml"))
    }
    #expect("\(problem)".hasSuffix(sentence), "\(problem)")
  }

  @Test func `puts what stands on a floor at its elevation, and reads heights as they are`() throws {
    let file = try SiteFile(Document(yaml: SiteFileTests.storeys, file: "s.yaml"))
    let site = file.site
    #expect(site.floors.map(\.elevation) == [4.5, 0])
    let path = try #require(site.path)
    #expect(path.nodes.map(\.position.z) == [0, 4.5, 4.5] && path.nodes.map(\.floor) == [0, 1, 1])
    #expect(path.lengths == [4.5, 5])
    #expect(
      site.rooms == [
        Room(
          name: "lab", corners: [(0, 0), (4, 0), (4, 3)].map { Point(x: $0, y: $1, z: 4.5) }, floor: 1)
      ])
    #expect(site.testPoints == [TestPoint(id: 7, position: Point(x: 2, y: 0, z: 4.5), floor: 1)])
    #expect(
      site.obstacles == [
        Obstacle(
          shape: .wall(from: Point(x: 1, y: -1, z: 4.5), to: Point(x: 1, y: 1, z: 4.5)), floor: 1, loss: 12.5),
        Obstacle(shape: .wall(from: Point(x: 2, y: -1), to: Point(x: 2, y: 1)), floor: 0, loss: 6.9),
        Obstacle(shape: .pillar(centre: Point(x: 3, y: 3, z: 4.5), radius: 0.5), floor: 1, loss: 6),
      ])
    let uuid = try #require(BeaconUUID("2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21"))
    #expect(
      site.anchors == [
        Anchor(
          id: "a", identity: BeaconIdentity(uuid: uuid, major: 4096, minor: 2),
          position: Point(x: 0, y: 1, z: 2.5)),
        Anchor(
          id: "b", identity: BeaconIdentity(uuid: uuid, major: 1, minor: 3),
          position: Point(x: 0, y: 1, z: 7),
          floor: 1, measuredPower: -61, calibratedLevel: -63.25),
        Anchor(id: "r", identity: nil, position: Point(x: 1, y: 2, z: 3), calibratedLevel: -60),
      ])
    #expect(file.origin?.latitude == 43.5 && file.origin?.longitude == -79.7)
    #expect(
      file.notes == [
        "1 of 2 anchors have a major whose bits 13 to 15, which the layout of Mustafa & Sykes leaves unused, are not "
          + "zero: b 1"
      ])
    // What is written out with its defaults reads back as the same site.
    #expect(try SiteFile(Document(yaml: file.document.yaml, file: "")).site == site)
  }

  static let small = """
    name: small
    path:
      nodes: {a: [0, 0], b: [5, 0]}
      edges: [[a, b]]
    testPoints: [{id: 1, position: [1, 0]}]
    beacons:
      - {id: b1, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 8, minor: 1, position: [0, 1, 3]}
      - {id: b2, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 8, minor: 2, position: [5, 1, 3], pillar: p}
    """

  private static let room = "rooms: [{name: r, corners: [[0, 0], [4, 0], [4, 3]]}]"

  @Test(arguments: [
    ("[4, 3]]}", "[4, 3]], floor: 2}", "1: rooms[0].floor: expected the site's floor 0, found 2"),
    (", [4, 3]]", "]", "1: rooms[0].corners: expected a list of 3 to 1000, found a list of 2"),
    (
      "[4, 3]", "[8, 0]",
      "1: rooms[0].corners: expected corners in order round the room, found sides 1 and 3, which meet"
    ),
    (
      "[4, 3]", "[0, 4], [4, 4]",
      "1: rooms[0].corners: expected corners in order round the room, found sides 2 and 4, which meet"
    ),
    (
      "[4, 3]", "[4, 0.001]",
      "1: rooms[0].corners: expected a room of at least 0.01 m², found one of 0.002 m²"
    ),
    (
      "}]", "}, {name: r, corners: [[0, 0], [4, 0], [4, 3]]}]",
      "1: rooms[1].name: expected each name once, found r a second time"
    ),
  ])
  func `refuses a wrong room in one sentence`(part: String, other: String, expected: String) throws {
    let text = Self.room.replacing(part, with: other) + "\n" + Self.small
    try #require(Self.room.contains(part))
    #expect(sentence { _ = try SiteFile(Document(yaml: text, file: "s.yaml")) } == "s.yaml:\(expected)")
  }

  @Test(arguments: [
    (
      "name: small", "nane: small",
      #"1: nane: expected one of the keys name, about, identityLayout, defaults, origin, floors, path, testPoints, rooms, walkable, walls, pillars, pictures, calibration, beacons, receivers, found the unknown key "nane" (did you mean name?)"#
    ),
    (
      ", position: [0, 1, 3]", "",
      "7: beacons[0]: expected the key position, found only id, uuid, major, minor"
    ),
    (
      "[0, 1, 3]", "[0, 1]",
      "7: beacons[0].position: expected [x, y, z] in m, or the key defaults.height beside [x, y], found a list of 2"
    ),
    (
      "[0, 1, 3]", "[0, .nan, 3]",
      "7: beacons[0].position[1]: expected a finite number, or a text in quotes, found .nan"
    ),
    (
      "[0, 1, 3]", "[0, NaN, 3]",
      #"7: beacons[0].position[1]: expected a number from -1000000 to 1000000 m, found "NaN""#
    ),
    (
      "minor: 2", "minor: 1",
      "8: beacons[1]: expected an identity of its own, or the same pillar as b1, found the identity of b1, 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21/8/1"
    ),
    ("id: b2", "id: b1", "8: beacons[1].id: expected each id once, found b1 a second time"),
    (
      "pillar: p", "pillar: b1",
      "8: beacons[1].pillar: expected a name that no beacon or receiver has, found b1"
    ),
    (
      "minor: 1, position: [0, 1, 3]", "minor: 1, position: [0, 1, 3], pillar: p",
      "8: beacons[1]: expected the identity of b1 on the same pillar, p, found another identity"
    ),
    (
      "major: 8, minor: 1", "major: 70000, minor: 1",
      "7: beacons[0].major: expected a whole number from 0 to 65535, found 70000"
    ),
    (
      "uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 8, minor: 1", "uuid: 2D6C, major: 8, minor: 1",
      #"7: beacons[0].uuid: expected a UUID such as 2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6, found "2D6C""#
    ),
    ("[[a, b]]", "[]", "4: path.edges: expected a list of 1 to 20000, found an empty list"),
    (
      "{a: [0, 0], b: [5, 0]}", "{}",
      "3: path.nodes: expected a map of names of 2 to 10000, found an empty map"
    ),
    ("[[a, b]]", "[[a, c]]", #"4: path.edges[0][1]: expected the name of a node, found "c""#),
    ("[[a, b]]", "[[a, b], [b, a]]", "4: path.edges[1]: expected each edge once, found it a second time"),
    (
      "[[a, b]]", "[[a, a]]",
      "4: path.edges[0]: expected an edge of at least 1 mm, since coordinates are in metres, found one of 0.0 m"
    ),
    (
      "b: [5, 0]", "b: [1e200, 0]",
      "3: path.nodes.b[0]: expected a number from -1000000 to 1000000 m, found 1e+200"
    ),
    ("b: [5, 0]", "b: [5, 0], c: [5, 5]", "3: path.nodes.c: expected an edge to every node, found none to c"),
    ("b: [5, 0]", "b: {at: [5, 0], floor: 2}", "3: path.nodes.b.floor: expected the site's floor 0, found 2"),
    (
      "{id: 1, position: [1, 0]}", "{id: 1, position: [1, 0]}, {id: 1, position: [2, 0]}",
      "5: testPoints[1].id: expected each id once, found 1 a second time"
    ),
    (
      "{id: 1, position: [1, 0]}", "{id: 1, position: [1, 0], floor: 3}",
      "5: testPoints[0].floor: expected the site's floor 0, found 3"
    ),
    (
      "name: small", "name: small\nfloors: [{level: 0, elevation: 0}, {level: 0, elevation: 3}]",
      "2: floors[1].level: expected each level once, found 0 a second time"
    ),
    (
      "name: small", "name: small\nfloors: [{level: 0, elevation: 0}, {level: 1, elevation: 3}]",
      "4: path.nodes.a: expected the key floor, since the site has the floors 0, 1, found none"
    ),
    (
      "name: small", "name: small\nwalls: [{from: [0, 0], to: [0, 0], loss: 3}]",
      "2: walls[0]: expected a wall of at least 1 mm, found one of 0.0 m"
    ),
    (
      "name: small", "name: small\nwalls: [{from: [0, 0], to: [1, 0]}]",
      "2: walls[0]: expected exactly one of the keys loss or material, found neither"
    ),
    (
      "name: small", "name: small\npillars: [{centre: [0, 0], radius: 0, loss: 3}]",
      "2: pillars[0].radius: expected a number above 0 and at most 1000000 m, found 0"
    ),
  ])
  func `refuses a wrong site in one sentence`(part: String, other: String, expected: String) throws {
    let text = SiteFileTests.small
    try #require(text.contains(part))
    #expect(
      sentence { _ = try SiteFile(Document(yaml: text.replacing(part, with: other), file: "s.yaml")) }
        == "s.yaml:\(expected)")
  }

  @Test func `reads the site that the wrong ones are made from, and refuses one without anchors`() throws {
    #expect(
      try SiteFile(Document(yaml: SiteFileTests.small, file: "s.yaml")).site.anchors.map(\.id) == ["b1", "p"])
    #expect(
      sentence { _ = try SiteFile(Document(yaml: "name: bare", file: "s.yaml")) }
        == "s.yaml:1: expected at least one beacon or receiver, found none")
    #expect(
      sentence { _ = try SiteFile(contentsOf: "/nowhere/s.yaml") }
        == "/nowhere/s.yaml: no such file (there is no folder /nowhere)")
    let scratch = try TemporaryFolder()
    let path = URL(filePath: scratch.path("bytes.yaml"))
    try Data([0x61, 0x3A, 0x20, 0xFF, 0x0A]).write(to: path)
    #expect(
      sentence { _ = try SiteFile(contentsOf: path.path) }
        == "bytes.yaml:1: byte 3: expected text in UTF-8, found the byte FF, as Windows-1252 or Latin-1 may have it: save the file as UTF-8"
    )
  }
}
