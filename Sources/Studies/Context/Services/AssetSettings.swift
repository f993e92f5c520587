package import Documents
package import World

/// Assets that should not be left behind: out of range, a countdown, repeated notifications, found again, last place.
package struct AssetSettings: ContextApplication {
  /// The ids of the things' beacons.
  package var assets: [String] = []
  /// Seconds.
  package var lost = 15.0
  /// Seconds out of range before the first notification.
  package var countdown = 30.0
  /// Seconds between notifications.
  package var interval = 60.0
  /// The greatest number of notifications.
  package var times = 3
  /// Metres.
  package var radius = 10.0

  package init() {}
  package static let name = "assets"
  package static let about =
    "Things with beacons, such as keys: out of range, a countdown, repeated notifications, found again, and the last place."
  package static let keys: [SettingKey<AssetSettings>] = [
    .required("assets", \.assets, .list(of: .text(), count: .atLeast(1)), "The ids of their beacons."),
    .defaulted(
      "lost", \.lost, .number(.between(1, 86_400)), unit: "s",
      "How long nothing must have been received before a thing is out of range."),
    .defaulted(
      "countdown", \.countdown, .number(.between(0, 86_400)), unit: "s",
      "How long it must stay out of range before the first notification."),
    .defaulted(
      "interval", \.interval, .number(.between(1, 86_400)), unit: "s", "The time between notifications."),
    .defaulted("times", \.times, .integer(.between(1, 1000)), "The number of notifications at most."),
    .defaulted(
      "radius", \.radius, .number(.above(0)), unit: "m",
      "The distance within which a thing is in range, by the ground truth."),
  ]

  /// An asset that the site does not have.
  package func fault(on site: Site?) -> SettingFault? { assets.fault(on: site, key: "assets") }
  package func lack(in received: Received) -> String? { received.lack(of: assets) }

  package func machine(on site: Site?) -> any ContextMachine { AssetMachine(self, site: site) }

  /// A thing is in range within the given distance of the walker.
  package func truth(of lap: ContextTruth) -> ApplicationTruth {
    var events: [ContextEvent] = []
    for id in assets {
      guard let anchor = lap.site.anchors.firstIndex(where: { $0.id == id }) else { continue }
      var watch = AssetWatch(id, self)
      for change in lap.visits(of: [anchor], within: radius) {
        events += watch.notifications(until: change.microseconds)
        events += watch.set(
          change.holds, at: change.microseconds, place: lap.place(at: change.microseconds.seconds))
      }
      events += watch.notifications(until: lap.end)
    }
    return ApplicationTruth(events: events)
  }
}

/// The consequences of an asset going out of range or coming back; the same for noticed and for true events.
struct AssetWatch: Sendable {
  private let id: String
  private let settings: AssetSettings
  /// Nil before it was in range for the first time.
  private(set) var isInRange: Bool?
  private var next = Int64.max
  private var sent = 0

  init(_ id: String, _ settings: AssetSettings) { (self.id, self.settings) = (id, settings) }

  mutating func set(_ inRange: Bool, at time: Int64, place: String?) -> [ContextEvent] {
    guard inRange || isInRange != nil, inRange != isInRange else { return [] }
    let wasOut = isInRange == false
    isInRange = inRange
    sent = 0
    next = inRange ? .max : time + settings.countdown.microseconds
    if inRange { return wasOut ? [ContextEvent("found", id, at: time)] : [] }
    return [ContextEvent("outOfRange", id, at: time, place: place)]
  }

  mutating func notifications(until now: Int64) -> [ContextEvent] {
    var events: [ContextEvent] = []
    while next <= now, sent < settings.times {
      events.append(ContextEvent("notification", id, at: next))
      sent += 1
      next += settings.interval.microseconds
    }
    return events
  }
}

struct AssetMachine: ContextMachine {
  private let settings: AssetSettings
  private var tracker: PlaceTracker
  private var watches: [AssetWatch]
  private var lastHeard: [Int64]
  private var lastPlaces: [String?]
  /// The asset of each anchor of the directory; -1 for none.
  private var assets: [Int] = []

  init(_ settings: AssetSettings, site: Site?) {
    self.settings = settings
    tracker = PlaceTracker(site: site)
    watches = settings.assets.map { AssetWatch($0, settings) }
    lastHeard = watches.map { _ in .min }
    lastPlaces = watches.map { _ in nil }
  }

  mutating func meet(_ directory: StreamDirectory) {
    tracker.meet(directory)
    for anchor in directory.anchors[assets.count...] {
      assets.append(settings.assets.firstIndex(of: anchor.id) ?? -1)
    }
  }

  mutating func hear(
    _ stream: AdvertisementStream, _ range: Range<Int>, _ handset: inout Handset, _ log: inout ContextLog
  ) {
    guard let first = range.first, handset.mayMonitor(at: stream.microseconds[first]) else { return }
    tracker.hear(stream, range)
    for index in range {
      let asset = assets[Int(stream.anchors[index])]
      guard asset >= 0 else { continue }
      let now = stream.microseconds[index]
      if watches[asset].isInRange != true {
        for event in watches[asset].set(true, at: now, place: nil) { log.add(event) }
      }
      lastHeard[asset] = now
    }
  }

  mutating func tick(at now: Int64, _ handset: inout Handset, _ log: inout ContextLog) {
    tracker.tick()
    for asset in watches.indices where watches[asset].isInRange != nil {
      if now - lastHeard[asset] <= 1_000_000 { lastPlaces[asset] = tracker.place }
      let deadline = lastHeard[asset] + settings.lost.microseconds
      if watches[asset].isInRange == true, deadline <= now {
        for event in watches[asset].set(false, at: deadline, place: lastPlaces[asset]) { log.add(event) }
      }
      for event in watches[asset].notifications(until: now) { log.add(event) }
    }
  }
}
