import NumericalMethods
import Propagation
import Testing
import World

@Suite struct NearableTests {
  let site = Site(
    name: "shelf", anchors: (0..<3).map { Fixtures.anchor("a\($0)", Point(x: Double($0), y: 0), minor: $0) })

  @Test func `tells temperature, motion and the side that is up with each advertisement heard`() throws {
    let building = try Building(site: site, channel: Fixtures.bare, seed: Seed(1))
    var source = try SimulatedSource(
      building: building, walk: Fixtures.standing(at: .zero), hand: .left, duration: 60,
      beacons: BeaconSettings(loss: 0.3), receiver: Fixtures.perfect, seed: Seed(2))
    let stream = try source.stream()
    let cup = Nearable(
      beacon: "a1", temperature: 20, warming: 360, orientation: .vertical,
      moves: [
        .init(from: 10, until: 14, orientation: .leftSide),
        .init(from: 30, until: 31, orientation: .horizontal),
      ])
    let reports = stream.reports(of: [cup], directory: source.directory)
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
      try Nearable(
        beacon: "a",
        moves: [
          .init(from: 1, until: 5, orientation: .vertical), .init(from: 4, until: 6, orientation: .vertical),
        ]
      ).validate()
    }
    #expect(throws: SettingFault.self) { try Nearable(beacon: "a", temperature: 101).validate() }
    var stream = AdvertisementStream()
    stream.append(Advertisement(microseconds: 3_600_000_000, anchor: 0, transmitter: 0, level: -60))
    let directory = StreamDirectory(anchors: [StreamDirectory.Anchor(id: "a", identity: nil)])
    let hot = Nearable(beacon: "a", temperature: 100, warming: 1000)
    #expect(stream.reports(of: [hot], directory: directory).map(\.temperature) == [127.9375])
  }
}
