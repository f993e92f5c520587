import Documents
import Radio

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
