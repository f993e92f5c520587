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

  /// The line of the bill.
  package struct Item: Sendable {
    /// How many beacons.
    package let count: Int
    /// Of one, in the unit of `beaconCost`.
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
    /// Beacons, batteries and work, in the unit of `beaconCost`.
    package let total: Double
  }

  /// New beacons, in the order in which they are mounted: always the nearest one left, floor by floor.
  package let beacons: [Beacon]
  /// Empty without new beacons.
  package let bill: [Item]
  /// By interval; empty without new beacons.
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
    let entries = try layout.site.document.elements("beacons")
    let new = zip(layout.beacons, entries).filter { $0.kept == nil && $1.has("uuid") }
    (beacons, metres) = Self.tour(
      try new.map { candidate, entry throws(FileProblem) in
        try Beacon(
          entry, at: candidate, on: layout.site.site, measuredPower: measuredPower, interval: interval)
      })
    // A metre per second with a ladder.
    let work = settings.installation
    let hours = (Double(beacons.count) * work.minutesPerBeacon + metres / 60) / 60
    self.hours = hours
    let (count, life) = (beacons.count, work.batteryYears(interval: interval))
    let price = work.beaconCost * Double(count)
    let item = Item(
      count: count, cost: work.beaconCost, total: price, interval: interval, batteryYears: life)
    bill = count > 0 ? [item] : []
    batteries = [0.1, 0.2, 0.3, 0.5, 1, 2].prefix(count > 0 ? 6 : 0).map {
      Battery(interval: $0, years: work.batteryYears(interval: $0))
    }
    costs = [1, 2, 5, 10].map { years in
      let changes = count * Int(min(Double(years) / life, 1e9))
      let hours = hours + Double(changes) * work.minutesPerBattery / 60
      return Cost(
        years: years, changes: changes, hours: hours,
        total: price + Double(changes) * work.batteryCost + hours * work.hourlyCost)
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
    _ entry: Document, at candidate: PlacementCandidate, on site: Site, measuredPower: Int, interval: Double
  ) throws(FileProblem) {
    (position, floor) = (candidate.position, candidate.floor)
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

extension InstallationPlan.Beacon: Described {
  /// A line of beacons.csv.
  package static let figures: [Figure<InstallationPlan.Beacon>] = [
    .init(field: "id", key: "id", \.id),
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
    .init("count", "count") { $0.count },
    .init("cost", "cost each") { $0.cost }, .init("total", "total") { $0.total },
    .init("interval", "interval", unit: "s") { $0.interval },
    .init("batteryYears", "battery", unit: "years", decimals: 1) { $0.batteryYears },
  ]
}

extension InstallationPlan.Cost: Described {
  /// The columns of the costs over years.
  package static let figures: [Figure<InstallationPlan.Cost>] = [
    .init("years", "after", unit: "years", \.years), .init("batteryChanges", "battery changes", \.changes),
    .init("hours", "work", unit: "h", decimals: 1, \.hours),
    .init("cost", "cost so far", decimals: 2, \.total),
  ]
}

extension InstallationPlan.Battery: Described {
  /// A line of batteries.csv.
  package static let figures: [Figure<InstallationPlan.Battery>] = [
    .init(field: "interval_s", key: "interval", \.interval),
    .init(field: "battery_years", key: "batteryYears", \.years),
  ]
}
