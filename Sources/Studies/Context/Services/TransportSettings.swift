package import Documents
import Propagation
package import World

/// Food in transport: temperatures once a second, and an alarm outside the range with deviation and place.
package struct TransportSettings: ContextApplication {
  /// The ids of the sensor beacons.
  package var items: [String] = []
  /// Degrees Celsius.
  package var low = 0.0
  /// The highest temperature allowed, in degrees Celsius.
  package var high = 8.0
  /// Seconds.
  package var hold = 10.0

  package init() {}
  package static let name = "transport"
  package static let about =
    "Temperatures of sensor beacons, looked at once a second: an alarm outside the range, with the deviation and the place."
  package static let keys: [SettingKey<TransportSettings>] = [
    .required("items", \.items, .list(of: .text(), count: .atLeast(1)), "The ids of the sensor beacons."),
    .defaulted("low", \.low, .number(.between(-100, 100)), unit: "°C", "The lowest temperature allowed."),
    .defaulted(
      "high", \.high, .number(.between(-100, 100)), unit: "°C",
      "The highest temperature allowed, at least `low`."),
    .defaulted(
      "hold", \.hold, .number(.between(0, 86_400)), unit: "s",
      "How long the temperature must be outside, or inside again, before it counts."),
  ]

  /// The range is not empty.
  package var conflict: SettingFault? { .first(of: ("high", low <= high, "at least `low`, \(low)", high)) }
  /// An item that the site does not have.
  package func fault(on site: Site?) -> SettingFault? { items.fault(on: site, key: "items") }
  package func lack(in received: Received) -> String? {
    received.temperatures.isDisjoint(with: items)
      ? "a temperature of \(items.joined(separator: ", "))" : nil
  }

  package func machine(on site: Site?) -> any ContextMachine { TransportMachine(self, site: site) }

  /// The same watch, applied to the stickers' true temperatures.
  package func truth(of lap: ContextTruth) -> ApplicationTruth {
    var events: [ContextEvent] = []
    for id in items {
      var watch = TemperatureWatch(id, self)
      for report in lap.reports(of: id) {
        let time = report.microseconds
        events += watch.look(at: report.temperature, time: time) { lap.place(at: time.seconds) }
      }
    }
    return ApplicationTruth(events: events)
  }
}

/// The consequences of the temperatures of one item; the same for reported and for true ones.
struct TemperatureWatch: Sendable {
  private let id: String
  private let settings: TransportSettings
  private var state = "normal"
  private var other: (state: String, since: Int64)?

  init(_ id: String, _ settings: TransportSettings) { (self.id, self.settings) = (id, settings) }

  mutating func look(at temperature: Double, time: Int64, place: () -> String?) -> [ContextEvent] {
    let now =
      temperature > settings.high ? "tooWarm" : temperature < settings.low ? "tooCold" : "normal"
    guard now != state else {
      other = nil
      return []
    }
    if other?.state != now { other = (now, time) }
    guard let other, time - other.since >= settings.hold.microseconds else { return [] }
    state = now
    self.other = nil
    let deviation =
      temperature > settings.high
      ? temperature - settings.high : temperature < settings.low ? settings.low - temperature : 0
    return [ContextEvent(now, id, at: time, place: place(), value: deviation)]
  }
}

struct TransportMachine: ContextMachine {
  private let settings: TransportSettings
  private var tracker: PlaceTracker
  private var watches: [TemperatureWatch]
  /// The latest value of each item since the last second ended.
  private var latest: [Double?]
  private var items: [Int] = []

  init(_ settings: TransportSettings, site: Site?) {
    self.settings = settings
    tracker = PlaceTracker(site: site)
    watches = settings.items.map { TemperatureWatch($0, settings) }
    latest = watches.map { _ in nil }
  }

  mutating func meet(_ directory: StreamDirectory) {
    tracker.meet(directory)
    for anchor in directory.anchors[items.count...] {
      items.append(settings.items.firstIndex(of: anchor.id) ?? -1)
    }
  }

  mutating func hear(
    _ stream: AdvertisementStream, _ range: Range<Int>, _ handset: inout Handset, _ log: inout ContextLog
  ) {
    tracker.hear(stream, range)
  }

  mutating func sense(_ report: SensorReport, _ handset: inout Handset, _ log: inout ContextLog) {
    guard items.indices.contains(report.anchor), items[report.anchor] >= 0 else { return }
    guard report.hasTemperature else { return log.countInvalid() }
    latest[items[report.anchor]] = report.temperature
  }

  mutating func tick(at now: Int64, _ handset: inout Handset, _ log: inout ContextLog) {
    tracker.tick()
    for item in watches.indices {
      guard let temperature = latest[item] else { continue }
      latest[item] = nil
      for event in watches[item].look(at: temperature, time: now, place: { tracker.place }) { log.add(event) }
    }
  }
}

extension SensorReport {
  /// Whether the temperature is valid: the lowest number that a frame can hold means no value, and others must be finite.
  var hasTemperature: Bool { temperature.isFinite && temperature > -128 && temperature < 128 }
}
