public import Phone
import World

/// Makes epochs of a site from the phone's reports, one at a time and in order: all but their filtered levels, which are
/// those of the report.
public struct Hearing: Sendable {
  /// By anchor; moving anchors reveal no position and are left out.
  let isFixed: [Bool]
  /// Microseconds.
  private var lastHeard: [Int64?]
  private(set) var epoch: Epoch

  public init(_ site: KnownSite) {
    isFixed = site.anchors.map { !$0.isMobile }
    lastHeard = isFixed.map { _ in nil }
    epoch = Epoch(silentAnchors: isFixed.count)
  }

  /// An anchor that the report lacks counts as not heard.
  public mutating func hear(_ report: PhoneReport) -> Epoch {
    epoch.time = report.time
    let time = report.time.microseconds
    for anchor in isFixed.indices where isFixed[anchor] && anchor < report.levels.count {
      if report.levels[anchor] != nil { lastHeard[anchor] = time }
      epoch.readings[anchor] = report.levels[anchor]
      epoch.counts[anchor] = report.counts[anchor]
      epoch.ages[anchor] = lastHeard[anchor].map { (time - $0).seconds } ?? .infinity
    }
    epoch.levels = epoch.readings
    epoch.steps = report.steps
    epoch.advertisements = report.advertisements.filter {
      $0.anchor < isFixed.count && isFixed[$0.anchor]
    }
    return epoch
  }
}

extension Readings {
  /// All epochs of a stream, with readings for filtered levels.
  public func epochs(of site: KnownSite) -> [Epoch] {
    var hearing = Hearing(site)
    // Written in place: allocating a report for each callback would cost as much as everything else here.
    var report = PhoneReport(
      time: 0, levels: levels.map { _ in nil }, counts: levels.map { _ in 0 }, transmitters: [])
    return times.indices.map { index in
      report.time = times[index]
      for anchor in heard {
        report.levels[anchor] = levels[anchor][index]
        report.counts[anchor] = counts[anchor][index]
      }
      if !advertisements.isEmpty { report.advertisements = advertisements[index] }
      report.steps = steps?[index]
      return hearing.hear(report)
    }
  }
}

/// What a pipeline receives from each anchor on each advertising channel. Each channel is filtered, and expires,
/// separately.
struct ChannelHearing {
  /// By anchor, and then by channel, like everything here; nil for moving anchors.
  private var filters: [(any SignalFilter)?]
  /// Microseconds.
  private var lastHeard: [Int64?]
  /// Microseconds.
  private let maximumAge: Int64

  /// - Parameters:
  ///   - filter: fresh.
  ///   - maximumAge: microseconds for which a level counts.
  init(_ site: KnownSite, filter: any SignalFilter, maximumAge: Int64) {
    filters = site.anchors.flatMap { anchor in
      repeatElement(anchor.isMobile ? nil : filter, count: AdvertisingChannel.count)
    }
    lastHeard = filters.map { _ in nil }
    self.maximumAge = maximumAge
  }

  /// The filtered levels at the end of a window.
  ///
  /// - Parameter readings: of the window; missing ones count as not heard.
  mutating func levels(from readings: [DBm?], at time: Double) -> [DBm?] {
    let now = time.microseconds
    return filters.indices.map { index in
      let reading = index < readings.count ? readings[index] : nil
      if reading != nil { lastHeard[index] = now }
      let level = filters[index]?.smooth(reading, at: time) ?? nil
      return lastHeard[index].map { now - $0 <= maximumAge } ?? false ? level : nil
    }
  }
}
