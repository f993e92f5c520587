import World

/// What is known to be odd about recorded data. It is declared, counted and reported, never repaired in silence.
public enum DatasetFault: String, Hashable, Sendable, CaseIterable {
  /// A row whose time is before that of the row in front of it. The rows are sorted for replay, those of one
  /// time in the order of the file.
  case outOfOrder
  /// A level that is not a whole number of dBm.
  case fractionalLevels
  /// A place for a level that is empty, since the receiver did not hear the beacon.
  case notHeard
  /// More than 2 s between one row and the next in order of time, over which the truth is a straight line.
  case gaps
  /// A row of another link than one between an anchor of the site and what is carried.
  case otherLinks
  /// A level of a survey at a time at which the surveyor was at no known place.
  case unplaced

  /// How often it was found, as a note says it.
  public func found(_ count: Int) -> String {
    switch self {
    case .outOfOrder: "\(count) rows not in order of time, sorted for replay"
    case .fractionalLevels: "\(count) RSSI values with fractions of a dB (averages)"
    case .notHeard: "\(count) empty cells for beacons that were not received"
    case .gaps: "\(count) gaps of more than 2 s"
    case .otherLinks: "\(count) rows of other transmitters and receivers, left out"
    case .unplaced: "\(count) RSSI values at no known place, left out"
    }
  }

  var about: String {
    switch self {
    case .outOfOrder: "Rows are not in order of time; they are sorted for replay."
    case .fractionalLevels: "RSSI values are averages, hence fractions of a dB."
    case .notHeard: "Empty cells mean that a receiver did not receive the beacon."
    case .gaps: "More than 2 s pass between two rows."
    case .otherLinks:
      "Rows are of other links than those between an anchor of the site and what is carried; they are left out."
    case .unplaced: "RSSI values of a survey are of times between two places; they are left out."
    }
  }
}

/// How often a declared fault was found in one file.
public struct FaultCount: Hashable, Sendable {
  /// What is odd.
  public let fault: DatasetFault
  /// The name of the walk or the calibration set.
  public let part: String
  /// How often it was found.
  public let count: Int
}

/// The faults found while one file is read.
struct FaultTally {
  private(set) var counts: [DatasetFault: Int] = [:]

  mutating func count(_ fault: DatasetFault, _ number: Int = 1) { counts[fault, default: 0] += number }

  /// - Parameter times: in seconds, in order.
  mutating func countGaps(between times: [Double]) {
    count(.gaps, zip(times, times.dropFirst()).count { $1.microseconds - $0.microseconds > 2_000_000 })
  }
}
