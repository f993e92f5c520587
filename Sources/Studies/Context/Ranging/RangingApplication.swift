package import Documents
import NumericalMethods
import Phone
import Radio
package import World

/// Ranging, once a second: zones, the closest beacon, and the first few that are offered.
package struct RangingApplication: ContextApplication {
  /// The ids of the beacons that are ranged; empty for all of the site.
  package var beacons: [String] = []
  /// The seconds over which levels are averaged; 1 for none.
  package var smoothing = 1
  /// The limits of the zones.
  package var zones = ProximityZones.motion
  /// The number of beacons offered for a choice, the closest first.
  package var offered = 1
  /// n of the law by which distances are estimated.
  package var exponent = 2.0
  /// A beacon is found in this zone or a nearer one.
  package var find = ProximityZone.near
  /// Metres.
  package var within = 3.0
  /// Seconds.
  package var rearm = 60.0
  /// Beside which the simulated figures stand.
  package var published: [PublishedZone] = []

  package init() {}
  package static let name = "ranging"
  package static let about =
    "Ranging once a second while the application is in the foreground or has been woken: zones, the closest beacon, and beacons "
    + "that are found when they come into a zone."
  package static let keys: [SettingKey<RangingApplication>] = [
    .defaulted(
      "beacons", \.beacons, .list(of: .text()),
      "The ids of the site's beacons that are ranged; by default all."),
    .defaulted(
      "smoothing", \.smoothing, .integer(.between(1, 3600)), unit: "s",
      "The number of seconds over which RSSI is averaged; 1 for none."),
    .defaulted("zones", \.zones, ProximityZones.form, "The limits of the zones: a preset, or distances."),
    .defaulted(
      "offered", \.offered, .integer(.between(1, 100)),
      "How many beacons the application offers for a choice, the closest first."),
    .defaulted("n", \.exponent, .number(.above(0, atMost: 10)), "The path-loss exponent that it assumes."),
    .defaulted(
      "find", \.find,
      .choice([.immediate: nil, .near: nil, .far: nil, .unknown: "Whenever it is received."]),
      "The zone in which, or nearer, a beacon is found."),
    .defaulted(
      "within", \.within, .number(.above(0)), unit: "m",
      "The distance within which the walker is at a beacon, by the ground truth."),
    .defaulted(
      "rearm", \.rearm, .number(.between(0, 86_400)), unit: "s",
      "After how long out of the zone a beacon can be found again."),
    .omissible(
      "published", \.published, .list(of: .settings),
      "What was published for zones, beside which the simulated figures stand."),
  ]

  /// The published figures of one zone.
  package struct PublishedZone: DeclaredSettings {
    /// The zone, as the publication calls it.
    package var zone = ProximityZone.near
    /// Metres.
    package var from = 0.0
    /// The largest distance in the zone, in metres.
    package var to = 1.0
    /// The published deviation of the distance, in metres.
    package var distanceDeviation = 0.0
    /// The published deviation of the RSSI, in dB.
    package var levelDeviation = 0.0
    /// Where the figures stand.
    package var source = ""

    package init() {}
    package static let keys: [SettingKey<PublishedZone>] = [
      .required("zone", \.zone, .choice, "The zone."),
      .required("from", \.from, .number(.atLeast(0)), unit: "m", "The least distance in it."),
      .required("to", \.to, .number(.above(0)), unit: "m", "The largest distance in it."),
      .required(
        "distanceDeviation", \.distanceDeviation, .number(.above(0)), unit: "m",
        "The deviation of the distance."),
      .required(
        "levelDeviation", \.levelDeviation, .number(.above(0)), unit: "dB", "The deviation of the RSSI."),
      .required("source", \.source, .text(), "The source of the figures."),
    ]

    /// A zone ends beyond its beginning.
    package var conflict: SettingFault? { .first(of: ("to", to > from, "more than `from`, \(from)", to)) }
  }

  /// A beacon that the site does not have.
  package func fault(on site: Site?) -> SettingFault? { beacons.fault(on: site) }
  package func lack(in received: Received) -> String? { received.lack(of: beacons) }

  package func machine(on site: Site?) -> any ContextMachine { RangingMachine(self, site: site) }
  /// The anchors of the site; the state is the closest beacon.
  package func states(on site: Site?) -> [String] { site?.anchors.map(\.id) ?? [] }

  /// The anchors that are ranged.
  func anchors(of site: Site) -> [Int] {
    site.anchors.indices.filter { beacons.isEmpty || beacons.contains(site.anchors[$0].id) }
  }

  /// A beacon is truly found when the walker comes within the given distance; the state is the nearest of them.
  package func truth(of lap: ContextTruth) -> ApplicationTruth {
    let anchors = anchors(of: lap.site)
    var events: [ContextEvent] = []
    for anchor in anchors {
      var lastInside: Int64?
      for change in lap.visits(of: [anchor], within: within) {
        if change.holds, lastInside.map({ change.microseconds - $0 >= rearm.microseconds }) ?? true {
          events.append(ContextEvent("found", lap.site.anchors[anchor].id, at: change.microseconds))
        }
        lastInside = change.microseconds
      }
    }
    return ApplicationTruth(
      events: events, state: { time in lap.nearest(of: anchors, at: time).map { Int32($0.anchor) } ?? -1 })
  }
}

extension SettingFault {
  /// That of the first number that is not above the one before it.
  ///
  /// - Parameter key: of the number with an index.
  static func disorder(of numbers: [Double], _ key: (Int) -> String) -> SettingFault? {
    guard let index = numbers.indices.dropFirst().first(where: { numbers[$0] <= numbers[$0 - 1] }) else {
      return nil
    }
    return SettingFault(
      key: key(index), expected: "more than \(numbers[index - 1]), the one before it",
      found: "\(numbers[index])")
  }
}

extension [String] {
  /// The fault of the first name that occurs twice, or that is not an anchor of the site.
  func fault(on site: Site?, key: String = "beacons") -> SettingFault? {
    if let index = indices.first(where: { self[..<$0].contains(self[$0]) }) {
      return SettingFault(
        key: "\(key)[\(index)]", expected: "each id once", found: "\"\(self[index])\" a second time")
    }
    return indices.lazy.compactMap { self[$0].fault(on: site, key: "\(key)[\($0)]") }.first
  }
}

extension String {
  /// The fault of an id that is not that of an anchor of the site.
  func fault(on site: Site?, key: String) -> SettingFault? {
    guard let site, !site.anchors.contains(where: { $0.id == self }) else { return nil }
    return SettingFault(key: key, expected: "the id of a beacon of the site", found: "\"\(self)\"")
  }
}

struct RangingMachine: ContextMachine {
  private let settings: RangingApplication
  private let site: Site?
  private var window: LevelWindow
  private var model: RangingModel
  private var names: [String] = []
  /// Which anchors of the directory are ranged, and the law of each.
  private var isRanged: [Bool] = []
  /// Microseconds at which each was last in the zone.
  private var lastInside: [Int64?] = []

  init(_ settings: RangingApplication, site: Site?) {
    (self.settings, self.site) = (settings, site)
    window = LevelWindow(seconds: settings.smoothing)
    model = RangingModel(RangingSettings { $0.exponent = settings.exponent }, anchors: site?.anchors ?? [])
  }

  mutating func meet(_ directory: StreamDirectory) {
    window.grow(to: directory.anchors.count)
    for anchor in directory.anchors[names.count...] {
      names.append(anchor.id)
      isRanged.append(settings.beacons.isEmpty || settings.beacons.contains(anchor.id))
      lastInside.append(nil)
    }
    _ = model.hear(Array(directory.transmitters.indices), of: directory)
  }

  mutating func hear(
    _ stream: AdvertisementStream, _ range: Range<Int>, _ handset: inout Handset, _ log: inout ContextLog
  ) {
    guard let first = range.first, handset.mayRange(at: stream.microseconds[first]) else { return }
    window.hear(stream, range)
  }

  mutating func tick(at now: Int64, _ handset: inout Handset, _ log: inout ContextLog) {
    window.tick()
    var ranged: [(distance: Double, anchor: Int, level: Double)] = []
    for anchor in names.indices where isRanged[anchor] {
      guard let level = window.smoothed(anchor) else { continue }
      let distance = model.distance(to: anchor, at: DBm(level))
      ranged.append((distance, anchor, level))
      find(anchor, settings.zones.zone(level: level, distance: distance), at: now, &log)
    }
    ranged.sort { ($0.distance, $0.anchor) < ($1.distance, $1.anchor) }
    log.claim((0..<settings.offered).map { $0 < ranged.count ? Int32(ranged[$0].anchor) : -1 })
    if let closest = ranged.first, !window.latest[closest.anchor].isNaN {
      log.add(
        RangedMeasure(
          microseconds: now, anchor: closest.anchor, level: window.latest[closest.anchor],
          distance: closest.distance,
          zone: settings.zones.zone(level: closest.level, distance: closest.distance)))
    }
  }

  private mutating func find(_ anchor: Int, _ zone: ProximityZone, at now: Int64, _ log: inout ContextLog) {
    let order = ProximityZone.allCases
    guard let own = order.firstIndex(of: zone), let asked = order.firstIndex(of: settings.find), own <= asked
    else { return }
    if lastInside[anchor].map({ now - $0 >= settings.rearm.microseconds }) ?? true {
      log.add(ContextEvent("found", names[anchor], at: now))
    }
    lastInside[anchor] = now
  }
}
