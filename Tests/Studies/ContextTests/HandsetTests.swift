import Context
import Documents
import Testing
import World

@Suite struct HandsetTests {
  private let uuid = "2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21"

  private func directory(_ minors: [UInt16]) -> StreamDirectory {
    StreamDirectory(
      anchors: minors.map { minor in
        .init(
          id: "b\(minor)",
          identity: BeaconUUID(uuid).map { BeaconIdentity(uuid: $0, major: 1, minor: minor) })
      })
  }

  /// The events of monitoring, when a beacon advertises once a second from 10 s to 20 s and from 40 s to 50 s.
  private func events(_ handset: HandsetSettings, exitDelay: Double = 5) -> [String] {
    let monitoring = MonitoringSettings { settings in
      settings.regions = [BeaconRegion { ($0.name, $0.uuid) = ("r", uuid) }]
      settings.exitDelay = exitDelay
    }
    let definition = ApplicationDefinition { $0.application = ApplicationChoice(monitoring) }
    var engine = ContextEngine([definition], handset: handset, site: nil)
    var stream = AdvertisementStream()
    for second in Array(10...20) + Array(40...50) {
      stream.append(
        Advertisement(microseconds: Int64(second) * 1_000_000, anchor: 0, transmitter: 0, level: -60))
    }
    engine.read(stream, directory: directory([1]))
    engine.listen(until: 70_000_000)
    return engine.logs[0].events.map { "\($0.kind) \($0.time)" }
  }

  private func handset(_ state: HandsetSettings.AppState, system: Double = 7.1) -> HandsetSettings {
    HandsetSettings { settings in
      settings.states = [
        HandsetSettings.Change { ($0.from, $0.state) = (15, state) },
        HandsetSettings.Change { ($0.from, $0.state) = (45, .foreground) },
      ]
      settings.system = system
    }
  }

  @Test func `monitoring goes on in the background, and for an application that was ended`() {
    let whole = ["enter 10.0", "exit 25.0", "enter 40.0", "exit 55.0"]
    #expect(events(HandsetSettings()) == whole)
    #expect(events(handset(.background)) == whole)
    #expect(events(handset(.ended)) == whole)
  }

  @Test func `before version 7.1 only a running application monitored`() {
    // Ended from 15 to 45 s: it begins again where it was, inside, and leaves 5 s after the last advertisement.
    #expect(events(handset(.ended, system: 7)) == ["enter 10.0", "exit 55.0"])
  }

  @Test
  func `an application in use only is not monitored for in the background, and without Bluetooth never`() {
    var settings = handset(.background)
    settings.permissions.authorisation = .whenInUse
    #expect(events(settings) == ["enter 10.0", "exit 55.0"])
    settings.permissions.bluetooth = false
    #expect(events(settings) == [])
  }

  @Test func `ranging needs the foreground, or an event that wakes the application for a while`() {
    var phone = Handset(handset(.background))
    #expect(phone.mayRange(at: 14_000_000) && !phone.mayRange(at: 16_000_000))
    phone.wake(at: 16_000_000)
    #expect(phone.mayRange(at: 25_999_999) && !phone.mayRange(at: 26_000_000))
  }

  @Test func `where ranging is not permitted, presence is what the user chooses or a coarse location`() {
    let site = Site(
      name: "s",
      anchors: [
        Anchor(id: "a", identity: nil, position: Point(x: 0, y: 0)),
        Anchor(id: "b", identity: nil, position: Point(x: 10, y: 0)),
      ])
    let presence = PresenceSettings { settings in
      settings.fallbacks = [
        PresenceSettings.Fallback { ($0.time, $0.place) = (2, "b") },
        PresenceSettings.Fallback { ($0.time, $0.position) = (4, Point(x: 3, y: 1)) },
      ]
    }
    let denied = HandsetSettings { settings in
      settings.permissions.authorisation = .denied
    }
    func claims(_ handset: HandsetSettings) -> [Int32] {
      let definition = ApplicationDefinition { $0.application = ApplicationChoice(presence) }
      var engine = ContextEngine([definition], handset: handset, site: site)
      var stream = AdvertisementStream()
      for second in 0..<6 {
        stream.append(
          Advertisement(
            microseconds: Int64(second) * 1_000_000 + 500_000, anchor: 0, transmitter: 0, level: -60))
      }
      engine.read(stream, directory: StreamDirectory(of: site))
      engine.listen(until: 6_000_000)
      return engine.logs[0].claims
    }
    // The seconds end at 1, 2, … 6 s. Nothing is known before 2 s; 3 m from a and 7 m from b is at a.
    #expect(claims(denied) == [-1, 1, 1, 0, 0, 0])
    #expect(claims(.defaults) == [0, 0, 0, 0, 0, 0])
  }

  /// Asked on arrival the user refuses, and agrees when asked again at 18 s: the region of 10 to 25 s is entered then.
  @Test func `a user who agrees later is monitored for from then on`() {
    let settings = HandsetSettings { settings in
      settings.permissions.authorisation = .denied
      settings.decisions = [HandsetSettings.Decision { $0.from = 18 }]
    }
    #expect(events(settings) == ["enter 18.0", "exit 25.0", "enter 40.0", "exit 55.0"])
    let phone = Handset(settings)
    #expect(!phone.mayRange(at: 17_999_999) && phone.mayRange(at: 18_000_000))
  }

  @Test func `what is authorised stays so while location services are off`() {
    var settings = HandsetSettings()
    settings.permissions.locationServices = false
    #expect(settings.fault == nil && !Handset(settings).mayMonitor(at: 0))
  }

  @Test func `more than twenty regions need the strategy that begins with a broad one`() {
    let regions = (1...25).map { (minor: Int) in
      BeaconRegion { ($0.name, $0.uuid, $0.major, $0.minor) = ("r\(minor)", uuid, 1, minor) }
    }
    #expect(MonitoringSettings { $0.regions = regions }.fault?.key == "regions")
    var settings = MonitoringSettings {
      ($0.regions, $0.strategy) = (
        [BeaconRegion { ($0.name, $0.uuid) = ("all", uuid) }] + regions, .broadFirst
      )
    }
    #expect(settings.fault == nil)
    settings.exitDelay = 100
    let definition = ApplicationDefinition { $0.application = ApplicationChoice(settings) }
    var engine = ContextEngine([definition], handset: HandsetSettings(), site: nil)
    var stream = AdvertisementStream()
    for second in 0..<25 {
      stream.append(
        Advertisement(microseconds: Int64(second) * 1_000_000, anchor: second, transmitter: 0, level: -60))
    }
    engine.read(stream, directory: directory((1...25).map { UInt16($0) }))
    engine.listen(until: 200_000_000)
    let kinds = Dictionary(grouping: engine.logs[0].events, by: \.kind).mapValues { $0.map(\.subject) }
    #expect(kinds["enter"] == ["all"] + regions.map(\.name))
    // Of twenty places one is the broad region's: the first six narrow ones have given up theirs, without an exit.
    #expect(kinds["exit"] == regions[6..<24].map(\.name) + ["all", "r25"])
  }
}
