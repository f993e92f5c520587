package import Documents
package import World

/// Monitoring of regions: enter, exit, and the state on request.
package struct MonitoringSettings: ContextApplication {
  /// Which regions are monitored at a time: all of them, or the broad first one and those received last.
  package enum Strategy: String, Hashable, Sendable, CaseIterable {
    case direct, broadFirst
  }

  /// The regions, at least one.
  package var regions: [BeaconRegion] = []
  /// Seconds without an advertisement after which a region is left.
  package var exitDelay = 30.0
  /// Which regions are monitored at a time.
  package var strategy = Strategy.direct
  /// Metres: the walker is truly inside a region up to this distance from its beacons.
  package var radius = 10.0
  /// Seconds at which the application asks for the state of all regions.
  package var requests: [Double] = []

  /// The regions that a system monitors for one application at most.
  ///
  /// Source: Apple, documentation of `CLLocationManager.startMonitoring(for:)`.
  static let limit = 20

  package init() {}
  package static let name = "monitoring"
  package static let about =
    "Region monitoring as by a phone's operating system: enter, exit after a delay, and the state on request; it works in the "
    + "background."
  package static let keys: [SettingKey<MonitoringSettings>] = [
    .required("regions", \.regions, .list(of: .settings, count: .atLeast(1)), "The regions."),
    .defaulted(
      "exitDelay", \.exitDelay,
      .either(
        SettingShape(.number(.between(0, 86_400)), as: { $0 }, from: { $0 }),
        .words([
          ("ios", 30, "30 s."), ("altBeacon", 10, "10 s, the default of the AltBeacon library."),
          ("conference", 300, "5 minutes, as a conference application saw."),
        ])), unit: "s",
      "How long nothing of a region must have been received before it is left: a time or a preset."),
    .defaulted(
      "strategy", \.strategy,
      .choice([
        .direct: "All regions are monitored; at most 20.",
        .broadFirst:
          "The first region, the broad one, is always monitored. While the application may range, of the others "
          + "those are monitored that were received last; at most 20 altogether.",
      ]), "Which regions are monitored at a time."),
    .defaulted(
      "radius", \.radius, .number(.above(0)), unit: "m",
      "The distance to the nearest beacon of a region within which the walker is inside, by the ground truth."
    ),
    .defaulted(
      "requests", \.requests, .list(of: .number(.between(0, 864_000))), unit: "s",
      "The times at which the application requests the state of all monitored regions."),
  ]

  /// A phone monitors a limited number of regions; only `broadFirst` changes between them.
  package var conflict: SettingFault? {
    guard strategy == .direct, regions.count > Self.limit else { return nil }
    return SettingFault(
      key: "regions", expected: "at most \(Self.limit) regions, or the strategy broadFirst",
      found: "\(regions.count)")
  }

  /// A region that holds no beacon of the site.
  package func fault(on site: Site?) -> SettingFault? { regions.fault(on: site) }

  /// A request is answered when its second is over.
  package func window(of kind: String) -> Double? { ["inside", "outside"].contains(kind) ? 1 : nil }

  package func lack(in received: Received) -> String? { regions.lack(in: received) }

  package func machine(on site: Site?) -> any ContextMachine { RegionMonitor(self) }

  package func radius(times factor: Double) -> (metres: Double, application: any ContextApplication)? {
    var other = self
    other.radius *= factor
    return (other.radius, other)
  }

  /// The walker is inside a region within `radius` of its nearest beacon.
  package func truth(of lap: ContextTruth) -> ApplicationTruth {
    var events: [ContextEvent] = []
    for region in regions {
      let changes = lap.visits(of: region.anchors(of: lap.site), within: radius)
      events += changes.map {
        ContextEvent($0.holds ? "enter" : "exit", region.name, at: $0.microseconds)
      }
      for time in requests where time.microseconds < lap.end {
        let isInside = changes.last { $0.microseconds <= time.microseconds }?.holds ?? false
        events.append(ContextEvent(isInside ? "inside" : "outside", region.name, at: time.microseconds))
      }
    }
    return ApplicationTruth(events: events)
  }
}
