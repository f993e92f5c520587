import Documents
import Testing
import World

@testable import Context

/// Chairs that fall over, and beacons that are ranged second by second.
@Suite struct WatchedStatesTests {
  private func texts(_ events: [ContextEvent]) -> [String] { events.map { "\($0.kind) \($0.time)" } }

  private func events(
    _ seen: [(second: Double, orientation: SensorReport.Orientation?)], answers: [Double] = []
  ) -> [String] {
    var watch = FallWatch(
      MobilitySettings {
        ($0.chair, $0.hold, $0.answerTime, $0.answers) = ("chair", 5, 30, answers)
      })
    return texts(
      seen.flatMap { second, orientation in
        watch.look(orientation, at: second.microseconds) { ("hall", ["a", "b"]) }
      })
  }

  @Test func `a chair that lies for the hold has its user asked, and without an answer it escalates`() {
    #expect(
      events([(0, .horizontal), (1, .leftSide), (5.9, nil), (6, nil), (35.9, nil), (36, nil), (99, nil)]) == [
        "asked 6.0", "escalated 36.0",
      ])
  }

  @Test func `an answer settles it, and one before the question does not`() {
    let seen: [(Double, SensorReport.Orientation?)] = [
      (1, .leftSide), (6, nil), (10, nil), (50, .horizontal),
    ]
    #expect(events(seen, answers: [9]) == ["asked 6.0", "answered 10.0", "recovered 50.0"])
    #expect(events(seen, answers: [3]) == ["asked 6.0", "recovered 50.0"])
  }

  @Test func `a chair that is upright again in time was no fall, and silence before a report says nothing`() {
    #expect(events([(1, .leftSide), (4, .horizontal), (5, .leftSide), (9.9, nil)]) == [])
    #expect(events([(0, nil), (100, nil)]) == [])
  }

  @Test func `an incident has its place and what was ranged`() {
    var watch = FallWatch(MobilitySettings { ($0.chair, $0.hold) = ("chair", 0) })
    _ = watch.look(.leftSide, at: 0) { (nil, []) }
    let event = watch.look(nil, at: 1) { ("hall", ["a", "b"]) }.first
    #expect(event?.place == "hall" && event?.identities == ["a", "b"] && event?.subject == "chair")
  }

  /// C is -59 dBm and n 2: -59 dBm is 1 m, -69 dBm 3.2 m, -79 dBm 10 m.
  private func log(
    _ settings: RangingApplication, _ heard: [(anchor: Int, second: Double, level: Double)],
    until end: Double
  ) -> ContextLog {
    let uuid = BeaconUUID("2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21")
    let anchors = (0..<3).map { index in
      Anchor(
        id: "b\(index)", identity: uuid.map { BeaconIdentity(uuid: $0, major: 1, minor: UInt16(index)) },
        position: .zero, measuredPower: DBm(-59))
    }
    var engine = ContextEngine(
      [ApplicationDefinition { $0.application = ApplicationChoice(settings) }], handset: HandsetSettings(),
      site: Site(name: "s", anchors: anchors))
    var stream = AdvertisementStream()
    for (anchor, second, level) in heard {
      stream.append(
        Advertisement(microseconds: second.microseconds, anchor: anchor, transmitter: 0, level: DBm(level)))
    }
    engine.read(
      stream, directory: StreamDirectory(anchors: anchors.map { .init(id: $0.id, identity: $0.identity) }))
    engine.listen(until: end.microseconds)
    return engine.logs[0]
  }

  @Test func `each second offers the closest first, and no more than were heard`() {
    let log = log(
      RangingApplication { $0.offered = 2 }, [(0, 0.1, -75), (1, 0.2, -65), (2, 0.3, -70), (2, 1.5, -60)],
      until: 3)
    // In the third second nothing is heard.
    #expect(log.claims == [1, 2, 2, -1, -1, -1])
    #expect(log.measures.map(\.anchor) == [1, 2] && log.measures.map(\.level) == [-65, -60])
  }

  @Test func `a beacon is found in its zone, and again after the time to rearm`() {
    let settings = RangingApplication { ($0.find, $0.zones, $0.rearm) = (.near, .nearables, 10) }
    let log = log(
      settings, [(0, 0.5, -90), (0, 1.5, -80), (0, 2.5, -90), (0, 5.5, -80), (0, 20.5, -80)], until: 22)
    #expect(texts(log.events) == ["found 2.0", "found 21.0"])
  }

  @Test func `beacons that are not listed are not ranged`() {
    let log = log(RangingApplication { $0.beacons = ["b1"] }, [(0, 0.1, -40), (1, 0.2, -80)], until: 1)
    #expect(log.claims == [1])
  }
}
