import Documents
import Radio
import Sites
import Testing
import World

@testable import Placement

/// Layouts as site files, and the plan to install them.
@Suite struct PlacementLayoutTests {
  private static let base = """
    name: base
    rooms:
      - {name: hall, corners: [[0, 0], [10, 0], [10, 10], [0, 10]]}
      - {name: ward, corners: [[10, 0], [20, 0], [20, 10], [10, 10]]}
    beacons:
      - {id: old, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 7, minor: 8, measuredPower: -70, position: [1, 1, 2]}

    """

  private func writer(_ change: (inout PlacementSettings) -> Void = { _ in }) throws -> LayoutWriter {
    var settings = PlacementSettings()
    settings.name = "study"
    change(&settings)
    return LayoutWriter(
      settings: settings, base: try SiteFile(Document(yaml: Self.base, file: "base.yaml")), measuredPower: -59
    )
  }

  private func hung(_ x: Double, place: Int = 0) -> PlacementCandidate {
    PlacementCandidate(position: Point(x: x, y: 5, z: 2.7), floor: 0, place: place)
  }
  @Test func `new beacons are numbered, and one that stays keeps its entry`() throws {
    let kept = PlacementCandidate(position: Point(x: 1, y: 1, z: 2), floor: 0, place: -1, kept: "old")
    let layout = try writer().layout("greedy", [kept, hung(3.00049), hung(12)], origin: .search)
    let beacons = try layout.site.document.elements("beacons")
    #expect(try beacons.map { try $0.text("id") } == ["old", "p001", "p002"])
    #expect(try beacons.map { try $0.integer("major") } == [7, 0, 0])
    #expect(try beacons.map { try $0.integer("minor") } == [8, 1, 2])
    #expect(try beacons.map { try $0.integer("measuredPower") } == [-70, -59, -59])
    // Places are written to the millimetre.
    #expect(layout.site.site.anchors.map(\.position.x) == [1, 3, 12])
    #expect(layout.count == 3 && !layout.isRule && layout.site.site.name == "study")
  }

  @Test func `a layout of a file keeps its beacons, of which those to keep are marked`() throws {
    let file = try SiteFile(Document(yaml: Self.base, file: "base.yaml"))
    #expect(try writer().layout(of: file).beacons.map(\.kept) == [nil])
    let marked = try writer { $0.keep = ["old"] }.layout(of: file)
    #expect(marked.beacons.map(\.kept) == ["old"] && marked.origin == .file && marked.name == "base")
  }

  @Test func `identifiers of a building hold 16 beacons a room, and are refused beyond`() throws {
    let writer = try writer {
      $0.installation.layout = .mustafaSykes2021
      $0.installation.hallways = ["hall"]
    }
    func beacons(_ count: Int) -> [PlacementCandidate] {
      (0..<count).map { hung(11 + Double($0) / 4, place: $0) }
    }
    let layout = try writer.layout(
      "a", beacons(16) + [hung(1, place: 99)], origin: .search, isInstalled: true)
    let entries = try layout.site.document.elements("beacons")
    let majors = try entries.map { try $0.integer("major") }
    let minors = try entries.map { try $0.integer("minor") }
    // A room is bit 8 of the major, a hallway bit 9. The ward is the second room: 2 in the minor's first six bits, and the
    // hall 1 in the next six; the last four count.
    #expect(majors == [Int](repeating: 128, count: 16) + [64])
    #expect(minors == (0..<16).map { 2 << 10 | $0 } + [1 << 4])
    #expect {
      try writer.layout("a", beacons(17), origin: .search, isInstalled: true)
    } throws: {
      "\($0)".contains("expected at most 8 floors, 63 rooms and 16 beacons in each")
        && "\($0)".contains("found beacon 17 of room 2 on floor 0")
    }
    // What is judged only has numbers without end.
    #expect(try writer.layout("a", beacons(17), origin: .search).count == 17)
  }

  private func plan(_ beacons: [PlacementCandidate], _ change: (inout PlacementSettings) -> Void = { _ in })
    throws -> InstallationPlan
  {
    let writer = try writer(change)
    return try InstallationPlan(
      writer.layout("a", beacons, origin: .search, isInstalled: true), settings: writer.settings,
      measuredPower: -59, interval: 0.35)
  }

  /// From the westmost at 0 to 3, 6 and then back to 20: 3 + 3 + 14 m. Three minutes each and 20 s of walking.
  @Test func `beacons are mounted from the west on, always the nearest next`() throws {
    let plan = try plan([hung(6), hung(20), hung(0), hung(3)]) { $0.installation.minutesPerBeacon = 3 }
    #expect(plan.beacons.map(\.position.x) == [0, 3, 6, 20])
    #expect(plan.beacons.map(\.id) == ["p003", "p004", "p001", "p002"])
    #expect(plan.metres == 20)
    #expect(abs(plan.hours - (4 * 3 + 20 / 60.0) / 60) < 1e-12)
    #expect(
      plan.beacons[0].encode
        == "beaconbench encode --uuid 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21 --major 0 --minor 3 --power -59 --interval 0.35"
    )
  }

  /// 240 mAh at 2.6 µA and 31.5 µC every 0.3 s, which is 105 µA: 240,000 / 107.6 hours = 0.25445 years of 8766 hours.
  @Test func `batteries last as long as their charge at the mean current`() throws {
    #expect(abs(InstallationSettings().batteryYears(interval: 0.3) - 240_000 / 107.6 / 8766) < 1e-12)
    #expect(abs(InstallationSettings().batteryYears(interval: 0.3) - 0.25445) < 1e-5)
    // Without a sleep current it is proportional to the interval.
    let awake = InstallationSettings { $0.battery.sleepCurrent = 0 }
    #expect(abs(awake.batteryYears(interval: 2) / awake.batteryYears(interval: 1) - 2) < 1e-12)
  }

  /// Batteries last 0.29453 years at 0.35 s, where the mean current is 92.6 µA: three sets are used up in the first year and 33 in ten. Two
  /// beacons are 20; batteries are 2 each, and an hour's work 30: mounting takes 20 minutes and 2 m on foot, each change 5 minutes.
  @Test func `costs over years are those of beacons, batteries and work`() throws {
    let kept = PlacementCandidate(position: Point(x: 1, y: 1, z: 2), floor: 0, place: -1, kept: "old")
    let plan = try plan([kept, hung(2), hung(4)]) {
      ($0.installation.beaconCost, $0.installation.batteryCost, $0.installation.hourlyCost) = (10, 2, 30)
    }
    // None for the beacon that stays.
    #expect(plan.bill.map(\.count) == [2] && plan.bill.map(\.total) == [20])
    #expect(plan.beacons.map(\.interval) == [350, 350])
    #expect(plan.batteries.map(\.interval) == [0.1, 0.2, 0.3, 0.5, 1, 2])
    #expect(plan.costs.map(\.years) == [1, 2, 5, 10] && plan.costs.map(\.changes) == [6, 12, 32, 66])
    let hours = 20.0 / 60 + 2.0 / 3600
    #expect(abs(plan.costs[0].hours - (hours + 0.5)) < 1e-12)
    #expect(abs(plan.costs[3].total - (20 + 66 * 2 + 30 * (hours + 5.5))) < 1e-9)
  }
}

@Suite struct PlaceInWordsTests {
  /// A ward of 6 m by 4 m whose floor lies at 3.5 m, and a room like a triangle beside it.
  private let site = Site(
    name: "s", floors: [Floor(level: 1, elevation: 3.5)],
    rooms: [
      Room(
        name: "ward", corners: [Point(x: 0, y: 0), Point(x: 6, y: 0), Point(x: 6, y: 4), Point(x: 0, y: 4)],
        floor: 1),
      Room(name: "corner", corners: [Point(x: 10, y: 0), Point(x: 14, y: 0), Point(x: 10, y: 4)], floor: 1),
    ], anchors: [])

  @Test(arguments: [
    (Point(x: 2, y: 0.1, z: 6), "ward, on the lower wall, 2.0 m from the left wall, 2.5 m above the floor"),
    (
      Point(x: 5, y: 3.9, z: 6.2), "ward, on the upper wall, 1.0 m from the right wall, 2.7 m above the floor"
    ),
    (
      Point(x: 4, y: 1.5, z: 6),
      "ward, 1.5 m from the lower wall, 2.0 m from the right wall, 2.5 m above the floor"
    ),
    // From (11, 0.5) the slope is 2.5 / sqrt 2 = 1.8 m away, at 45 degrees to both others.
    (
      Point(x: 11, y: 0.5, z: 6),
      "corner, 0.5 m from the lower wall, 1.0 m from the left wall, 2.5 m above the floor"
    ),
    (
      Point(x: 20, y: -1.3, z: 6), "outside all rooms, at [20.0 m, -1.3 m] of the plan, 2.5 m above the floor"
    ),
  ])
  func `a place is described by its room, two walls that are not parallel, and the height`(
    place: Point, words: String
  ) {
    #expect(site.words(for: place, floor: 1) == words)
  }
}
