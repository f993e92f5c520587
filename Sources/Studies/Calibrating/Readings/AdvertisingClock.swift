import NumericalMethods
import World

/// When one beacon must have sent, judged by when it was heard.
struct AdvertisingClock {
  /// Seconds from one advertisement to the next, on the mean.
  let interval: Double
  private let heard: [Double]
  /// Every moment at which something could have been heard, where the recording itself says so.
  private let moments: [Double]?

  /// Nil when there are too few gaps to measure an interval by, and none is given.
  ///
  /// The densest gap is one interval; the mean interval is then that of the gaps of up to three of it. Ours.
  ///
  /// - Parameter heard: seconds, rising.
  init?(_ heard: [Double], interval: Double? = nil) {
    guard let interval = interval ?? Self.interval(ofGaps: Self.gaps(heard)) else { return nil }
    self.interval = interval
    self.heard = heard
    moments = nil
  }

  /// The clock of a recording whose rows have the same time stamps for all beacons.
  init(moments: [Double], heard: [Double]) {
    self.moments = moments
    self.heard = heard
    interval = 0
  }

  static func gaps(_ times: [Double]) -> [Double] {
    zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0.002 }
  }

  static func interval(ofGaps gaps: [Double]) -> Double? {
    guard gaps.count >= 10, let one = HalfSampleMode.of(gaps) else { return nil }
    var (sum, count) = (0.0, 0.0)
    for gap in gaps {
      let intervals = (gap / one).rounded()
      guard 1...3 ~= intervals, abs(gap - intervals * one) < 0.3 * one else { continue }
      sum += gap
      count += intervals
    }
    return count > 0 ? sum / count : one
  }

  /// The moments at which it sent and was not heard.
  func missed(from start: Double, to end: Double) -> [Double] {
    if let moments {
      let heard = Set(heard)
      return moments.filter { start...end ~= $0 && !heard.contains($0) }
    }
    guard let first = heard.first, let last = heard.last else { return [] }
    var missed: [Double] = []
    let before = max(((first - start) / interval).rounded(.down), 0)
    for step in stride(from: before, to: 0, by: -1) { missed.append(first - step * interval) }
    for (a, b) in zip(heard, heard.dropFirst()) {
      let intervals = ((b - a) / interval).rounded()
      for step in stride(from: 1, to: intervals, by: 1) {
        missed.append(a + (b - a) * step / intervals)
      }
    }
    for step in stride(from: 1, through: max(((end - last) / interval).rounded(.down), 0), by: 1) {
      missed.append(last + step * interval)
    }
    return missed
  }
}

/// The clocks of all beacons of one recording.
struct RecordingClock {
  /// The middle one of the beacons' intervals; nil for averages, or when nothing can be measured.
  let interval: Double?
  private let clocks: [AdvertisingClock?]

  /// - Parameter times: by anchor, when it was heard.
  init(_ times: [[Double]], kind: AdvertisementStream.Kind, interval: Double?) {
    guard kind == .advertisements else {
      let moments = Set(times.joined()).sorted()
      clocks = times.map { AdvertisingClock(moments: moments, heard: $0) }
      self.interval = nil
      return
    }
    let pooled = interval ?? AdvertisingClock.interval(ofGaps: times.flatMap(AdvertisingClock.gaps))
    clocks = times.map { heard in
      let own = heard.count >= 30 ? AdvertisingClock(heard, interval: interval) : nil
      return own ?? pooled.flatMap { AdvertisingClock(heard, interval: $0) }
    }
    let known = clocks.compactMap { $0?.interval }.sorted()
    self.interval = known.isEmpty ? nil : known[known.count / 2]
  }

  func slots(of anchor: Int) -> AdvertisingClock? { clocks[anchor] }
}
