public import Filtering
import World

/// A pipeline that is given the phone's reports one at a time, in order.
public struct LivePipeline: Sendable {
  private var filters: [any SignalFilter]
  /// Microseconds, as the age up to which a level counts.
  private var lastHeard: [Int64?]
  private var epoch: Epoch
  private let maximumAge: Int64
  private var answer: CallbackAnswer
  /// By anchor: what is heard of those tells no place and is left out.
  private let isMobile: [Bool]

  init(site: Site, filter: any SignalFilter, maximumAge: Double?, answer: CallbackAnswer) {
    let anchors = site.anchors.count
    isMobile = site.anchors.map(\.isMobile)
    filters = [any SignalFilter](repeating: filter, count: anchors)
    lastHeard = [Int64?](repeating: nil, count: anchors)
    epoch = Epoch(silentAnchors: anchors)
    self.maximumAge = (maximumAge ?? .infinity).microseconds
    self.answer = answer
  }

  /// Takes over what a pipeline assumes, which is the same one set up again because its stream has told of more
  /// measured powers; what has been heard stays.
  public mutating func learn(from pipeline: Pipeline) {
    // No method remembers anything from one callback to the next but the direction of travel.
    answer.positioner = pipeline.answer.positioner
    answer.direction?.learn(pipeline.site)
  }

  /// Answers at one callback. An anchor that the report lacks counts as not heard.
  public mutating func callback(for report: PhoneReport) -> Callback {
    epoch.time = report.time
    let time = report.time.microseconds
    for anchor in filters.indices where !isMobile[anchor] {
      let reading = anchor < report.levels.count ? report.levels[anchor] : nil
      if reading != nil { lastHeard[anchor] = time }
      let level = filters[anchor].smooth(reading, at: report.time)
      let age = lastHeard[anchor].map { time - $0 }
      epoch.readings[anchor] = reading
      epoch.counts[anchor] = anchor < report.counts.count ? report.counts[anchor] : 0
      epoch.ages[anchor] = age?.seconds ?? .infinity
      epoch.levels[anchor] = age ?? 0 <= maximumAge ? level : nil
    }
    return answer.callback(for: epoch)
  }
}
