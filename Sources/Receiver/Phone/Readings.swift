public import World

/// The readings of a whole stream: a column per anchor, with an element for each callback of the phone.
public struct Readings: Hashable, Sendable {
  /// The callbacks, in seconds since the stream began: each is the end of its window.
  public let times: [Double]
  /// Seconds from one callback to the next.
  public let interval: Double
  /// By anchor, then by callback: the window's average, or nil when nothing was heard.
  public private(set) var levels: [[DBm?]]
  /// The anchors that were heard at all, ascending: few of those of a large building.
  public private(set) var heard: [Int]
  /// By anchor, then by callback: of how many advertisements.
  public let counts: [[Int]]
  /// By anchor, then by callback: the transmitter as in ``PhoneReport/transmitters``.
  public let transmitters: [[Int]]
  /// By callback, as in ``PhoneReport/firstHeard``.
  public let firstHeard: [[Int]]
  /// By callback; empty where the phone kept none.
  public private(set) var advertisements: [[Advertisement]]
  /// By anchor and then advertising channel, then by callback, as in ``PhoneReport/channelLevels``; empty where the phone kept
  /// none.
  public private(set) var channelLevels: [[DBm?]]
  /// By callback, the steps of the window before it; nil where the source has no motion sensors.
  public private(set) var steps: [[Step]]?
  /// Counts of the advertisements behind the readings, and of those left out.
  public let tally: PhoneTally

  /// Puts reports side by side.
  ///
  /// - Parameters:
  ///   - reports: in the order of time, one for each callback.
  ///   - anchors: how many columns there are; a report made before the last anchor was known has fewer.
  ///   - interval: seconds from one report to the next.
  ///   - tally: what the phone counted meanwhile.
  public init(
    reports: [PhoneReport], anchors: Int, interval: Double = 1, tally: PhoneTally = PhoneTally()
  ) {
    times = reports.map(\.time)
    self.interval = interval
    levels = Self.columns(of: reports.map(\.levels), anchors, filler: nil)
    heard = Self.heard(levels)
    counts = Self.columns(of: reports.map(\.counts), anchors, filler: 0)
    transmitters = Self.columns(of: reports.map(\.transmitters), anchors, filler: -1)
    firstHeard = reports.map(\.firstHeard)
    advertisements =
      reports.contains { !$0.advertisements.isEmpty } ? reports.map(\.advertisements) : []
    channelLevels =
      reports.contains { !$0.channelLevels.isEmpty }
      ? Self.columns(of: reports.map(\.channelLevels), AdvertisingChannel.count * anchors, filler: nil) : []
    self.tally = tally
  }

  /// Averages a stream as a phone does.
  ///
  /// A window for every second up to the one in which the last advertisement lies, and the silent ones after it
  /// that are over by the end. What is out of order is sorted by its time first, and counted.
  ///
  /// - Parameters:
  ///   - stream: the advertisements or averages of one lap.
  ///   - directory: of the stream: which anchors and transmitters its indices mean.
  ///   - phone: how it averages and calls back.
  ///   - end: microseconds since t = 0 up to which was listened; nil for until the last advertisement.
  ///   - keepsAdvertisements: whether the single advertisements are kept.
  ///   - keepsChannels: whether averages by advertising channel are kept.
  /// - Throws: ``PhoneError`` when there would be too many readings.
  public init(
    of stream: AdvertisementStream, directory: StreamDirectory, phone: PhoneSettings = PhoneSettings(),
    until end: Int64? = nil, keepsAdvertisements: Bool = false, keepsChannels: Bool = false
  ) throws(PhoneError) {
    var engine = Phone(
      phone, kind: stream.kind, keepsAdvertisements: keepsAdvertisements, keepsChannels: keepsChannels)
    let steps = zip(stream.microseconds, stream.microseconds.dropFirst()).count { $0 > $1 }
    var reports = try engine.read(steps == 0 ? stream : stream.inOrder, directory: directory)
    if let end { reports += try engine.listen(until: end) }
    if let last = engine.finish() { reports.append(last) }
    var tally = engine.tally
    tally.outOfOrder = steps
    self.init(reports: reports, anchors: directory.anchors.count, interval: engine.interval, tally: tally)
    take(stream.steps)
  }

  /// Sorts steps into the windows; one at the end of a window belongs to it, and those after the last are left out.
  ///
  /// - Parameter steps: in order of time; nil for no motion sensors.
  public mutating func take(_ steps: [Step]?) {
    self.steps = steps.map { steps in
      var rest = steps[...]
      return times.map { time in
        let window = rest.prefix { $0.microseconds <= time.microseconds }
        rest = rest.dropFirst(window.count)
        return Array(window)
      }
    }
  }

  /// The same callbacks with other levels, and without the advertisements that these were means of.
  ///
  /// - Parameter levels: by anchor, then by callback, as many as there are now.
  public func replacing(levels: [[DBm?]]) -> Readings { Readings(self, levels: levels) }

  private init(_ readings: Readings, levels: [[DBm?]]) {
    precondition(
      levels.map(\.count) == readings.levels.map(\.count), "there must be a level for each callback")
    self = readings
    (self.levels, heard) = (levels, Self.heard(levels))
    (advertisements, channelLevels) = ([], [])
  }

  /// The callback of one index, with everything the phone said at it.
  public func report(at index: Int) -> PhoneReport {
    PhoneReport(
      time: times[index], levels: levels.map { $0[index] }, counts: counts.map { $0[index] },
      transmitters: transmitters.map { $0[index] }, firstHeard: firstHeard[index],
      advertisements: advertisements.isEmpty ? [] : advertisements[index],
      channelLevels: channelLevels(at: index), steps: steps?[index])
  }

  /// By anchor, and then by advertising channel, at one callback; empty where the phone kept none.
  public func channelLevels(at index: Int) -> [DBm?] { channelLevels.map { $0[index] } }

  /// Whether the advertising channel of anything that was heard is known, and was kept.
  public var hasChannels: Bool { channelLevels.contains { $0.contains { $0 != nil } } }

  private static func heard(_ levels: [[DBm?]]) -> [Int] {
    levels.indices.filter { levels[$0].contains { $0 != nil } }
  }

  private static func columns<Value: Equatable>(
    of rows: [[Value]], _ anchors: Int, filler: Value
  ) -> [[Value]] {
    // A large building has thousands of anchors that are never heard: their columns are one array.
    let silent = [Value](repeating: filler, count: rows.count)
    return (0..<anchors).map { anchor in
      guard rows.contains(where: { anchor < $0.count && $0[anchor] != filler }) else { return silent }
      return rows.map { anchor < $0.count ? $0[anchor] : filler }
    }
  }
}

extension AdvertisementStream {
  /// The same elements in order of time, those of one time as they stand.
  var inOrder: AdvertisementStream {
    var sorted = AdvertisementStream(kind: kind)
    sorted.steps = steps
    sorted.reserveCapacity(count)
    for index in indices.sorted(by: { (microseconds[$0], $0) < (microseconds[$1], $1) }) {
      sorted.append(self[index])
    }
    return sorted
  }
}

extension Readings {
  /// The callbacks of one stretch, as if nothing had been heard before or after; the tally stays that of the whole.
  ///
  /// - Parameter indices: of ``times``.
  public subscript(indices: Range<Int>) -> Readings {
    Readings(
      reports: indices.map(report), anchors: levels.count, interval: interval, tally: tally)
  }
}
