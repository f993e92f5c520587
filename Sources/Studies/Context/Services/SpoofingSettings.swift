package import Documents
package import NumericalMethods
package import World

/// Sightings of regions that other knowledge contradicts: another sighting that was too far away for a person, or a position by a
/// second source.
///
/// Source: Gast 2014, "Building Applications with iBeacon", chapter 4, sections Timestamping and Cross-references, which names both
/// checks and gives no rule. The rule is ours: a contradiction is what remains of the distance when everything that an honest walker
/// may have is taken off.
package struct SpoofingSettings: RegionApplication {
  /// The regions, and how they are monitored.
  package var monitoring = MonitoringSettings()
  /// Metres per second: no person is faster.
  package var speed = 3.0
  /// Metres within which a phone that receives a region is of one of its beacons.
  package var reach = 15.0
  /// Whether sightings are compared with each other.
  package var comparesSightings = true
  /// Nil for none.
  package var source: SecondSource?
  /// By how many of its standard deviations a position may be wrong.
  package var deviations = 3.0
  /// Seconds between a sighting and the measurement of a position that is compared with it.
  package var wait = 30.0

  package init() {}
  package static let name = "spoofing"
  package static let about =
    "Sightings of regions that are not believed, since no person walks so fast, or since GPS or Wi-Fi has the phone elsewhere."
  package static let keys: [SettingKey<SpoofingSettings>] = [
    .required("monitoring", \.monitoring, .settings, "The regions, and how they are monitored."),
    .defaulted("speed", \.speed, .number(.above(0)), unit: "m/s", "The fastest that a person moves."),
    .defaulted(
      "reach", \.reach, .number(.above(0)), unit: "m",
      "How far a phone that receives a region may be from the nearest of its beacons."),
    .defaulted(
      "sightings", \.comparesSightings, .flag, "Whether sightings of different regions are compared."),
    .optional(
      "source", \.source, .settings, "A second source of positions; by default there is none."),
    .defaulted(
      "deviations", \.deviations, .number(.between(0, 100)),
      "By how many stated standard deviations a position may be wrong."),
    .defaulted(
      "wait", \.wait, .number(.between(0, 86_400)), unit: "s",
      "The longest time between a sighting and the measurement of a position that is compared with it."),
  ]

  /// Something must be compared.
  package var conflict: SettingFault? {
    .first(of: ("sightings", comparesSightings || source != nil, "true where there is no `source`", "false"))
  }

  /// What monitoring says of its regions, and a region without a beacon that stays in its place.
  package func fault(on site: Site?) -> SettingFault? {
    if let fault = monitoring.fault(on: site) { return fault.below("monitoring") }
    guard let site else { return nil }
    for (index, region) in monitoring.regions.enumerated() where region.places(on: site).isEmpty {
      return SettingFault(
        key: "monitoring.regions[\(index)]", expected: "a region with a beacon that is not mobile",
        found: region.name)
    }
    return nil
  }

  package func lack(in received: Received) -> String? {
    monitoring.lack(in: received)
      ?? (source == nil || received.hasMessages ? nil : "positions by its second source")
  }

  package func machine(on site: Site?) -> any ContextMachine { SpoofingMachine(self, site: site) }

  package func messages(of lap: ContextTruth, using random: inout RandomStream) -> [ContextMessage] {
    source?.positions(of: lap, using: &random) ?? []
  }

  /// The walker comes within the radius of a transmitter that uses the identity of a region's beacon, and of none of its beacons.
  package func truth(of lap: ContextTruth) -> ApplicationTruth {
    let events = monitoring.regions.flatMap { region in
      let anchors = region.anchors(of: lap.site)
      let rogues = lap.rogues.filter { anchors.contains($0.anchor) }
      return lap.changes { time in
        let position = lap.walk.position(at: time)
        return rogues.contains {
          time >= $0.from && position.distance(to: $0.position) <= monitoring.radius
        }
          && lap.nearest(of: anchors, at: time).map { $0.distance > monitoring.radius } ?? true
      }.filter(\.holds).map { ContextEvent("spoofed", region.name, at: $0.microseconds) }
    }
    return ApplicationTruth(events: events)
  }
}

extension BeaconRegion {
  /// Where its beacons are, but for mobile ones.
  fileprivate func places(on site: Site?) -> [Point] {
    guard let site else { return [] }
    return anchors(of: site).filter { !site.anchors[$0].isMobile }.map { site.anchors[$0].position }
  }
}

/// Believes the first sighting, and each later one that nothing contradicts.
struct SpoofingMachine: RegionMachine {
  private struct Sighting {
    let region: Int
    let time: Int64
  }

  private let settings: SpoofingSettings
  /// By region.
  private let places: [[Point]]
  var monitor: RegionMonitor
  /// By region, whether its last sighting is believed.
  private var isBelieved: [Bool]
  /// Those that later positions may still contradict, and the positions that later sightings may.
  private var open: [Sighting] = []
  private var positions: [SecondPosition] = []

  init(_ settings: SpoofingSettings, site: Site?) {
    self.settings = settings
    monitor = RegionMonitor(settings.monitoring)
    places = settings.monitoring.regions.map { $0.places(on: site) }
    isBelieved = places.map { _ in false }
  }

  /// One advertisement at a time, so that a sighting is compared with what was received before it.
  mutating func hear(
    _ stream: AdvertisementStream, _ range: Range<Int>, _ handset: inout Handset, _ log: inout ContextLog
  ) {
    for index in range { watch(stream, index..<index + 1, &handset, &log) }
  }

  mutating func receive(_ message: ContextMessage, _ handset: inout Handset, _ log: inout ContextLog) {
    guard case .position(let position) = message.content, handset.mayMonitor(at: message.microseconds) else {
      return
    }
    let wait = settings.wait.microseconds
    positions.removeAll { $0.measured < message.microseconds - wait }
    positions.append(position)
    open.removeAll { $0.time < position.measured - wait }
    for sighting in open where contradicts(position, sighting) {
      log.add(spoofed(sighting, at: message.microseconds))
      isBelieved[sighting.region] = false
    }
    open.removeAll { !isBelieved[$0.region] }
  }

  mutating func act(on event: ContextEvent, _ log: inout ContextLog) {
    guard event.kind == "enter",
      let region = settings.monitoring.regions.firstIndex(where: { $0.name == event.subject })
    else { return }
    let sighting = Sighting(region: region, time: event.microseconds)
    isBelieved[region] =
      !(settings.comparesSightings && isTooFast(sighting))
      && !positions.contains { contradicts($0, sighting) }
    open.removeAll { $0.region == region }
    if isBelieved[region] {
      open.append(sighting)
    } else {
      log.add(spoofed(sighting, at: event.microseconds))
    }
  }

  private func spoofed(_ sighting: Sighting, at time: Int64) -> ContextEvent {
    ContextEvent("spoofed", settings.monitoring.regions[sighting.region].name, at: time)
  }

  /// Whether a person cannot have come here since another region was received. The phone may be `reach` metres nearer at both.
  private func isTooFast(_ sighting: Sighting) -> Bool {
    places.indices.contains { other in
      guard other != sighting.region, isBelieved[other], let heard = monitor.lastReceived(other) else {
        return false
      }
      let metres = places[sighting.region].distance(to: places[other]) - 2 * settings.reach
      return metres > settings.speed * (sighting.time - heard).seconds
    }
  }

  /// Whether a position is farther from the region than its error, the reach and a walk in between allow.
  private func contradicts(_ position: SecondPosition, _ sighting: Sighting) -> Bool {
    let apart = (position.measured - sighting.time).magnitude
    guard apart <= settings.wait.microseconds.magnitude, !places[sighting.region].isEmpty else {
      return false
    }
    return places[sighting.region].distance(to: [position.point])
      > settings.reach + settings.speed * Double(apart) / 1e6 + settings.deviations * position.deviation
  }
}

extension [Point] {
  /// Metres on the plan between the two nearest points; infinite where there are none.
  fileprivate func distance(to others: [Point]) -> Double {
    var least = Double.infinity
    for point in self { for other in others { least = Swift.min(least, (point - other).horizontalLength) } }
    return least
  }
}
