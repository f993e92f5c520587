package import Documents
import Propagation
package import World

/// Monitoring of a site's beacons: which vanish, appear, weaken, run out of battery or are copied.
package struct FleetSettings: ContextApplication {
  /// The reference for the strongest RSSI of a beacon.
  package enum Reference: String, Hashable, Sendable, CaseIterable {
    case first, others
  }

  /// The ids of the beacons that belong to the fleet; empty for all of the site.
  package var expected: [String] = []
  /// Seconds.
  package var vanish = 120.0
  /// Volts.
  package var battery = 2.4
  /// Decibels by which a beacon's strongest level must change against the others before its power is questioned.
  package var drift = 6.0
  /// Seconds over which the strongest level of each beacon is taken.
  package var period = 120.0
  /// What the strongest level of a beacon is compared with.
  package var reference = Reference.first
  /// The greatest speed of a phone from one beacon to another, in metres per second.
  package var speed = 3.0
  /// Metres by the estimated distance within which a phone counts as being at a beacon.
  package var near = 3.0

  package init() {}
  package static let name = "fleet"
  package static let about =
    "Beacons that vanish or appear, low batteries, power that drifts, and identities that are copied, by their time stamps and "
    + "against each other."
  package static let keys: [SettingKey<FleetSettings>] = [
    .defaulted(
      "expected", \.expected, .list(of: .text()),
      "The ids of the beacons that belong to the fleet; by default all of the site."),
    .defaulted(
      "vanish", \.vanish, .number(.between(1, 864_000)), unit: "s",
      "After how long without an advertisement a beacon has vanished."),
    .defaulted(
      "battery", \.battery, .number(.between(0, 5)), unit: "V", "Below which voltage a battery is low."),
    .defaulted(
      "drift", \.drift, .number(.above(0, atMost: 100)), unit: "dB",
      "By how much the strongest RSSI of a beacon must change against that of the others before its measured power needs calibration."
    ),
    .defaulted(
      "period", \.period, .number(.between(1, 864_000)), unit: "s",
      "The time over which the strongest RSSI is taken."),
    .defaulted(
      "reference", \.reference,
      .choice([
        .first: "The first period, so that changes are found.",
        .others:
          "The measured power, so that what is wrong from the beginning is found too; for phones that come equally near to all beacons.",
      ]),
      "What the strongest RSSI is compared with, after the median of all beacons has been subtracted from both."
    ),
    .defaulted(
      "speed", \.speed, .number(.above(0)), unit: "m/s",
      "The fastest that a phone travels from one beacon to another."),
    .defaulted(
      "near", \.near, .number(.above(0)), unit: "m",
      "The estimated distance within which a phone is at a beacon, for the check of travel."),
  ]

  /// An expected beacon that the site does not have.
  package func fault(on site: Site?) -> SettingFault? { expected.fault(on: site, key: "expected") }
  package func machine(on site: Site?) -> any ContextMachine { FleetMachine(self, site: site) }

  /// Whether an anchor belongs to the fleet.
  func expects(_ id: String, on site: Site?) -> Bool {
    expected.isEmpty ? site?.anchors.contains { $0.id == id } ?? true : expected.contains(id)
  }

  /// Silences, power errors and copies of beacons as the simulation has them.
  package func truth(of lap: ContextTruth) -> ApplicationTruth {
    var events: [ContextEvent] = []
    for (index, anchor) in lap.site.anchors.enumerated() {
      if !expects(anchor.id, on: lap.site) {
        events.append(ContextEvent("unknown", anchor.id, at: 0))
      } else if let silence = lap.silences[index], silence.microseconds < lap.end {
        events.append(ContextEvent("vanished", anchor.id, at: silence.microseconds))
      }
      if let copied = lap.copies[index] {
        events.append(ContextEvent("copied", anchor.id, at: copied.microseconds))
      }
      if let error = lap.powerErrors[index], abs(error.decibels) > drift {
        events.append(
          ContextEvent("power", anchor.id, at: error.from.microseconds, value: -error.decibels))
      }
      guard let nearable = lap.nearables.first(where: { $0.beacon == anchor.id }) else { continue }
      let low = lap.changes {
        nearable.report(at: $0.microseconds, anchor: index).batteryVoltage.map { $0 < battery } ?? false
      }
      if let first = low.first(where: \.holds) {
        events.append(ContextEvent("battery", anchor.id, at: first.microseconds))
      }
    }
    return ApplicationTruth(events: events)
  }
}
