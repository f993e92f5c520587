package import Documents
package import NumericalMethods
import Phone
package import Propagation
package import Scenarios
package import World

/// The settings of a fingerprint scenario that do not depend on others.
package struct FingerprintSettings: DeclaredSettings {
  /// Name, seed and phone, as every scenario has them.
  var general = ScenarioSettings.defaults
  var radio = RadioSettings.defaults
  /// How often the whole experiment is repeated.
  package var laps = 200
  /// Whether each lap has a building of its own.
  package var redrawsBuilding = true
  /// Metres of the phone above the floor.
  package var height = 1.2
  package var surveyReadings = 20
  var visitSettings = StandingVisits.Settings()

  package static let defaults = FingerprintSettings()
  package static let keys: [SettingKey<FingerprintSettings>] =
    head + ownKeys + radioKeys + [ScenarioSettings.phone.within(\.general), rows]

  private static let head = ScenarioSettings.head.map { $0.within(\FingerprintSettings.general) }
  private static let radioKeys = RadioSettings.keys.map { $0.within(\FingerprintSettings.radio) }
  private static let ownKeys: [SettingKey<FingerprintSettings>] = [
    .defaulted(
      "laps", \.laps, .integer(.between(1, 1_000_000)),
      "The number of repetitions of the whole experiment, each with one survey and one round of visits."),
    .defaulted(
      "building", \.redrawsBuilding,
      .words([
        ("redrawn", true, "Each lap has a building of its own."),
        ("fixed", false, "One building for all laps."),
      ]), "Whether the building, such as the fixed share of the shadowing, is the same on all laps."),
    .defaulted(
      "height", \.height, .number(.between(-10, 10)), unit: "m", "The height of the phone above the floor."),
    .group(
      "survey",
      [
        .defaulted(
          "readings", \.surveyReadings, .integer(.between(1, 100_000)),
          "The number of consecutive readings at each point.")
      ], "The survey for the radio map, of the site's test points in their order; the site needs no path."),
    .defaulted("visits", \.visitSettings, .settings, "The visits that are then located."),
  ]

  private static let rows = SettingKey<FingerprintSettings>.elsewhere(
    .required(
      "rows", .array(of: FingerprintScenario.Row.schema, count: .atLeast(1)),
      "What is compared, in the order of the table."))

  /// The published JSON Schema.
  package static var jsonSchema: Document {
    schema.jsonSchema(
      title: "BeaconBench fingerprint scenario",
      about:
        "A survey of a site's test points, visits to them, and methods that locate the visits with the survey. Lengths are in "
        + "metres, times in seconds, RSSI in dBm.")
  }
}

/// A survey, visits and the methods of comparison, as a file states them, checked and with every default filled in.
@dynamicMemberLookup package struct FingerprintScenario: Sendable {
  let settings: FingerprintSettings
  /// The site, whose test points are surveyed.
  package let site: Site
  package let visits: StandingVisits
  package let rogues: [RogueBeacon]
  package let rows: [Row]

  package subscript<Value>(dynamicMember setting: KeyPath<FingerprintSettings, Value>) -> Value {
    settings[keyPath: setting]
  }

  /// Name, seed or phone.
  package subscript<Value>(dynamicMember setting: KeyPath<ScenarioSettings, Value>) -> Value {
    settings.general[keyPath: setting]
  }

  /// Channel, beacons or receiver.
  package subscript<Value>(dynamicMember setting: KeyPath<RadioSettings, Value>) -> Value {
    settings.radio[keyPath: setting]
  }

  /// The seed from which every draw is derived.
  package var studySeed: Seed { Seed(self.seed).derived("fingerprints") }

  /// Metres between the two surveyed points that are nearest to each other on the plan of one floor, rounded to a
  /// micrometre, so that 3.8 and 2.2 in a file are 1.6 apart.
  package var spacing: Double {
    var least = Double.infinity
    for (index, point) in site.testPoints.enumerated() {
      for other in site.testPoints[..<index] where other.floor == point.floor {
        least = min(least, point.position.horizontalDistance(to: other.position))
      }
    }
    return (least * 1e6).rounded() / 1e6
  }
}
