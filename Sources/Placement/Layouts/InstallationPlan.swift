import Documents
import Phone
package import Rendering
import Sites
package import World

/// The beacons to buy, program and mount for a layout.
package struct InstallationPlan: Sendable {
  package struct Beacon: Sendable {
    package let id: String
    package let kind: String
    package let position: Point
    package let floor: Int
    package let uuid: String
    package let major: Int
    package let minor: Int
    package let measuredPower: Int
    /// Milliseconds.
    package let interval: Double
    /// The command that prints the octets and the commands for a test transmitter.
    package let encode: String
  }

  package struct Item: Sendable {
    package let kind: String
    package let count: Int
    package let cost: Double
    package let total: Double
    package let interval: Double
    package let batteryYears: Double
  }

  /// A battery's life at one advertising interval.
  package struct Battery: Sendable {
    package let kind: String
    package let interval: Double
    package let years: Double
  }

  /// New beacons, in the order in which they are mounted: always the nearest one left, floor by floor.
  package let beacons: [Beacon]
  package let bill: [Item]
  package let batteries: [Battery]
  /// Metres from the first beacon to the last on the plan; changes of floor count nothing.
  package let metres: Double
  package let hours: Double

  /// - Parameters:
  ///   - measuredPower: of beacons whose site states none, in dBm.
  ///   - interval: of the scenario's beacons, in seconds.
  init(
    _ layout: PlacementLayout, settings: PlacementSettings, measuredPower: Int, interval: Double
  ) throws(FileProblem) {
    let kinds = settings.kinds.isEmpty ? [BeaconKind.defaults] : settings.kinds
    var beacons: [Beacon] = []
    for (candidate, entry) in zip(layout.beacons, try layout.site.document.elements("beacons"))
    where candidate.kept == nil && entry.has("uuid") {
      let kind = kinds[candidate.kind]
      let (uuid, major, minor) = (
        try entry.text("uuid"), try entry.integer("major"), try entry.integer("minor")
      )
      let power = try entry.optional("measuredPower")?.integer ?? measuredPower
      let milliseconds = (kind.interval ?? interval) * 1000
      beacons.append(
        Beacon(
          id: try entry.text("id"), kind: kind.name, position: candidate.position, floor: candidate.floor,
          uuid: uuid, major: major, minor: minor, measuredPower: power, interval: milliseconds,
          encode: "beaconbench encode --uuid \(uuid) --major \(major) --minor \(minor) --power \(power) "
            + "--interval \(shortest(milliseconds / 1000))"))
    }
    (self.beacons, metres) = Self.tour(beacons)
    // A metre per second with a ladder.
    hours = (Double(beacons.count) * settings.installation.minutesPerBeacon + metres / 60) / 60
    bill = kinds.compactMap { kind in
      let count = beacons.count { $0.kind == kind.name }
      let own = kind.interval ?? interval
      return count == 0
        ? nil
        : Item(
          kind: kind.name, count: count, cost: kind.cost, total: kind.cost * Double(count), interval: own,
          batteryYears: kind.batteryYears(interval: own))
    }
    let used = kinds.filter { kind in beacons.contains { $0.kind == kind.name } }
    batteries = used.flatMap { kind in
      [0.1, 0.2, 0.3, 0.5, 1, 2].map {
        Battery(kind: kind.name, interval: $0, years: kind.batteryYears(interval: $0))
      }
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

/// Without a point where a number is whole.
private func shortest(_ number: Double) -> String {
  let rounded = (number * 1000).rounded() / 1000
  return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
}

extension InstallationPlan.Beacon: Described {
  package static let figures: [Figure<InstallationPlan.Beacon>] = [
    .init(field: "id", key: "id", \.id), .init(field: "kind", key: "kind", \.kind),
    .init(field: "x_m", key: "x", \.position.x), .init(field: "y_m", key: "y", \.position.y),
    .init(field: "z_m", key: "z", \.position.z), .init(field: "floor", key: "floor", \.floor),
    .init(field: "uuid", key: "uuid", \.uuid), .init(field: "major", key: "major", \.major),
    .init(field: "minor", key: "minor", \.minor),
    .init(field: "measured_power_dbm", key: "measuredPower", \.measuredPower),
    .init(field: "interval_ms", key: "intervalMilliseconds", \.interval),
    .init(field: "encode", key: "encode", \.encode),
  ]
}

extension InstallationPlan.Item: Described {
  package static let figures: [Figure<InstallationPlan.Item>] = [
    .init("kind", "kind") { $0.kind }, .init("count", "count") { $0.count },
    .init("cost", "cost each") { $0.cost }, .init("total", "total") { $0.total },
    .init("interval", "interval", unit: "s") { $0.interval },
    .init("batteryYears", "battery", unit: "years", decimals: 1) { $0.batteryYears },
  ]
}

extension InstallationPlan.Battery: Described {
  package static let figures: [Figure<InstallationPlan.Battery>] = [
    .init(field: "kind", key: "kind", \.kind), .init(field: "interval_s", key: "interval", \.interval),
    .init(field: "battery_years", key: "batteryYears", \.years),
  ]
}
