import NumericalMethods
package import World

/// The data to which a channel is fitted: levels heard at known distances, and advertisements known to have been missed.
package struct ChannelReadings: Sendable {
  /// One beacon (or receiver on the wall) in one recording.
  package struct Link: Hashable, Sendable {
    /// An index into ``recordings``.
    package let recording: Int
    /// An index into ``beacons``.
    package let beacon: Int
  }

  /// One level at a known distance.
  package struct Heard: Hashable, Sendable {
    /// An index into ``links``.
    package let link: Int
    /// Seconds since the recording began; of a survey without times the number of the reading.
    package let time: Double
    /// Where the moving end was; nil for a recording of which the distance alone is known.
    package let place: Point?
    /// Metres in three dimensions, above 0.
    package let distance: Double
    /// The RSSI that was read; of an average its mean.
    package let level: DBm
    /// 37, 38 or 39; nil where the recording does not say.
    package let channel: UInt8?
    /// How many advertisements the level is the mean of.
    package let count: Int
    /// What the walls and pillars of the site take between the two ends.
    package internal(set) var walls: Decibels

    init(_ advertisement: Advertisement, link: Int, place: Point?, distance: Double, walls: Decibels = 0) {
      (self.link, self.place, self.distance, self.walls) = (link, place, distance, walls)
      (time, level) = (advertisement.time, advertisement.level)
      (channel, count) = (advertisement.channel, advertisement.count)
    }

    init(
      link: Int, time: Double, place: Point?, distance: Double, level: DBm, channel: UInt8? = nil,
      count: Int = 1, walls: Decibels = 0
    ) {
      (self.link, self.time, self.place, self.distance, self.level) = (link, time, place, distance, level)
      (self.channel, self.count, self.walls) = (channel, count, walls)
    }
  }

  /// Advertisements sent, and not heard, in about a second.
  package struct Silent: Hashable, Sendable {
    /// An index into ``links``.
    package let link: Int
    /// Seconds since the recording began.
    package let time: Double
    /// Metres in three dimensions, above 0.
    package let distance: Double
    /// Advertisements; not whole where what was sent is known on average only.
    package let count: Double
    /// What the walls and pillars of the site take between the two ends.
    package internal(set) var walls: Decibels = 0
  }

  /// The names of the beacons, by the index that links hold.
  package internal(set) var beacons: [String] = []
  /// The names of the recordings, by the index that links hold.
  package internal(set) var recordings: [String] = []
  /// Every beacon in every recording that has readings.
  package internal(set) var links: [Link] = []
  /// By link in order of time.
  package internal(set) var heard: [Heard] = []
  /// By link in order of time.
  package internal(set) var silent: [Silent] = []
  /// Whether ``silent`` is all that was sent and not heard.
  package internal(set) var knowsSilence = true
  /// Whether levels are averages over windows of time.
  package internal(set) var areAverages = false
  /// Whether the moving end stood still in each recording.
  package internal(set) var areStatic = false
  /// Seconds from one advertisement to the next, where it was measured or given.
  package internal(set) var interval: Double?
  /// The same, where it was given.
  var statedInterval: Double?
  /// Beacons that were left out since they were hardly heard, with their number of readings.
  package internal(set) var rare: [(beacon: String, heard: Int)] = []
  /// Readings outside the known walk, or at the beacon itself.
  package internal(set) var leftOut = 0
  /// Warnings that parts of the recordings could not be read.
  package internal(set) var warnings: [String] = []

  init(beacons: [String] = []) { self.beacons = beacons }

  /// How many were heard of each beacon.
  package var heardByBeacon: [Int] {
    var counts = [Int](repeating: 0, count: beacons.count)
    for reading in heard { counts[links[reading.link].beacon] += 1 }
    return counts
  }

  /// Whether some were sent through walls or pillars whose loss the site states.
  package var haveWalls: Bool { heard.contains { $0.walls > 0 } || silent.contains { $0.walls > 0 } }

  /// The same as if there were no walls, for methods that assume none.
  package var withoutWalls: ChannelReadings {
    var open = self
    for index in heard.indices { open.heard[index].walls = 0 }
    for index in silent.indices { open.silent[index].walls = 0 }
    return open
  }

  /// How many advertisements were sent in all, as far as that is known.
  package var sent: Double { Double(heard.count) + silent.reduce(0) { $0 + $1.count } }

  /// - Throws: when a beacon was heard more often than the stated interval allows.
  func checkInterval(source: String) throws(CalibrationProblem) {
    guard let statedInterval, knowsSilence else { return }
    var times = [[Double]](repeating: [], count: links.count)
    for reading in heard { times[reading.link].append(reading.time) }
    for (link, times) in zip(links, times) {
      guard let first = times.min(), let last = times.max(), last > first else { continue }
      // Two more, and a fifth, for a clock that drifts and a delay at random.
      guard Double(times.count) > 3 + 1.2 * (last - first) / statedInterval else { continue }
      throw .heardTooOften(
        source: source, beacon: beacons[link.beacon], interval: statedInterval, heard: times.count,
        seconds: last - first)
    }
  }

  /// The link of a beacon in a recording, entered when it is new.
  mutating func link(recording: Int, beacon: Int) -> Int {
    let link = Link(recording: recording, beacon: beacon)
    // New ones come in order, so the one looked for is among the last.
    if let known = links.lastIndex(of: link) { return known }
    links.append(link)
    return links.count - 1
  }
}

/// The residuals of one heard reading.
package struct ChannelResidual: Hashable, Sendable {
  /// The level that the law with one C expects, in dBm.
  package let expected: DBm
  /// The level less the expected level.
  package let residual: Decibels
  /// The same about the law with a C for each beacon; the plain one with one beacon.
  package let byBeacon: Decibels
  /// Whether it lies more than four scales above the law, or eight below it, where the deep fades are: it is then
  /// left out of correlation, channels and fading.
  package let isOutlier: Bool

  /// In scales of the law: what lies outside is an outlier.
  static let kept = -8.0...4.0

  var kept: Double? { isOutlier ? nil : byBeacon.value }

  static func all(
    of readings: ChannelReadings, common: LevelRegression.Solution, byBeacon: LevelRegression.Solution
  ) -> [ChannelResidual] {
    readings.heard.map { reading in
      let x = -10 * Elementary.log10(reading.distance)
      let beacon = readings.links[reading.link].beacon
      func mean(_ law: LevelRegression.Solution) -> Double {
        (law.level(of: beacon) ?? common.level(of: 0) ?? 0) + law.slope * x - reading.walls.value
      }
      let left = reading.level.value - mean(byBeacon)
      return ChannelResidual(
        expected: DBm(mean(common)), residual: Decibels(reading.level.value - mean(common)),
        byBeacon: Decibels(left), isOutlier: !(Self.kept ~= left / byBeacon.scale))
    }
  }

  /// Residuals without outliers and, where at least 200 are, only of readings so far above the limit that what was missed
  /// cannot bend them much.
  static func clear(
    _ residuals: [ChannelResidual], limit: Double, sigma: Double
  ) -> [Double?] {
    let isClear = residuals.map { $0.expected.value > limit + 2 * sigma }
    let enough = isClear.count { $0 } >= 200
    return zip(residuals, isClear).map { $1 || !enough ? $0.kept : nil }
  }
}
