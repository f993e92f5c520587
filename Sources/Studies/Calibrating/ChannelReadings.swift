import NumericalMethods
public import World

/// What a channel is fitted to: levels heard at known distances, and what is known to have been missed.
public struct ChannelReadings: Sendable {
  /// One beacon (or receiver on the wall) in one recording.
  public struct Link: Hashable, Sendable {
    /// An index into ``recordings``.
    public let recording: Int
    /// An index into ``beacons``.
    public let beacon: Int
  }

  public struct Heard: Hashable, Sendable {
    /// An index into ``links``.
    public let link: Int
    /// Seconds since the recording began; of a survey without times the number of the reading.
    public let time: Double
    /// Where the moving end was; nil for a recording of which the distance alone is known.
    public let place: Point?
    /// Metres in three dimensions, above 0.
    public let distance: Double
    public let level: DBm
    /// 37, 38 or 39; nil where the recording does not say.
    public let channel: UInt8?
    /// How many advertisements the level is the mean of.
    public let count: Int
  }

  /// Advertisements sent, and not heard, in about a second.
  public struct Silent: Hashable, Sendable {
    public let link: Int
    public let time: Double
    public let distance: Double
    public let count: Double
  }

  /// Names, by index.
  public internal(set) var beacons: [String] = []
  public internal(set) var recordings: [String] = []
  public internal(set) var links: [Link] = []
  /// By link in order of time.
  public internal(set) var heard: [Heard] = []
  public internal(set) var silent: [Silent] = []
  /// Whether ``silent`` is all that was sent and not heard.
  public internal(set) var knowsSilence = true
  /// Whether levels are averages over windows of time.
  public internal(set) var areAverages = false
  /// Whether the moving end stood still in each recording.
  public internal(set) var areStatic = false
  /// Seconds from one advertisement to the next, where it was measured or given.
  public internal(set) var interval: Double?
  /// The same, where it was given.
  var statedInterval: Double?
  /// Readings outside the known walk, or at the beacon itself.
  public internal(set) var leftOut = 0
  /// Sentences for who takes what could be read for all that was recorded.
  public internal(set) var warnings: [String] = []

  init(beacons: [String] = []) { self.beacons = beacons }

  /// How many were heard of each beacon.
  public var heardByBeacon: [Int] {
    var counts = [Int](repeating: 0, count: beacons.count)
    for reading in heard { counts[links[reading.link].beacon] += 1 }
    return counts
  }

  /// How many advertisements were sent in all, as far as that is known.
  public var sent: Double { Double(heard.count) + silent.reduce(0) { $0 + $1.count } }

  /// - Throws: an interval that was given, where a beacon was heard more often than it can have sent then.
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
