import Context
import Documents
import Testing
import World

@Suite struct FleetMachineTests {
  @Test func `a period with too few beacons for a median leaves nothing to the next one`() {
    let site = Site(
      name: "s",
      anchors: ["a", "b", "c", "d"].enumerated().map { index, id in
        Anchor(id: id, identity: nil, position: Point(x: Double(10 * index), y: 0))
      })
    let fleet = FleetSettings { settings in
      settings.period = 10
      settings.reference = .others
    }
    var engine = ContextEngine(
      [ApplicationDefinition { $0.application = ApplicationChoice(fleet) }], handset: HandsetSettings(),
      site: site)
    var stream = AdvertisementStream()
    for second in 0..<40 {
      // In the first and the third period the phone is close to a and receives only b beside it.
      let isClose = second / 10 % 2 == 0
      for anchor in isClose ? 0..<2 : 0..<4 {
        let level: DBm = isClose && anchor == 0 ? -50 : -70
        stream.append(
          Advertisement(
            microseconds: Int64(second) * 1_000_000 + Int64(anchor), anchor: anchor, transmitter: anchor,
            level: level))
      }
    }
    engine.read(stream, directory: StreamDirectory(of: site))
    engine.listen(until: 40_000_000)
    #expect(engine.logs[0].events == [])
  }
}
