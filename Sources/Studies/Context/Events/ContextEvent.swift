package import Documents
import Radio

/// An event at a moment: one that an application noticed, or one that truly happened.
package struct ContextEvent: Hashable, Sendable {
  /// Microseconds since t = 0 of the stream.
  package let microseconds: Int64
  /// What happened, such as `enter`.
  package let kind: String
  /// The subject of the event, such as the name of a region.
  package let subject: String
  /// Where it happened, as far as the application knows; nil for events without a place.
  package let place: String?
  /// The amount, such as a deviation in degrees; nil for events without one.
  package let value: Double?
  /// The identities that were ranged at that moment, for the record of an incident.
  package let identities: [String]

  package init(
    _ kind: String, _ subject: String, at microseconds: Int64, place: String? = nil, value: Double? = nil,
    identities: [String] = []
  ) {
    (self.kind, self.subject, self.microseconds) = (kind, subject, microseconds)
    (self.place, self.value, self.identities) = (place, value, identities)
  }

  /// Seconds since t = 0 of the stream.
  package var time: Double { Double(microseconds) / 1e6 }
}

/// The events that one application noticed along one stream.
package struct ContextLog: Hashable, Sendable {
  /// In the order in which they were noticed.
  package private(set) var events: [ContextEvent] = []
  /// For each whole second the states that the application offered, the most probable one first, as indices whose meaning
  /// the application defines; -1 for none.
  package private(set) var claims: [Int32] = []
  /// The ranging measurements of the closest beacon, second by second.
  package private(set) var measures: [RangedMeasure] = []
  /// What beacons report, for a server.
  package private(set) var readings: [BeaconReading] = []
  /// Invalid sensor values, which were left out.
  package private(set) var invalidValues = 0

  /// The most probable state of each second.
  ///
  /// - Parameter offered: how many states were claimed each second.
  func firstClaims(of offered: Int) -> [Int32] {
    stride(from: 0, to: claims.count, by: offered).map { claims[$0] }
  }

  package init() {}

  /// - Parameter event: noticed no earlier than those before it.
  package mutating func add(_ event: ContextEvent) { events.append(event) }

  /// - Parameter states: the same number in each second.
  package mutating func claim(_ states: some Sequence<Int32>) { claims.append(contentsOf: states) }

  package mutating func add(_ measure: RangedMeasure) { measures.append(measure) }

  package mutating func add(_ reading: BeaconReading) { readings.append(reading) }
  /// One sensor value that is left out because it is invalid.
  package mutating func countInvalid() { invalidValues += 1 }
}

/// What was received of one beacon since it was last reported.
package struct BeaconReading: Hashable, Sendable {
  /// Microseconds since t = 0 of the stream.
  package let microseconds: Int64
  /// The beacon's id.
  package let beacon: String
  /// Where the phone was; nil where that is not known.
  package let place: String?
  /// RSSI and what its sensors measured, as records have them.
  package let values: [Document.Member]

  package init(_ beacon: String, at microseconds: Int64, place: String?, _ values: [Document.Member]) {
    (self.beacon, self.microseconds, self.place, self.values) = (beacon, microseconds, place, values)
  }
}

/// One ranged second of one beacon.
package struct RangedMeasure: Hashable, Sendable {
  /// Microseconds at the end of the second.
  package let microseconds: Int64
  /// An index into the stream's directory.
  package let anchor: Int
  /// The mean RSSI of the second, in dBm.
  package let level: Double
  /// The estimated distance in metres; nil where a zone is defined by levels alone.
  package let distance: Double?
  /// By the limits of the application's zones.
  package let zone: ProximityZone
}

/// A zone of ranging; zones are ordered by distance, with the state outside all zones last.
package enum ProximityZone: String, Hashable, Sendable, CaseIterable {
  case immediate, near, far, unknown
}

/// The boundaries of zones: distances, or levels for sensor beacons.
package enum ProximityZones: Hashable, Sendable {
  /// Metres.
  case distances(immediate: Double, near: Double)
  /// dBm at which each zone ends, the strongest first.
  case levels(immediate: Double, near: Double, far: Double)

  /// The zones of a phone in Mustafa & Sykes 2021 (the motion paper), section 3.3.
  package static let motion = ProximityZones.distances(immediate: 1, near: 3)
  /// Immediate within a few centimetres, near within a few metres.
  package static let book = ProximityZones.distances(immediate: 0.05, near: 3)
  /// Sykes, Pentland & Nardi 2015.
  package static let nearables = ProximityZones.levels(immediate: -75, near: -85, far: -100)

  static let form = SettingForm<ProximityZones>.either(
    .words([
      ("motion", motion, "Immediate up to 1 m, near up to 3 m (Mustafa & Sykes 2021)."),
      ("book", book, "Immediate within a few centimetres (5 cm), near up to 3 m."),
      (
        "nearables", nearables,
        "By RSSI: immediate from -75 dBm on, near from -85 dBm, far from -100 dBm (Sykes, Pentland & Nardi 2015)."
      ),
    ]),
    SettingShape(
      SettingForm<ZoneBoundaries>.settings, as: { .distances(immediate: $0.immediate, near: $0.near) },
      from: { zones in
        guard case .distances(let immediate, let near) = zones else { return nil }
        return ZoneBoundaries(immediate: immediate, near: near)
      }))

  /// - Parameter distance: metres; not used where zones are defined by levels.
  func zone(level: Double, distance: Double) -> ProximityZone {
    switch self {
    case .distances(let immediate, let near):
      return distance <= immediate ? .immediate : distance <= near ? .near : .far
    case .levels(let immediate, let near, let far):
      return level >= immediate ? .immediate : level >= near ? .near : level >= far ? .far : .unknown
    }
  }
}
