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

  private func hung(_ x: Double, _ y: Double = 5, kind: Int = 0, place: Int = 0) -> PlacementCandidate {
    PlacementCandidate(position: Point(x: x, y: y, z: 2.7), floor: 0, kind: kind, place: place)
  }

  private static func kind(_ name: String, _ change: (inout BeaconKind) -> Void) -> BeaconKind {
    var kind = BeaconKind()
    kind.name = name
    change(&kind)
    return kind
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
    #expect(layout.count == 3 && !layout.isRule && layout.changes.isEmpty && layout.site.site.name == "study")
  }

  @Test func `a kind with another power or interval becomes a change of the scenario's beacons`() throws {
    let kinds = [
      Self.kind("plain") { _ in },
      Self.kind("loud") { $0.power = 4 },
      Self.kind("quick") { $0.interval = 0.1 },
    ]
    let layout = try writer { $0.kinds = kinds }.layout(
      "a", [hung(1, kind: 0), hung(2, kind: 1), hung(3, kind: 2)], origin: .rule)
    #expect(
      layout.changes == [
        ["beacon": "p002", "power": 4.0], ["beacon": "p003", "power": 0.0, "interval": 0.1],
      ])
    #expect(
      try layout.site.document.elements("beacons").map { try $0.integer("measuredPower") } == [-59, -55, -59])
    #expect(layout.isRule)
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
    #expect(abs(BeaconKind().batteryYears(interval: 0.3) - 240_000 / 107.6 / 8766) < 1e-12)
    #expect(abs(BeaconKind().batteryYears(interval: 0.3) - 0.25445) < 1e-5)
    // Without a sleep current it is proportional to the interval.
    let awake = Self.kind("a") { $0.battery.sleepCurrent = 0 }
    #expect(abs(awake.batteryYears(interval: 2) / awake.batteryYears(interval: 1) - 2) < 1e-12)
  }

  /// Batteries last 0.25445 years at 0.3 s: three sets are used up in the first year and 39 in ten. Two beacons are 20; batteries
  /// are 2 each, and an hour's work 30: mounting takes 20 minutes and 2 m on foot, each change 5 minutes.
  @Test func `costs over years are those of beacons, batteries and work`() throws {
    let plan = try plan([hung(2), hung(4)]) {
      $0.kinds = [Self.kind("a") { ($0.cost, $0.batteryCost, $0.interval) = (10, 2, 0.3) }]
      $0.installation.hourlyCost = 30
    }
    #expect(plan.costs.map(\.years) == [1, 2, 5, 10] && plan.costs.map(\.changes) == [6, 14, 38, 78])
    let hours = 20.0 / 60 + 2.0 / 3600
    #expect(abs(plan.costs[0].hours - (hours + 0.5)) < 1e-12)
    #expect(abs(plan.costs[3].total - (20 + 78 * 2 + 30 * (hours + 6.5))) < 1e-9)
  }

  @Test func `the bill has a line for each kind that is used, and none for beacons that stay`() throws {
    let kinds = [
      Self.kind("cheap") { $0.cost = 10 },
      Self.kind("dear") { ($0.cost, $0.interval) = (25, 0.1) },
      Self.kind("unused") { $0.cost = 1 },
    ]
    let kept = PlacementCandidate(position: Point(x: 1, y: 1, z: 2), floor: 0, place: -1, kept: "old")
    let plan = try plan([kept, hung(2, kind: 0), hung(4, kind: 1), hung(6, kind: 1)]) { $0.kinds = kinds }
    #expect(plan.bill.map(\.kind) == ["cheap", "dear"])
    #expect(plan.bill.map(\.count) == [1, 2] && plan.bill.map(\.total) == [10, 50])
    #expect(plan.bill.map(\.interval) == [0.35, 0.1])
    #expect(plan.beacons.count == 3 && plan.beacons.map(\.interval) == [350, 100, 100])
    // Six intervals each.
    #expect(
      plan.batteries.count == 12 && plan.batteries.map(\.interval).prefix(6) == [0.1, 0.2, 0.3, 0.5, 1, 2])
  }
}
