import Context
import Documents
import Foundation
import World

/// A day of 200 advertisements a second: twenty beacons in a row, which a phone walks along and back all day.
struct ContextDay {
  static let seconds = 86_400
  static let uuid = "2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21"
  let site: Site

  init() {
    let anchors = (0..<20).map { index in
      Anchor(
        id: "b\(index)",
        identity: BeaconUUID(ContextDay.uuid).map {
          BeaconIdentity(uuid: $0, major: 1, minor: UInt16(index))
        },
        position: Point(x: Double(10 * index), y: 0, z: 1), measuredPower: -59)
    }
    let rooms = (0..<4).map { room in
      let (from, to) = (Double(50 * room) - 5, Double(50 * room) + 45)
      return Room(
        name: "r\(room)",
        corners: [Point(x: from, y: -5), Point(x: to, y: -5), Point(x: to, y: 5), Point(x: from, y: 5)])
    }
    site = Site(name: "row", rooms: rooms, anchors: anchors)
  }

  var applications: [ApplicationDefinition] {
    let regions = (0..<20).map { (index: Int) in
      BeaconRegion { ($0.name, $0.uuid, $0.major, $0.minor) = ("b\(index)", ContextDay.uuid, 1, index) }
    }
    let monitoring = MonitoringSettings { $0.regions = regions }
    let all: [any ContextApplication] = [
      monitoring, RangingApplication { ($0.smoothing, $0.offered) = (5, 3) },
      PresenceSettings { ($0.places, $0.smoothing, $0.stay) = (.rooms, 5, 300) },
      RuleSettings { settings in
        settings.monitoring = monitoring
        settings.list = [
          Rule { ($0.name, $0.visit, $0.action, $0.isRepeated) = ("r", ["b1", "b9"], "go", true) }
        ]
      },
      AssetSettings { $0.assets = ["b3", "b17"] }, TransportSettings { $0.items = ["b5"] },
      MobilitySettings { $0.chair = "b6" }, HomeCareSettings { $0.master = "b0" }, FleetSettings(),
    ]
    return all.enumerated().map { index, settings in
      ApplicationDefinition { ($0.name, $0.application) = ("\(index)", choice(settings)) }
    }
  }

  private func choice(_ settings: some ContextApplication) -> ApplicationChoice {
    ApplicationChoice(settings)
  }

  /// The advertisements of some seconds: each beacon ten times a second, received within 60 m.
  func append(_ seconds: Range<Int>, to stream: inout AdvertisementStream) {
    for second in seconds {
      let phase = Double(second % 400)
      let place = phase < 200 ? phase : 400 - phase
      for place10 in 0..<10 {
        for beacon in 0..<20 {
          let distance = abs(place - Double(10 * beacon)) + 1
          let level = -59 - (distance / 3).rounded() - Double((second &* 7 &+ place10 &* 3 &+ beacon) % 5)
          let time = Int64(second) * 1_000_000 + Int64(place10) * 100_000 + Int64(beacon) * 5_000
          stream.append(
            Advertisement(microseconds: time, anchor: beacon, transmitter: beacon, level: DBm(level)))
        }
      }
      stream.append(sensorReports: [
        SensorReport(
          microseconds: Int64(second) * 1_000_000, anchor: 5, temperature: 5, isMoving: false,
          orientation: .horizontal, batteryVoltage: 3)
      ])
    }
  }
}

extension Job {
  /// All state machines, without the making of the advertisements.
  static func context() -> [Job] {
    [
      Job(name: "nine applications, 200 advertisements a second", unit: "day", most: 1e9) {
        let day = ContextDay()
        var directory = StreamDirectory(of: day.site)
        for index in day.site.anchors.indices {
          _ = directory.index(of: .init(anchor: index, address: nil, measuredPower: -59))
        }
        var engine = ContextEngine(day.applications, handset: HandsetSettings(), site: day.site)
        var stream = AdvertisementStream()
        var taken = 0.0
        for start in stride(from: 0, to: ContextDay.seconds, by: 100) {
          stream.removeAll()
          day.append(start..<start + 100, to: &stream)
          let before = processorTime(CLOCK_THREAD_CPUTIME_ID)
          engine.read(stream, directory: directory)
          taken += processorTime(CLOCK_THREAD_CPUTIME_ID) - before
        }
        engine.listen(until: Int64(ContextDay.seconds) * 1_000_000)
        return Usage(nanoseconds: taken * 1e9)
      }
    ]
  }
}
