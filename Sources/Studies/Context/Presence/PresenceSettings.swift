package import Documents
package import World

/// At which of several overlapping beacons a phone is; or, where receivers hang in rooms, in which room a carried beacon is.
package struct PresenceSettings: ContextApplication {
  /// Whether each anchor is a place, or each room with the anchors in it.
  package enum Places: String, Hashable, Sendable, CaseIterable {
    case anchors, rooms
  }

  /// The replacement for ranging where it is not permitted, from a moment on: the user's choice, or a coarse location.
  package struct Fallback: DeclaredSettings {
    /// Seconds since the lap's stream began.
    package var time = 0.0
    /// The place that the user chose; nil with a position.
    package var place: String?
    /// A coarse location in metres on the plan; nil with a place.
    package var position: Point?

    package init() {}
    package static let rules: [Schema.KeyRule] = [.exactlyOne(of: "place", "position")]
    package static let keys: [SettingKey<Fallback>] = [
      .required("time", \.time, .number(.between(0, 864_000)), unit: "s", "When it becomes known."),
      .optional("place", \.place, .text(), "The place that the user chooses."),
      .optional(
        "position", \.position, .point("x", "y", within: .between(-1e6, 1e6)), unit: "m",
        "A coarse location, which stands for the place in or nearest to which it is."),
    ]
  }

  /// In order of time; they count while ranging is not permitted.
  package var fallbacks: [Fallback] = []
  /// Whether each anchor is a place, or each room.
  package var places = Places.anchors
  /// The ids of the anchors that stand for places; empty for all.
  package var beacons: [String] = []
  /// Seconds.
  package var smoothing = 1
  /// Decibels by which another place must be stronger than the present one.
  package var margin = 0.0
  /// Seconds for which the place is kept when nothing is received from it.
  package var stay = 0.0
  /// Metres; nil for any distance.
  package var within: Double?

  package init() {}
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
    .omissible(
      "fallbacks", \.fallbacks, .list(of: .settings),
      "What stands in for ranging while the handset does not allow it: choices of the user, or coarse locations."
    ),
  ]

  /// A beacon or a fallback's place that does not exist, or rooms on a site without any.
  package func fault(on site: Site?) -> SettingFault? {
    for (index, fallback) in fallbacks.enumerated() {
      guard let place = fallback.place, site != nil, !states(on: site).contains(place) else { continue }
      return SettingFault(
        key: "fallbacks[\(index)].place", expected: "the name of a place", found: "\"\(place)\"")
    }
    if let fault = beacons.fault(on: site) { return fault }
    guard places == .rooms, site?.rooms.isEmpty ?? true else { return nil }
    return SettingFault(key: "places", expected: "anchors, since there are no rooms", found: "rooms")
  }

  /// The places: rooms or anchors, in the order of the site.
  package func states(on site: Site?) -> [String] {
    places == .rooms ? site?.rooms.map(\.name) ?? [] : site?.anchors.map(\.id) ?? []
  }

  package func lack(in received: Received) -> String? { received.lack(of: beacons) }

  package func machine(on site: Site?) -> any ContextMachine { PresenceMachine(self, site: site) }

  /// The place of each anchor; -1 for none.
  func place(of site: Site?, anchor: Int, named id: String) -> Int32 {
    guard beacons.isEmpty || beacons.contains(id) else { return -1 }
    guard places == .rooms else { return Int32(anchor) }
    guard let site, site.anchors.indices.contains(anchor) else { return -1 }
    return site.room(at: site.anchors[anchor].position, floor: site.anchors[anchor].floor).map { Int32($0) }
      ?? -1
  }

  /// The place that replaces ranging at a moment; nil for none.
  func fallback(at time: Double, site: Site?) -> Int32? {
    guard let latest = fallbacks.filter({ $0.time <= time }).max(by: { $0.time < $1.time }) else {
      return nil
    }
    if let place = latest.place { return states(on: site).firstIndex(of: place).map { Int32($0) } }
    guard let site, let position = latest.position else { return nil }
    if places == .rooms {
      return site.rooms.firstIndex { $0.contains(position) }.map { Int32($0) }
    }
    let known = site.anchors.indices.filter { place(of: site, anchor: $0, named: site.anchors[$0].id) >= 0 }
    return known.min {
      (site.anchors[$0].position.horizontalDistance(to: position), $0)
        < (site.anchors[$1].position.horizontalDistance(to: position), $1)
    }.map { Int32($0) }
  }

  /// The walker's room, or the nearest anchor within the given distance.
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
    if !settings.fallbacks.isEmpty, !handset.mayRange(at: now),
      let place = settings.fallback(at: now.seconds, site: site)
    {
      return log.claim(CollectionOfOne(place))
    }
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
