import Documents
import NumericalMethods
import Propagation
import Testing
import World

@Suite struct NearableTests {
  let site = Site(
    name: "shelf", anchors: (0..<3).map { Fixtures.anchor("a\($0)", Point(x: Double($0), y: 0), minor: $0) })

  @Test func `tells temperature, motion and the side that is up with each advertisement heard`() throws {
    var cup = Nearable { $0.beacon = "a1" }
    (cup.temperature, cup.warming, cup.orientation) = (20, 360, .vertical)
    cup.moves = [
      Nearable.Move { ($0.from, $0.until, $0.orientation) = (10, 14, .leftSide) },
      Nearable.Move { ($0.from, $0.until) = (30, 31) },
    ]
    let building = try Building(site: site, channel: Fixtures.bare, seed: Seed(1))
    var source = try SimulatedSource(
      of: try Transmission(
        in: building, beacons: BeaconSettings { $0.loss = 0.3 }, receiver: Fixtures.perfect),
      walk: Fixtures.standing(at: .zero), hand: .left, duration: 60, nearables: [cup], seed: Seed(2))
    let stream = try source.stream()
    let reports = stream.sensorReports
    #expect(reports.map(\.microseconds) == stream.filter { $0.anchor == 1 }.map(\.microseconds))
    #expect(reports.count > 300 && reports.allSatisfy { $0.anchor == 1 })
    for report in reports {
      let time = report.time
      // A tenth of a degree each second, read in sixteenths.
      #expect(abs(report.temperature - (20 + time / 10)) <= 1.0 / 32 + 1e-9)
      #expect((report.temperature * 16).rounded() == report.temperature * 16)
      #expect(report.isMoving == (10..<14 ~= time || 30..<31 ~= time))
      #expect(report.orientation == (time < 12 ? .vertical : time < 30.5 ? .leftSide : .horizontal))
    }
  }

  @Test func `moves that overlap and temperatures beyond what a frame holds are refused or held`() throws {
    #expect(throws: SettingFault.self) {
      let moves = [
        Nearable.Move { ($0.from, $0.until) = (1, 5) }, Nearable.Move { ($0.from, $0.until) = (4, 6) },
      ]
      try Nearable { ($0.beacon, $0.moves) = ("a", moves) }.validate()
    }
    #expect(throws: SettingFault.self) {
      try Nearable { ($0.beacon, $0.temperature) = ("a", 101) }.validate()
    }
    let hot = Nearable { ($0.beacon, $0.temperature, $0.warming) = ("a", 100, 1000) }
    #expect(hot.report(at: 3_600_000_000, anchor: 0).temperature == 127.9375)
  }
}
