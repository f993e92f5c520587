public import Documents
public import Filtering
public import NumericalMethods
public import Positioning
public import Propagation
public import World

/// A survey, visits and the ways to compare them, as a file states them, checked and with every default filled in.
public struct FingerprintScenario: Sendable {
  /// What a radio map is made of.
  public struct MapRule: Hashable, Sendable {
    public enum Stores: String, Hashable, Sendable, CaseIterable {
      /// What the filters make of the last reading.
      case last
      case mean
    }

    public let filters: [FilterChoice]
    public let stores: Stores
  }

  /// What a method hears of the visits.
  public struct Listening: Hashable, Sendable {
    public enum Restart: String, Hashable, Sendable, CaseIterable {
      case eachPoint
      case never
    }

    public enum Fixes: String, Hashable, Sendable, CaseIterable {
      /// After the last reading at a point.
      case last
      case each
    }

    public let filters: [FilterChoice]
    public let restart: Restart
    /// Seconds.
    public let maximumAge: Double
    public let fixes: Fixes
  }

  /// What somebody published for a row.
  public struct Published: Hashable, Sendable {
    let figures: [FingerprintStatistic: Double]
    /// The row on which the gains are; nil for none.
    public let against: String?
    public let source: String
    /// Those that the scenario is made to match.
    public let checked: [FingerprintStatistic]

    public subscript(statistic: FingerprintStatistic) -> Double? { figures[statistic] }
  }

  public struct Row: Hashable, Sendable {
    public let name: String
    public let map: MapRule
    public let listening: Listening
    public let match: NearestFingerprints.Settings
    public let published: Published?
  }

  public let name: String
  public let about: String?
  public let seed: UInt64
  /// How often the whole experiment is done.
  public let laps: Int
  /// Whether each lap has a building of its own.
  public let redrawsBuilding: Bool
  /// Its test points are surveyed.
  public let site: Site
  /// Metres of the phone above the floor.
  public let height: Double
  public let surveyReadings: Int
  public let visitReadings: Int
  /// How many surveyed points are visited.
  public let visitedPoints: Int
  public let shufflesVisits: Bool
  /// On the floor of the first test point.
  public let unlisted: [Point]
  public let channel: ChannelSettings
  public let beacons: BeaconSettings
  public let rogues: [RogueBeacon]
  public let receiver: ReceiverSettings
  public let phone: PhoneSettings
  public let rows: [Row]
  /// The file with every default written out.
  public let resolved: Document

  /// What every draw follows from.
  public var studySeed: Seed { Seed(seed).derived("fingerprints") }

  /// Metres between the two surveyed points that are nearest to each other on the plan of one floor, to a
  /// micrometre: what stands in a file as 3.8 and 2.2 is 1.6 apart.
  public var spacing: Double {
    var least = Double.infinity
    for (index, point) in site.testPoints.enumerated() {
      for other in site.testPoints[..<index] where other.floor == point.floor {
        least = min(least, point.position.horizontalDistance(to: other.position))
      }
    }
    return (least * 1e6).rounded() / 1e6
  }
}
