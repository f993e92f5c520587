package import Documents
package import World

/// At which of several overlapping beacons a phone is; or, where receivers hang in rooms, in which room a carried beacon is.
package struct PresenceSettings: ContextApplication {
  package enum Places: String, Hashable, Sendable, CaseIterable {
    case anchors, rooms
  }

  package var places = Places.anchors
  package var beacons: [String] = []
  /// Seconds.
  package var smoothing = 1
  package var margin = 0.0
  package var stay = 0.0
  /// Metres; nil for any distance.
  package var within: Double?

  package static let defaults = PresenceSettings()
  package static let name = "presence"
  package static let about =
    "The place at which a phone is: the strongest of overlapping beacons, kept for a while when nothing is received, and "
    + "given up at once when another place is stronger by a margin."
  package static let keys: [SettingKey<PresenceSettings>] = [
    .defaulted(
      "places", \.places,
      .choice([
        .anchors: "Each beacon or receiver is a place.",
        .rooms: "Each room of the site, with the beacons or receivers in it.",
      ]), "What a place is."),
    .defaulted(
      "beacons", \.beacons, .list(of: .text()),
      "The ids of the site's beacons or receivers that stand for places; by default all."),
    .defaulted(
      "smoothing", \.smoothing, .integer(.between(1, 3600)), unit: "s",
      "The number of seconds over which RSSI is averaged; a second without an advertisement counts as -100 dBm; 1 for none."
    ),
    .defaulted(
      "margin", \.margin, .number(.between(0, 100)), unit: "dB",
      "By how much another place must be stronger than the present one."),
    .defaulted(
      "stay", \.stay, .number(.between(0, 86_400)), unit: "s",
      "How long the place is kept when nothing is received from it."),
    .optional(
      "within", \.within, .number(.above(0)), unit: "m",
      "The distance from its nearest anchor within which the walker is at a place, by the ground truth; by default any."
    ),
  ]

  package func fault(on site: Site?) -> SettingFault? {
    if let fault = beacons.fault(on: site) { return fault }
    guard places == .rooms, site?.rooms.isEmpty ?? true else { return nil }
    return SettingFault(key: "places", expected: "anchors, since there are no rooms", found: "rooms")
  }

  package func states(on site: Site?) -> [String] {
    places == .rooms ? site?.rooms.map(\.name) ?? [] : site?.anchors.map(\.id) ?? []
  }

  package func machine(on site: Site?) -> any ContextMachine { PresenceMachine(self, site: site) }

  /// The place of each anchor; -1 for none.
  func place(of site: Site?, anchor: Int, named id: String) -> Int32 {
    guard beacons.isEmpty || beacons.contains(id) else { return -1 }
    guard places == .rooms else { return Int32(anchor) }
    guard let site, site.anchors.indices.contains(anchor) else { return -1 }
    return site.room(at: site.anchors[anchor].position, floor: site.anchors[anchor].floor).map { Int32($0) }
      ?? -1
  }

  package func truth(of lap: ContextTruth) -> ApplicationTruth {
    let all = lap.site.anchors.indices.filter {
      beacons.isEmpty || beacons.contains(lap.site.anchors[$0].id)
    }
    let state: @Sendable (Double) -> Int32? = { time in
      if places == .rooms {
        let room = lap.site.room(at: lap.walk.position(at: time), floor: lap.walk.floor(at: time))
        return room.map { Int32($0) } ?? -1
      }
      guard let nearest = lap.nearest(of: all, at: time), nearest.distance <= within ?? .infinity else {
        return -1
      }
      return Int32(nearest.anchor)
    }
    return ApplicationTruth(state: state)
  }
}

struct PresenceMachine: ContextMachine {
  private let settings: PresenceSettings
  private let site: Site?
  private var window: LevelWindow
  private var places: [Int32] = []
  private var current: Int32 = -1
  private var lastHeard = Int64.min

  init(_ settings: PresenceSettings, site: Site?) {
    (self.settings, self.site) = (settings, site)
    window = LevelWindow(seconds: settings.smoothing)
  }

  mutating func meet(_ directory: StreamDirectory) {
    window.grow(to: directory.anchors.count)
    while places.count < directory.anchors.count {
      let anchor = directory.anchors[places.count]
      places.append(settings.place(of: site, anchor: places.count, named: anchor.id))
    }
  }

  mutating func hear(
    _ stream: AdvertisementStream, _ range: Range<Int>, _ handset: inout Handset, _ log: inout ContextLog
  ) {
    guard let first = range.first, handset.mayRange(at: stream.microseconds[first]) else { return }
    window.hear(stream, range)
  }

  mutating func tick(at now: Int64, _ handset: inout Handset, _ log: inout ContextLog) {
    window.tick()
    var best: (place: Int32, level: Double)?
    var own: Double?
    for anchor in places.indices where places[anchor] >= 0 {
      let place = places[anchor]
      if place == current, !window.latest[anchor].isNaN { lastHeard = now }
      guard let level = window.smoothed(anchor) else { continue }
      if level > best?.level ?? -.infinity { best = (place, level) }
      if place == current { own = max(own ?? -.infinity, level) }
    }
    if let best, best.place != current, own.map({ best.level > $0 + settings.margin }) ?? true {
      (current, lastHeard) = (best.place, now)
    }
    if current >= 0, best == nil, now - lastHeard >= max(settings.stay.microseconds, 1) { current = -1 }
    log.claim(CollectionOfOne(current))
  }
}
