import Documents
public import World

/// Averages advertisements over windows of a second, as they come in.
///
/// The windows are `[k, k + 1)` times the window's length, counted from t = 0 of the stream, where callbacks do not
/// jitter, and a window's readings are reported at its end. A stream of averages goes straight through: each is reported, as it is, at
/// the first end of a window that is not before its stamp, where a hundredth of a window is let pass for
/// clocks that drift. Reports come for silent windows too. Of a stream of scans each is a report of its own at its own time, and there are no
/// others.
public struct Phone: Sendable {
  /// The most readings, heard or not, that one call gives, so that a clock's jump cannot fill the memory.
  public static let readingLimit = 20_000_000

  /// Seconds from one report to the next.
  public let interval: Double
  /// Counts of the advertisements used and left out so far.
  public private(set) var tally = PhoneTally()
  private let isOfAverages: Bool
  private let isOfScans: Bool
  private let clock: CallbackClock
  private var window: PhoneWindow
  /// The number of the callback that reports the open window; nil before the start.
  private var number: Int?
  /// Whether an advertisement lies in the open window, or a callback was due for it all the same.
  private var isDue = false
  private var newest = Int64.min

  /// - Parameters:
  ///   - settings: the windows, what is averaged, and when the phone calls back.
  ///   - kind: of the streams that will be read; averages bring their own interval.
  ///   - keepsAdvertisements: whether reports have the single advertisements of their windows.
  ///   - keepsChannels: whether reports have averages by advertising channel.
  /// - Precondition: the settings have no fault, and averages are of 1 ms or more.
  public init(
    _ settings: PhoneSettings = PhoneSettings(), kind: AdvertisementStream.Kind = .advertisements,
    keepsAdvertisements: Bool = false, keepsChannels: Bool = false
  ) {
    assert(settings.fault == nil, "\(settings.fault?.description ?? "")")
    isOfScans = kind == .scans
    switch kind {
    case .advertisements, .scans: (interval, isOfAverages) = (settings.averageSeconds, false)
    case .averages(let seconds): (interval, isOfAverages) = (seconds, true)
    }
    precondition(
      interval >= 0.001 && interval.isFinite, "averages must be of 1 ms or more, were of \(interval) s")
    clock = CallbackClock(
      interval: interval, jitter: isOfAverages ? 0 : settings.callbackJitter,
      background: settings.background)
    window = PhoneWindow(
      phone: settings, isOfAverages: isOfAverages, keepsAdvertisements: keepsAdvertisements,
      keepsChannels: keepsChannels)
  }

  /// Takes the next piece of a stream, and gives the reports of the windows that are over by its end.
  ///
  /// - Parameters:
  ///   - stream: elements of windows already reported are dropped and counted.
  ///   - directory: what the stream's indices stand for; it may have grown since the last call.
  public mutating func read(
    _ stream: AdvertisementStream, directory: StreamDirectory
  ) throws(PhoneError) -> [PhoneReport] {
    window.learn(directory)
    var reports: [PhoneReport] = []
    var next = 0
    while next < stream.count {
      if isOfScans {
        next = scan(stream, from: next, into: &reports)
      } else if isOfAverages {
        try place(average: stream[next], into: &reports)
        next += 1
      } else {
        try open(at: stream.microseconds[next], into: &reports)
        let end = endOfStretch(from: next, in: stream.microseconds)
        take(next..<end, of: stream)
        next = end
      }
    }
    return reports
  }

  /// Closes what is over by a time, and opens the window that the time lies in, unless it has passed.
  private mutating func open(at time: Int64, into reports: inout [PhoneReport]) throws(PhoneError) {
    if time >= clock.end(number ?? 0) { try close(before: clock.number(after: time), into: &reports) }
    isDue = true
  }

  /// The first element after `start` that does not lie in the same window, or on the same side of all windows.
  private func endOfStretch(from start: Int, in times: [Int64]) -> Int {
    let bounds = bounds(of: times[start])
    var index = start + 1
    while index < times.count, bounds.contains(times[index]) { index += 1 }
    return index
  }

  private func bounds(of time: Int64) -> Range<Int64> {
    let end = clock.end(number ?? 0)
    let start = max(clock.end((number ?? 0) - 1), 0)
    if time < 0 { return Int64.min..<0 }
    return time < start ? 0..<start : start..<end
  }

  private mutating func take(_ stretch: Range<Int>, of stream: AdvertisementStream) {
    for time in stream.microseconds[stretch] {
      if time < newest { tally.outOfOrder += 1 } else { newest = time }
    }
    let time = stream.microseconds[stretch.lowerBound]
    if time < 0 {
      tally.beforeStart += stretch.count
    } else if time < clock.end((number ?? 0) - 1) {
      tally.late += stretch.count
    } else {
      tally.notFinite += window.add(stretch, of: stream)
    }
  }

  /// Gives the reports of the windows that are over by a time up to which was listened, whether or not anything
  /// was heard: a phone calls back in silence too.
  ///
  /// - Parameter time: microseconds since t = 0. What comes later and is stamped earlier is late.
  public mutating func listen(until time: Int64) throws(PhoneError) -> [PhoneReport] {
    var reports: [PhoneReport] = []
    guard !isOfScans, time >= 0, time >= clock.end(number ?? 0) else { return reports }
    try close(before: clock.number(after: time), into: &reports)
    isDue = false
    return reports
  }

  /// Gives the report of the window that is open, if anything came in it, and ends.
  public mutating func finish() -> PhoneReport? {
    if isOfScans { return closeScan() }
    guard let last = number, isDue else { return nil }
    number = nil
    return report(last)
  }

  /// Takes elements of one time, and gives the index of the first of another.
  private mutating func scan(
    _ stream: AdvertisementStream, from start: Int, into reports: inout [PhoneReport]
  ) -> Int {
    let time = stream.microseconds[start]
    let end = stream.microseconds[start...].firstIndex { $0 != time } ?? stream.count
    if time < newest {
      tally.outOfOrder += end - start
      tally.late += end - start
    } else if time < 0 {
      tally.beforeStart += end - start
    } else {
      if time > newest, let scan = closeScan() { reports.append(scan) }
      (newest, isDue) = (time, true)
      tally.notFinite += window.add(start..<end, of: stream)
    }
    return end
  }

  private mutating func closeScan() -> PhoneReport? {
    guard isDue else { return nil }
    isDue = false
    return window.close(at: newest.seconds, tally: &tally)
  }

  private mutating func place(
    average: Advertisement, into reports: inout [PhoneReport]
  ) throws(PhoneError) {
    if average.microseconds < newest { tally.outOfOrder += 1 } else { newest = average.microseconds }
    guard average.level.value.isFinite else {
      tally.notFinite += 1
      return
    }
    guard average.microseconds >= 0 else {
      tally.beforeStart += 1
      return
    }
    let due = average.microseconds - (interval / 100).microseconds
    let target = due > 0 ? clock.number(after: due - 1) : 0
    if target > number ?? -1 { try close(before: target, into: &reports) }
    isDue = true
    guard target == number else {
      tally.late += 1
      return
    }
    let isReplaced = window.set(
      level: average.level.value, count: Int32(clamping: average.count),
      transmitter: Int32(clamping: average.transmitter))
    if isReplaced { tally.replaced += 1 }
  }

  /// Reports the open window and the silent ones after it, and opens the one that `next` will report.
  private mutating func close(before next: Int, into reports: inout [PhoneReport]) throws(PhoneError) {
    let first = number ?? min(next, 1)
    guard (next - first + reports.count) <= Phone.readingLimit / max(window.anchors, 1) else {
      throw .tooLong(seconds: Double(next) * interval, anchors: window.anchors)
    }
    for report in first..<max(next, first) {
      reports.append(self.report(report))
    }
    number = next
  }

  /// What the open window gives at a callback; an app that is asleep then hears nothing of it.
  private mutating func report(_ number: Int) -> PhoneReport {
    guard !clock.isAwake(number) else { return window.close(at: clock.time(number), tally: &tally) }
    let dropped = window.drop()
    tally.asleep += dropped.used + dropped.weakerTransmitters
    return PhoneReport(silenceAt: clock.time(number), anchors: window.anchors)
  }
}
