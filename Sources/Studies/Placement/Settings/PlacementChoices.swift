package import Documents
package import Radio
import Sites
package import World

/// The points at which bounds are computed.
package enum PointSettings: Hashable, Sendable {
  case path(spacing: Double)
  case floor(spacing: Double)

  private static let spacing = SettingForm<Double>.one(
    "spacing", .number(.between(0.1, 100)), unit: "m", "From one point to the next.")
  static let form = SettingForm<PointSettings>.union([
    SettingVariant(
      "path", spacing, as: { .path(spacing: $0) },
      from: { if case .path(let metres) = $0 { metres } else { nil } },
      "Along the path."),
    SettingVariant(
      "floor", spacing, as: { .floor(spacing: $0) },
      from: { if case .floor(let metres) = $0 { metres } else { nil } }, "A lattice over all rooms."),
  ])
}

/// The objective that a search minimises.
package enum PlacementObjective: Hashable, Sendable {
  /// The mean of the position error bound over all points.
  case meanBound
  /// Metres of mean error, and metres that a whole share of wrong rooms counts as.
  case strongest(wrongRooms: Double)

  static let form = SettingForm<PlacementObjective>.union([
    SettingVariant("meanBound", is: .meanBound, "The mean of the position error bound over all points."),
    SettingVariant(
      "strongest",
      .one(
        "wrongRooms", .number(.between(0, 1e6)), default: 0, unit: "m",
        "Added to the mean error: this many metres times the share of wrong rooms, each room counting equally."
      ),
      as: { .strongest(wrongRooms: $0) },
      from: { if case .strongest(let metres) = $0 { metres } else { nil } },
      "The mean error of fixes at the strongest beacon over simulated walks."),
  ])

  /// The name in tables; the value is in metres.
  package var title: String {
    switch self {
    case .meanBound: "mean bound"
    case .strongest: "strongest-beacon cost"
    }
  }
}

/// How layouts are searched for.
package enum PlacementMethod: String, Hashable, Sendable, CaseIterable {
  case greedy, swaps

  static let form = SettingForm<PlacementMethod>.choice([
    .greedy: "Add the beacon that gains most, one after the other.",
    .swaps: "Exchange one beacon at a time, from the best layout so far, until nothing gains.",
  ])
}

/// A layout by a rule or from a file, beside which the chosen one is judged.
package enum LayoutRule: Hashable, Sendable {
  /// As many as chosen, at equal distances along the path.
  case evenly
  case spacing(metres: Double)
  case lattice
  case heard(beacons: Int)
  case site(path: String)

  static let form = SettingForm<LayoutRule>.union([
    SettingVariant("evenly", is: .evenly, "As many beacons as chosen, evenly spaced along the path."),
    SettingVariant(
      "spacing", .one("metres", .number(.between(0.1, 1000)), default: 3, unit: "m", "From one to the next."),
      as: { .spacing(metres: $0) }, from: { if case .spacing(let metres) = $0 { metres } else { nil } },
      "Along the path at a fixed spacing, 3 m as in Mustafa & Sykes 2021, however many that takes."),
    SettingVariant("lattice", is: .lattice, "As many as chosen on a square lattice over the rooms."),
    SettingVariant(
      "heard", .one("beacons", .integer(.between(1, 100)), default: 10, "How many."),
      as: { .heard(beacons: $0) }, from: { if case .heard(let count) = $0 { count } else { nil } },
      "A vendor's rule: candidates are added until so many are heard at every point."),
    SettingVariant(
      "site", .one("file", .file, "A site file, relative to this file, whose beacons are judged."),
      as: { .site(path: $0) }, from: { if case .site(let path) = $0 { path } else { nil } },
      "A layout of your own."),
  ])
}

/// Where beacons may be mounted.
package struct CandidateSettings: DeclaredSettings {
  /// Metres from one to the next along the path; nil for none there.
  package var path: Double?
  /// Metres from one to the next along walls; nil for none there.
  package var walls: Double?
  /// Metres between the places of a lattice in the rooms; nil for none.
  package var lattice: Double?
  /// Metres from a wall to its candidates.
  package var wallDistance = 0.3
  /// Single places.
  package var points: [SitePlace] = []
  /// Metres above the floor; at least one.
  package var heights = [2.7]
  /// Areas without candidates.
  package var keepOut: [PlanArea] = []

  package init() {}
  package static let keys: [SettingKey<CandidateSettings>] = [
    .optional(
      "path", \.path, .number(.between(0.1, 100)), unit: "m", "Along the path, one every so many metres."),
    .optional(
      "walls", \.walls, .number(.between(0.1, 100)), unit: "m",
      "Along both sides of every wall, one every so many metres."),
    .optional(
      "lattice", \.lattice, .number(.between(0.1, 100)), unit: "m",
      "On a square lattice of this spacing within the rooms."),
    .defaulted(
      "wallDistance", \.wallDistance, .number(.between(0.01, 10)), unit: "m", "From a wall to its candidates."
    ),
    .defaulted("points", \.points, .list(of: .settings), "Single places."),
    .defaulted(
      "heights", \.heights, .list(of: .number(.between(-10, 30)), count: .atLeast(1)), unit: "m",
      "Above the floor: each place is a candidate at each height, and one of them is chosen at most."),
    .defaulted("keepOut", \.keepOut, .list(of: .settings), "Areas without candidates."),
  ]
}

/// A place on the plan of a floor.
package struct SitePlace: DeclaredSettings {
  /// Metres on the plan.
  package var position = Point.zero
  /// The level of its floor.
  package var floor = 0

  package init() {}
  package static let keys: [SettingKey<SitePlace>] = [
    .required("position", \.position, .point("x", "y", within: .coordinate), unit: "m", "On the plan."),
    .defaulted("floor", \.floor, .integer(), "Its floor."),
  ]
}

/// A part of a floor.
package struct PlanArea: DeclaredSettings {
  /// In order round it, in metres on the plan; at least three.
  package var corners: [Point] = []
  /// The level of its floor.
  package var floor = 0

  package init() {}
  package static let keys: [SettingKey<PlanArea>] = [
    .required(
      "corners", \.corners, .list(of: .point("x", "y", within: .coordinate), count: .atLeast(3)), unit: "m",
      "In order round it."),
    .defaulted("floor", \.floor, .integer(), "Its floor."),
  ]

  func contains(_ place: Point, floor: Int) -> Bool {
    self.floor == floor && Room(name: "", corners: corners, floor: floor).contains(place)
  }
}

/// Identifiers, batteries and effort.
package struct InstallationSettings: DeclaredSettings {
  /// How majors and minors are made.
  package enum Layout: String, Hashable, Sendable, CaseIterable { case sequential, mustafaSykes2021 }
  /// The UUID of all beacons.
  package var uuid = "2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21"
  /// How majors and minors are made.
  package var layout = Layout.sequential
  /// Its number in the layout `mustafaSykes2021`, 0 to 31.
  package var building = 0
  /// The names of rooms that are hallways in that layout.
  package var hallways: [String] = []
  /// What one beacon costs, in any unit.
  package var beaconCost = 1.0
  /// What its batteries hold and what advertising takes.
  package var battery = BeaconBattery()
  /// What new batteries of one cost, in the unit of ``beaconCost``.
  package var batteryCost = 0.0
  /// To mount, program and label one.
  package var minutesPerBeacon = 10.0
  /// To change the batteries of one, with the way to it.
  package var minutesPerBattery = 5.0
  /// Of an hour's work, in the unit of ``beaconCost``.
  package var hourlyCost = 0.0

  package init() {}
  package static let keys: [SettingKey<InstallationSettings>] = [
    .defaulted("uuid", \.uuid, .text(.uuid), "The UUID of all beacons."),
    .defaulted(
      "identifiers", \.layout,
      .choice([
        .sequential: "The major is the floor's place in the site, the minor the beacon's number.",
        .mustafaSykes2021:
          "Building, floor and kind of place in the major, room and number in it in the minor: Mustafa & Sykes 2021.",
      ]), "How majors and minors are made."),
    .defaulted("building", \.building, .integer(.between(0, 31)), "Its number in that layout."),
    .defaulted("hallways", \.hallways, .list(of: .text()), "The rooms that are hallways in that layout."),
    .defaulted("beaconCost", \.beaconCost, .number(.above(0)), "What one beacon costs, in any unit."),
    .defaulted("capacity", \.battery.capacity, .number(.above(0)), unit: "mAh", "Of its batteries."),
    .defaulted(
      "chargePerEvent", \.battery.chargePerEvent, .number(.above(0)), unit: "µC",
      "What one advertising event on three channels takes; its data sheet says it for its transmit power."),
    .defaulted(
      "sleepCurrent", \.battery.sleepCurrent, .number(.atLeast(0)), unit: "µA", "Between events."),
    .defaulted(
      "batteryCost", \.batteryCost, .number(.atLeast(0)),
      "What new batteries of one cost, in the unit of `beaconCost`."),
    .defaulted(
      "minutesPerBeacon", \.minutesPerBeacon, .number(.atLeast(0)), unit: "min",
      "To mount, program and label one."),
    .defaulted(
      "minutesPerBattery", \.minutesPerBattery, .number(.atLeast(0)), unit: "min",
      "To change the batteries of one, with the way to it."),
    .defaulted(
      "hourlyCost", \.hourlyCost, .number(.atLeast(0)),
      "What an hour's work costs, in the unit of `beaconCost`."),
  ]

  /// Years until the batteries are empty.
  package func batteryYears(interval: Double) -> Double { battery.days(interval: interval) / 365.25 }
}
