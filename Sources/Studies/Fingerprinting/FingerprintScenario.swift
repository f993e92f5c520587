package import Documents
package import Filtering
package import NumericalMethods
package import Positioning
package import Propagation
package import World

/// A survey, visits and the ways to compare them, as a file states them, checked and with every default filled in.
package struct FingerprintScenario: Sendable {
  /// What a radio map is made of.
  package struct MapRule: Hashable, Sendable {
    package enum Stores: String, Hashable, Sendable, CaseIterable {
      /// What the filters make of the last reading.
      case last
      case mean
    }

    package let filters: [FilterChoice]
    package let stores: Stores
  }

  /// What a method hears of the visits.
  package struct Listening: Hashable, Sendable {
    package enum Restart: String, Hashable, Sendable, CaseIterable {
      case eachPoint
      case never
    }

    package enum Fixes: String, Hashable, Sendable, CaseIterable {
      /// After the last reading at a point.
      case last
      case each
    }

    package let filters: [FilterChoice]
    package let restart: Restart
    /// Seconds.
    package let maximumAge: Double
    package let fixes: Fixes
  }

  /// What somebody published for a row.
  package struct Published: Hashable, Sendable {
    let figures: [FingerprintStatistic: Double]
    /// The row on which the gains are; nil for none.
    package let against: String?
    package let source: String
    /// Those that the scenario is expected to match.
    package let checked: [FingerprintStatistic]

    package subscript(statistic: FingerprintStatistic) -> Double? { figures[statistic] }
  }

  package struct Row: Hashable, Sendable {
    package let name: String
    package let map: MapRule
    package let listening: Listening
    package let match: NearestFingerprints.Settings
    package let published: Published?
  }

  package let name: String
  package let about: String?
  package let seed: UInt64
  /// How often the whole experiment is done.
  package let laps: Int
  /// Whether each lap has a building of its own.
  package let redrawsBuilding: Bool
  /// Its test points are surveyed.
  package let site: Site
  /// Metres of the phone above the floor.
  package let height: Double
  package let surveyReadings: Int
  package let visitReadings: Int
  /// How many surveyed points are visited.
  package let visitedPoints: Int
  package let shufflesVisits: Bool
  /// On the floor of the first test point.
  package let unlisted: [Point]
  package let channel: ChannelSettings
  package let beacons: BeaconSettings
  package let rogues: [RogueBeacon]
  package let receiver: ReceiverSettings
  package let phone: PhoneSettings
  package let rows: [Row]
  /// The file with every default written out.
  package let resolved: Document

  /// What every draw follows from.
  package var studySeed: Seed { Seed(seed).derived("fingerprints") }

  /// Metres between the two surveyed points that are nearest to each other on the plan of one floor, to a
  /// micrometre: what stands in a file as 3.8 and 2.2 is 1.6 apart.
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
