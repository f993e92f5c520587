package import Documents
package import World

/// The machine of an application that acts on the regions that are entered and left.
protocol RegionMachine: ContextMachine {
  /// Of its own regions.
  var monitor: RegionMonitor { get set }
  /// - Parameter event: of the monitor, each once.
  mutating func act(on event: ContextEvent, _ log: inout ContextLog)
}

extension RegionMachine {
  mutating func meet(_ directory: StreamDirectory) { monitor.meet(directory) }

  mutating func hear(
    _ stream: AdvertisementStream, _ range: Range<Int>, _ handset: inout Handset, _ log: inout ContextLog
  ) {
    watch(stream, range, &handset, &log)
  }

  mutating func tick(at now: Int64, _ handset: inout Handset, _ log: inout ContextLog) {
    var own = ContextLog()
    monitor.tick(at: now, &handset, &own)
    for event in own.events { act(on: event, &log) }
  }

  /// Acts on what follows from some advertisements.
  mutating func watch(
    _ stream: AdvertisementStream, _ range: Range<Int>, _ handset: inout Handset, _ log: inout ContextLog
  ) {
    var own = ContextLog()
    monitor.hear(stream, range, &handset, &own)
    for event in own.events { act(on: event, &log) }
  }
}

/// An application with regions of its own.
package protocol RegionApplication: ContextApplication {
  var monitoring: MonitoringSettings { get }
}

extension RegionApplication {
  /// What monitoring says of its regions.
  package func fault(on site: Site?) -> SettingFault? { monitoring.fault(on: site)?.below("monitoring") }
  package func lack(in received: Received) -> String? { monitoring.lack(in: received) }
}

/// Beacons with one UUID, one UUID and major, or one UUID, major and minor, under a name.
///
/// Source: Apple, "Getting Started with iBeacon" (2014), section Region Monitoring.
package struct BeaconRegion: DeclaredSettings {
  /// Unique in its list; events carry it as their subject.
  package var name = ""
  /// The UUID of all its beacons, as text.
  package var uuid = ""
  /// Nil for any major.
  package var major: Int?
  /// Nil for any minor.
  package var minor: Int?

  package init() {}
  package static let keys: [SettingKey<BeaconRegion>] = [
    .required("name", \.name, .text(.line), "The region's name, unique in its list."),
    .required("uuid", \.uuid, .text(.uuid), "The UUID of its beacons."),
    .optional("major", \.major, .integer(.between(0, 65_535)), "Their major; by default any."),
    .optional("minor", \.minor, .integer(.between(0, 65_535)), "Their minor; by default any; needs `major`."),
  ]

  /// A minor has no meaning without its major.
  package var conflict: SettingFault? {
    major == nil && minor != nil
      ? SettingFault(key: "minor", expected: "no minor without a major", found: minor?.description ?? "")
      : nil
  }

  /// Whether a beacon belongs to the region; false for identities without a UUID.
  package func holds(_ identity: BeaconIdentity?) -> Bool {
    guard let numbers = identity?.numbers, numbers.uuid == BeaconUUID(uuid) else { return false }
    return (major ?? Int(numbers.major)) == Int(numbers.major)
      && (minor ?? Int(numbers.minor)) == Int(numbers.minor)
  }

  /// The anchors of a site that belong to it.
  package func anchors(of site: Site) -> [Int] {
    site.anchors.indices.filter { holds(site.anchors[$0].identity) }
  }
}

extension [BeaconRegion] {
  /// Nil when a beacon of one of them was received, otherwise what was not, in words.
  func lack(in received: Received) -> String? {
    contains { region in received.anchors.contains { region.holds($0.identity) } }
      ? nil : "a beacon of the regions " + map(\.name).joined(separator: ", ")
  }

  /// The fault of a name that occurs twice, or of a region without a beacon of the site.
  func fault(on site: Site?, key: String = "regions") -> SettingFault? {
    for (index, region) in enumerated() {
      if self[..<index].contains(where: { $0.name == region.name }) {
        return SettingFault(
          key: "\(key)[\(index)].name", expected: "each name once", found: "\(region.name) a second time")
      }
      if let site, region.anchors(of: site).isEmpty {
        return SettingFault(
          key: "\(key)[\(index)]", expected: "a region that holds a beacon of the site \(site.name)",
          found: "\(region.name), which holds none")
      }
    }
    return nil
  }
}
