import Documents
import Radio
import Sites
import Testing
import World

@testable import Context

private func texts(_ events: [ContextEvent]) -> [String] { events.map { "\($0.kind) \($0.time)" } }

private func stream(_ heard: [(anchor: Int, second: Double, level: Double)]) -> AdvertisementStream {
  var stream = AdvertisementStream()
  for (anchor, second, level) in heard {
    stream.append(
      Advertisement(microseconds: second.microseconds, anchor: anchor, transmitter: 0, level: DBm(level)))
  }
  return stream
}

/// The small machines that applications are made of, with streams by hand.
@Suite struct ApplicationRuleTests {
  @Test func `zones end where their distance or level says, the end included`() {
    let zones = ProximityZones.motion
    #expect(
      [0.5, 1, 1.01, 3, 3.01].map { zones.zone(level: 0, distance: $0) } == [
        .immediate, .immediate, .near, .near, .far,
      ])
    let levels = ProximityZones.nearables
    #expect(
      [-60.0, -75, -75.1, -85, -100, -100.1].map { levels.zone(level: $0, distance: 0) } == [
        .immediate, .immediate, .near, .near, .far, .unknown,
      ])
    #expect(ProximityZones.book.zone(level: 0, distance: 0.06) == .near)
  }

  @Test func `zones are read as a preset or as distances`() throws {
    #expect(try ProximityZones.form.read("nearables") == .nearables)
    #expect(
      try ProximityZones.form.read(["immediate": 0.5, "near": 4]) == .distances(immediate: 0.5, near: 4))
    #expect(throws: FileProblem.self) { try ProximityZones.form.read("far away") }
  }

  /// -60 and -70 dBm in a second are -65; over three seconds with one heard, the others are -100: -265 / 3.
  @Test func `a second without an advertisement counts as 100 dBm below zero in a window`() throws {
    var (one, three) = (LevelWindow(seconds: 1), LevelWindow(seconds: 3))
    func hear(_ window: inout LevelWindow) {
      window.grow(to: 2)
      window.hear(stream([(0, 0.1, -60), (0, 0.2, -70)]), 0..<2)
      window.tick()
    }
    hear(&one)
    hear(&three)
    #expect(one.smoothed(0) == -65 && one.smoothed(1) == nil && one.latest[1].isNaN)
    #expect(abs(try #require(three.smoothed(0)) + 265 / 3.0) < 1e-12)
    one.tick()
    three.tick()
    #expect(one.smoothed(0) == nil)
    #expect(abs(try #require(three.smoothed(0)) + 265 / 3.0) < 1e-12)
    three.tick()
    three.tick()
    // The second in which it was heard has left the window.
    #expect(three.smoothed(0) == nil)
  }

  @Test func `a window that grows keeps what it has heard`() {
    var window = LevelWindow(seconds: 2)
    window.grow(to: 1)
    window.hear(stream([(0, 0, -50)]), 0..<1)
    window.tick()
    window.grow(to: 3)
    window.grow(to: 2)
    #expect(window.anchors == 3 && window.smoothed(0) == -75 && window.smoothed(2) == nil)
  }

  @Test func `the place is the room of the strongest fixed beacon over five seconds`() {
    let site = Site(
      name: "s",
      rooms: [
        Room(
          name: "hall", corners: [Point(x: 0, y: 0), Point(x: 9, y: 0), Point(x: 9, y: 9), Point(x: 0, y: 9)])
      ],
      anchors: [
        Anchor(id: "a", identity: nil, position: Point(x: 1, y: 1)),
        Anchor(id: "b", identity: nil, position: Point(x: 20, y: 1)),
        Anchor(id: "m", identity: nil, position: .zero, isMobile: true),
      ])
    let directory = StreamDirectory(anchors: ["a", "b", "m"].map { .init(id: $0, identity: nil) })
    var tracker = PlaceTracker(site: site)
    tracker.meet(directory)
    tracker.tick()
    #expect(tracker.place == nil && tracker.ranged.isEmpty)
    // The mobile one is the strongest and is no place.
    tracker.hear(stream([(0, 0, -70), (1, 0, -80), (2, 0, -40)]), 0..<3)
    tracker.tick()
    #expect(tracker.place == "hall" && tracker.ranged == ["a", "b", "m"])
    // A beacon outside all rooms is a place by its own name. It was heard in two seconds of five: (-80 - 50 - 300) / 5 = -86, and the
    // other in one: (-70 - 400) / 5 = -94.
    tracker.hear(stream([(1, 1, -50)]), 0..<1)
    tracker.tick()
    #expect(tracker.place == "b")
    for _ in 0..<6 { tracker.tick() }
    #expect(tracker.place == "b" && tracker.ranged.isEmpty)
  }

  @Test func `a temperature counts once it has stayed outside for the hold`() {
    let settings = TransportSettings { ($0.low, $0.high, $0.hold) = (0, 8, 10) }
    var watch = TemperatureWatch("box", settings)
    func look(_ temperature: Double, _ second: Double) -> [ContextEvent] {
      watch.look(at: temperature, time: second.microseconds) { "van" }
    }
    #expect(look(5, 0).isEmpty && look(9, 1).isEmpty && look(9.5, 10.9).isEmpty)
    let warm = look(10.5, 11)
    #expect(texts(warm) == ["tooWarm 11.0"] && warm[0].value == 2.5 && warm[0].place == "van")
    // Back inside for less than the hold, and out again: nothing happened.
    #expect(look(5, 20).isEmpty && look(9, 25).isEmpty && look(5, 30).isEmpty && look(5, 39).isEmpty)
    let normal = look(5, 40)
    #expect(texts(normal) == ["normal 40.0"] && normal[0].value == 0)
    #expect(look(-3, 41).isEmpty && texts(look(-3, 51)) == ["tooCold 51.0"])
    // From too cold straight to too warm the time starts again.
    #expect(look(9, 52).isEmpty && look(9, 61).isEmpty && texts(look(9, 62)) == ["tooWarm 62.0"])
  }

  @Test func `an asset is missed by a countdown and some notifications, until it is found`() {
    let settings = AssetSettings { ($0.countdown, $0.interval, $0.times) = (30, 60, 2) }
    var watch = AssetWatch("keys", settings)
    // Before it was seen once, it cannot be out of range.
    #expect(watch.set(false, at: 0, place: nil).isEmpty && watch.isInRange == nil)
    #expect(watch.set(true, at: 1_000_000, place: nil).isEmpty)
    let out = watch.set(false, at: 10_000_000, place: "hall")
    #expect(texts(out) == ["outOfRange 10.0"] && out[0].place == "hall")
    #expect(watch.set(false, at: 11_000_000, place: nil).isEmpty)
    #expect(watch.notifications(until: 39_999_999).isEmpty)
    #expect(texts(watch.notifications(until: 500_000_000)) == ["notification 40.0", "notification 100.0"])
    #expect(texts(watch.set(true, at: 501_000_000, place: nil)) == ["found 501.0"])
    #expect(watch.notifications(until: 900_000_000).isEmpty)
    // The next time all of them are sent again.
    _ = watch.set(false, at: 901_000_000, place: nil)
    #expect(texts(watch.notifications(until: 1_200_000_000)).count == 2)
  }

  private func monitored(
    _ regions: Int, strategy: MonitoringSettings.Strategy, heard: [(anchor: Int, second: Double)],
    requests: [Double] = [], until end: Double
  ) -> [String] {
    let uuid = "2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21"
    let settings = MonitoringSettings { settings in
      settings.regions = (0..<regions).map { index in
        BeaconRegion { region in
          (region.name, region.uuid) = ("r\(index)", uuid)
          if index > 0 { (region.major, region.minor) = (1, index) }
        }
      }
      (settings.strategy, settings.requests, settings.exitDelay) = (strategy, requests, 10_000)
    }
    let definition = ApplicationDefinition { $0.application = ApplicationChoice(settings) }
    var engine = ContextEngine([definition], handset: HandsetSettings(), site: nil)
    engine.read(
      stream(heard.map { ($0.anchor, $0.second, -60) }),
      directory: StreamDirectory(
        anchors: (0..<regions).map { index in
          .init(
            id: "b\(index)",
            identity: BeaconUUID(uuid).map { BeaconIdentity(uuid: $0, major: 1, minor: UInt16(index)) })
        }))
    engine.listen(until: end.microseconds)
    return engine.logs[0].events.map { "\($0.kind) \($0.subject)" }
  }

  @Test func `a beacon enters every region that holds it, each once`() {
    let events = monitored(3, strategy: .direct, heard: [(1, 1), (1, 2), (2, 3)], until: 5)
    #expect(events == ["enter r0", "enter r1", "enter r2"])
  }

  /// The broad region and 19 others are monitored; with the 20th other one, the region that was heard longest ago gives way, and
  /// entering it later counts anew.
  @Test func `of many regions those are monitored that were heard last, beside the broad one`() {
    let all = (1...20).map { (anchor: Int($0), second: Double($0)) }
    let events = monitored(21, strategy: .broadFirst, heard: all + [(1, 30), (1, 31), (20, 32)], until: 40)
    #expect(events == ["enter r0"] + (1...20).map { "enter r\($0)" } + ["enter r1"])
  }

  @Test func `a request is answered for all monitored regions when its second is over`() {
    let events = monitored(2, strategy: .direct, heard: [(0, 1)], requests: [0.5, 3.2], until: 6)
    #expect(
      events == ["outside r0", "outside r1", "enter r0", "inside r0", "outside r1"])
  }

  @Test func `a region holds what its numbers name, and needs a major for its minor`() {
    func holds(_ major: Int?, _ minor: Int?, _ identity: BeaconIdentity?) -> Bool {
      BeaconRegion {
        ($0.uuid, $0.major, $0.minor) = ("2d6c1a5e7b1f4c399e553a0b6f3d9c21", major, minor)
      }.holds(identity)
    }
    let beacon = BeaconUUID("2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21").map {
      BeaconIdentity(uuid: $0, major: 1, minor: 2)
    }
    #expect(holds(nil, nil, beacon) && holds(1, nil, beacon) && holds(1, 2, beacon))
    #expect(!holds(2, nil, beacon) && !holds(1, 3, beacon) && !holds(nil, nil, nil))
    #expect(
      BeaconRegion { $0.minor = 3 }.conflict?.key == "minor" && BeaconRegion { $0.major = 3 }.conflict == nil)
  }

  @Test func `names that occur twice, and regions without a beacon of the site, are faults`() {
    let site = Site(name: "s", anchors: [Anchor(id: "a", identity: nil, position: .zero)])
    func region(_ name: String) -> BeaconRegion { BeaconRegion { $0.name = name } }
    #expect([region("x"), region("y")].fault(on: nil) == nil)
    #expect([region("x"), region("x")].fault(on: nil)?.key == "regions[1].name")
    #expect([region("x")].fault(on: site)?.found == "x, which holds none")
    #expect(["a", "a"].fault(on: nil)?.found == "\"a\" a second time")
    #expect(["a"].fault(on: site) == nil && ["b"].fault(on: site)?.key == "beacons[0]")
  }

  /// 50 advertisements a second of 200 µC each are 10 mA, as much as to listen half of the time.
  @Test func `drain grows with what is received`() {
    let energy = EnergySettings { ($0.scanCurrent, $0.receiveCharge) = (20, 200) }
    let scan = EnergySettings.Scan { ($0.interval, $0.window) = (1, 0.5) }
    #expect(abs(energy.drain(scan, received: 50) - 20 / 18.0) < 1e-12)
    #expect(abs(energy.drain(scan, received: 100) - 30 / 18.0) < 1e-12)
  }

  /// 20 mA for a tenth of the time in 1800 mAh is 0.111 % per hour. A beacon of 10 mA for 3 ms a second and 2.5 µA asleep draws
  /// 32.5 µA: 240 mAh last 7384.6 hours or 307.7 days.
  @Test func `batteries are used up by the mean current`() {
    let energy = EnergySettings { ($0.battery.sleepCurrent, $0.scanCurrent) = (2.5, 20) }
    let scan = EnergySettings.Scan { ($0.interval, $0.window) = (1, 0.1) }
    #expect(abs(energy.drain(scan, received: 50) - 20 * 0.1 / 18) < 1e-12)
    let power = EnergySettings.Power { $0.current = 10 }
    #expect(abs(energy.life(interval: 1, power) - 240 / 0.0325 / 24) < 1e-9)
    #expect(EnergySettings.Scan { ($0.interval, $0.window) = (1, 1.1) }.conflict?.key == "window")
  }

  /// A degree of latitude is 6371 km π / 180 = 111.195 km, and one of longitude at 60° half of it.
  @Test func `a place north and east of the origin has its degrees`() throws {
    let site = Site(
      name: "s",
      rooms: [
        Room(
          name: "hall",
          corners: [
            Point(x: 0, y: 0), Point(x: 200, y: 0), Point(x: 200, y: 100), Point(x: 0, y: 100),
          ])
      ], anchors: [Anchor(id: "a", identity: nil, position: Point(x: 0, y: 111.19493))])
    let places = GeodeticPlaces(site, at: .init(latitude: 60, longitude: 10))
    let anchor = try #require(places.coordinates(of: "a"))
    #expect(abs(anchor.latitude - 60.001) < 1e-9 && anchor.longitude == 10)
    let hall = try #require(places.coordinates(of: "hall"))
    #expect(abs(hall.latitude - 60 - 0.05 / 111.19493) < 1e-9)
    #expect(abs(hall.longitude - 10 - 0.1 / 111.19493 * 2) < 1e-8)
    #expect(places.coordinates(of: "none") == nil)
  }
}

/// Chairs that fall over, and beacons that are ranged second by second.
@Suite struct WatchedStatesTests {
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
    engine.read(
      stream(heard),
      directory: StreamDirectory(anchors: anchors.map { .init(id: $0.id, identity: $0.identity) }))
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
