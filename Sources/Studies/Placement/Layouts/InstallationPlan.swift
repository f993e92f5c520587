import Documents
package import Rendering
import Sites
package import World

/// The beacons to buy, program and mount for a layout.
package struct InstallationPlan: Sendable {
  /// A new beacon, with what is programmed into it.
  package struct Beacon: Sendable {
    /// In the site.
    package let id: String
    /// The name of its kind.
    package let kind: String
    /// Metres, with the height above the origin.
    package let position: Point
    /// The level of its floor.
    package let floor: Int
    /// The same in words: room, metres from two walls, height.
    package let place: String
    /// As text.
    package let uuid: String
    /// 0 to 65535.
    package let major: Int
    /// 0 to 65535.
    package let minor: Int
    /// The RSSI at 1 m that its frames state, in dBm.
    package let measuredPower: Int
    /// Milliseconds.
    package let interval: Double
    /// The command that prints the octets and the commands for a test transmitter.
    package let encode: String
  }

  /// A line of the bill.
  package struct Item: Sendable {
    /// The name of the kind.
    package let kind: String
    /// How many of it.
    package let count: Int
    /// Of one, in the unit of the study's costs.
    package let cost: Double
    /// Of all of them.
    package let total: Double
    /// Seconds between advertisements.
    package let interval: Double
    /// How long its batteries last, in years.
    package let batteryYears: Double
  }

  /// A battery's life at one advertising interval.
  package struct Battery: Sendable {
    /// The name of the kind.
    package let kind: String
    /// Seconds between advertisements.
    package let interval: Double
    /// Until the batteries are empty.
    package let years: Double
  }

  /// What the beacons and their batteries have cost after some years.
  package struct Cost: Sendable {
    /// Since the beacons were mounted.
    package let years: Int
    /// Of batteries, of all beacons together, from the day on which they are empty.
    package let changes: Int
    /// Of mounting and changing, in hours.
    package let hours: Double
    /// Beacons, batteries and work, in the unit of the study's costs.
    package let total: Double
  }

  /// New beacons, in the order in which they are mounted: always the nearest one left, floor by floor.
  package let beacons: [Beacon]
  /// By kind, of the kinds that are used.
  package let bill: [Item]
  /// By kind that is used, then by interval.
  package let batteries: [Battery]
  /// Metres from the first beacon to the last on the plan; changes of floor count nothing.
  package let metres: Double
  /// To mount, program and label all, with the way between them.
  package let hours: Double
  /// After 1, 2, 5 and 10 years.
  package let costs: [Cost]

  /// - Parameters:
  ///   - measuredPower: of beacons whose site states none, in dBm.
  ///   - interval: of the scenario's beacons, in seconds.
  init(
    _ layout: PlacementLayout, settings: PlacementSettings, measuredPower: Int, interval: Double
  ) throws(FileProblem) {
    let kinds = settings.kinds.isEmpty ? [BeaconKind()] : settings.kinds
    let entries = try layout.site.document.elements("beacons")
    let new = zip(layout.beacons, entries).filter { $0.kept == nil && $1.has("uuid") }
    (beacons, metres) = Self.tour(
      try new.map { candidate, entry throws(FileProblem) in
        let kind = kinds[candidate.kind]
        return try Beacon(
          entry, at: candidate, on: layout.site.site, kind.name, measuredPower: measuredPower,
          interval: kind.interval ?? interval)
      })
    // A metre per second with a ladder.
    let work = settings.installation
    let hours = (Double(beacons.count) * work.minutesPerBeacon + metres / 60) / 60
    self.hours = hours
    let counts = Dictionary(grouping: beacons, by: \.kind).mapValues(\.count)
    bill = kinds.compactMap { kind in
      counts[kind.name].map { Item(kind, count: $0, interval: kind.interval ?? interval) }
    }
    batteries = kinds.filter { counts[$0.name] != nil }.flatMap { kind in
      [0.1, 0.2, 0.3, 0.5, 1, 2].map {
        Battery(kind: kind.name, interval: $0, years: kind.batteryYears(interval: $0))
      }
    }
    let bought = zip(bill, kinds.filter { counts[$0.name] != nil })
    costs = [1, 2, 5, 10].map { years in
      let changes = bought.map { item, kind in
        (count: item.count * Int(min(Double(years) / item.batteryYears, 1e9)), cost: kind.batteryCost)
      }
      let count = changes.reduce(0) { $0 + $1.count }
      let hours = hours + Double(count) * work.minutesPerBattery / 60
      let batteries = changes.reduce(0) { $0 + Double($1.count) * $1.cost }
      return Cost(
        years: years, changes: count, hours: hours,
        total: bought.reduce(0) { $0 + $1.0.total } + batteries + hours * work.hourlyCost)
    }
  }

  private static func tour(_ beacons: [Beacon]) -> (order: [Beacon], metres: Double) {
    var left = beacons.sorted {
      ($0.floor, $0.position.x, $0.position.y) < ($1.floor, $1.position.x, $1.position.y)
    }
    var (order, metres) = ([Beacon](), 0.0)
    while let first = left.first {
      let here = order.last.flatMap { $0.floor == first.floor ? $0 : nil }
      let floor = left.indices.filter { left[$0].floor == first.floor }
      let next =
        here.flatMap { here in
          floor.min {
            here.position.horizontalDistance(to: left[$0].position)
              < here.position.horizontalDistance(to: left[$1].position)
          }
        } ?? 0
      if let here { metres += here.position.horizontalDistance(to: left[next].position) }
      order.append(left.remove(at: next))
    }
    return (order, metres)
  }
}

extension InstallationPlan.Beacon {
  /// - Parameters:
  ///   - entry: of the site's file.
  ///   - measuredPower: where the entry states none, in dBm.
  ///   - interval: in seconds.
  fileprivate init(
    _ entry: Document, at candidate: PlacementCandidate, on site: Site, _ kind: String, measuredPower: Int,
    interval: Double
  ) throws(FileProblem) {
    (self.kind, position, floor) = (kind, candidate.position, candidate.floor)
    place = site.words(for: candidate.position, floor: candidate.floor)
    (id, uuid) = (try entry.text("id"), try entry.text("uuid"))
    (major, minor) = (try entry.integer("major"), try entry.integer("minor"))
    self.measuredPower = try entry.optional("measuredPower")?.integer ?? measuredPower
    self.interval = interval * 1000
    encode =
      "beaconbench encode --uuid \(uuid) --major \(major) --minor \(minor) --power \(self.measuredPower) "
      + "--interval \((self.interval / 1000).rounded(to: 3))"
  }
}

extension InstallationPlan.Item {
  fileprivate init(_ kind: BeaconKind, count: Int, interval: Double) {
    self.init(
      kind: kind.name, count: count, cost: kind.cost, total: kind.cost * Double(count), interval: interval,
      batteryYears: kind.batteryYears(interval: interval))
  }
}

extension InstallationPlan.Beacon: Described {
  /// A line of beacons.csv.
  package static let figures: [Figure<InstallationPlan.Beacon>] = [
    .init(field: "id", key: "id", \.id), .init(field: "kind", key: "kind", \.kind),
    .init(field: "x_m", key: "x", \.position.x), .init(field: "y_m", key: "y", \.position.y),
    .init(field: "z_m", key: "z", \.position.z), .init(field: "floor", key: "floor", \.floor),
    .init(field: "place", key: "place", \.place), .init(field: "uuid", key: "uuid", \.uuid),
    .init(field: "major", key: "major", \.major),
    .init(field: "minor", key: "minor", \.minor),
    .init(field: "measured_power_dbm", key: "measuredPower", \.measuredPower),
    .init(field: "interval_ms", key: "intervalMilliseconds", \.interval),
    .init(field: "encode", key: "encode", \.encode),
  ]
}

extension InstallationPlan.Item: Described {
  /// The columns of the bill.
  package static let figures: [Figure<InstallationPlan.Item>] = [
    .init("kind", "kind") { $0.kind }, .init("count", "count") { $0.count },
    .init("cost", "cost each") { $0.cost }, .init("total", "total") { $0.total },
    .init("interval", "interval", unit: "s") { $0.interval },
    .init("batteryYears", "battery", unit: "years", decimals: 1) { $0.batteryYears },
  ]
}

extension InstallationPlan.Cost: Described {
  /// The columns of the costs over years, and a line of costs.csv.
  package static let figures: [Figure<InstallationPlan.Cost>] = [
    .init("years", "after", unit: "years", \.years), .init("batteryChanges", "battery changes", \.changes),
    .init("hours", "work", unit: "h", decimals: 1, \.hours),
    .init("cost", "cost so far", decimals: 2, \.total),
  ]
}

extension InstallationPlan.Battery: Described {
  /// A line of batteries.csv.
  package static let figures: [Figure<InstallationPlan.Battery>] = [
    .init(field: "kind", key: "kind", \.kind), .init(field: "interval_s", key: "interval", \.interval),
    .init(field: "battery_years", key: "batteryYears", \.years),
  ]
}
