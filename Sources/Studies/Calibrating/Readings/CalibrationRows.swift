import NumericalMethods
import Scenarios
import World

/// The parts that are left out one at a time to estimate standard errors.
package struct CalibrationParts: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case beacons
    /// Recordings at fixed distances, each at another one.
    case recordings
    /// Stretches of time into which each beacon's part of a recording is cut.
    case stretches
  }

  let kind: Kind
  /// How many parts there are.
  package let count: Int
  /// The plural, for sentences.
  package var name: String { kind.rawValue }
}

extension CalibrationParts {
  init(_ readings: ChannelReadings, isOneDistance: Bool) {
    let beacons = Set(readings.heard.map { readings.links[$0.link].beacon }).count
    if beacons >= 5 {
      self.init(kind: .beacons, count: beacons)
    } else if readings.areStatic, !isOneDistance {
      self.init(kind: .recordings, count: readings.recordings.count)
    } else {
      // Ten at least, and as many for each link, so that each is long against what hangs together.
      let links = max(Set(readings.heard.map(\.link)).count, 1)
      self.init(kind: .stretches, count: links * ((9 + links) / links))
    }
  }
}

/// Readings as the rows of a regression, heard ones first.
struct CalibrationRows {
  let parts: CalibrationParts
  let rows: [LevelRow]
  let clusterOfHeard: [Int]
  /// For plain least squares.
  let plain: [Calibration.Row]

  /// - Parameter countsSilence: whether what was not heard has rows too.
  init(_ readings: ChannelReadings, parts: CalibrationParts, countsSilence: Bool) {
    self.parts = parts
    let clusters = Clusters(readings, parts: parts)
    let heard = readings.heard.enumerated().map { index, reading in
      LevelRow(
        x: -10 * Elementary.log10(reading.distance), y: reading.level.value,
        group: readings.links[reading.link].beacon, cluster: clusters.heard[index],
        offset: -reading.walls.value)
    }
    let silent = (countsSilence ? readings.silent : []).enumerated().map { index, silence in
      LevelRow(
        x: -10 * Elementary.log10(silence.distance), y: nil, group: readings.links[silence.link].beacon,
        cluster: clusters.silent[index], weight: silence.count, offset: -silence.walls.value)
    }
    rows = heard + silent
    clusterOfHeard = clusters.heard
    plain = readings.heard.map {
      Calibration.Row(
        anchor: readings.links[$0.link].beacon, distance: $0.distance, level: $0.level + $0.walls)
    }
  }
}

/// To which part each reading belongs, numbered without gaps.
private struct Clusters {
  private(set) var heard: [Int] = []
  private(set) var silent: [Int] = []

  init(_ readings: ChannelReadings, parts: CalibrationParts) {
    var numbers: [Int: Int] = [:]
    func number(_ key: Int) -> Int {
      let next = numbers.count
      return numbers[key, default: next]
    }
    let cuts = Self.cuts(readings, parts)
    func key(_ link: Int, _ time: Double) -> Int {
      switch parts.kind {
      case .beacons: readings.links[link].beacon
      case .recordings: readings.links[link].recording
      case .stretches: link * 1000 + cuts[link].count { $0 <= time }
      }
    }
    for reading in readings.heard {
      let key = key(reading.link, reading.time)
      heard.append(number(key))
      numbers[key] = heard[heard.count - 1]
    }
    for silence in readings.silent {
      let key = key(silence.link, silence.time)
      silent.append(number(key))
      numbers[key] = silent[silent.count - 1]
    }
  }

  /// The times between the stretches of each link, which hold as many heard readings each.
  private static func cuts(_ readings: ChannelReadings, _ parts: CalibrationParts) -> [[Double]] {
    var times = [[Double]](repeating: [], count: readings.links.count)
    guard parts.kind == .stretches else { return times }
    for reading in readings.heard { times[reading.link].append(reading.time) }
    let links = times.count { !$0.isEmpty }
    let pieces = max(parts.count / max(links, 1), 1)
    return times.map { times in
      guard times.count >= pieces else { return [] }
      return (1..<max(pieces, 1)).map { times[$0 * times.count / pieces] }
    }
  }
}
