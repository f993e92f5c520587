public import Filtering
import World

/// A pipeline that is given the phone's reports one at a time, in order.
public struct LivePipeline: Sendable {
  private var filters: [any SignalFilter]
  private var lastHeard: [Double]
  private var epoch: Epoch
  private let maximumAge: Double
  private var answer: CallbackAnswer
  /// By anchor: what is heard of those tells no place and is left out.
  private let isMobile: [Bool]

  init(site: Site, filter: any SignalFilter, maximumAge: Double?, answer: CallbackAnswer) {
    let anchors = site.anchors.count
    isMobile = site.anchors.map(\.isMobile)
    filters = [any SignalFilter](repeating: filter, count: anchors)
    lastHeard = [Double](repeating: -.infinity, count: anchors)
    epoch = Epoch(silentAnchors: anchors)
    self.maximumAge = maximumAge ?? .infinity
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
    for anchor in filters.indices where !isMobile[anchor] {
      let reading = anchor < report.levels.count ? report.levels[anchor] : nil
      if reading != nil { lastHeard[anchor] = report.time }
      let level = filters[anchor].smooth(reading, at: report.time)
      let age = report.time - lastHeard[anchor]
      epoch.readings[anchor] = reading
      epoch.counts[anchor] = anchor < report.counts.count ? report.counts[anchor] : 0
      epoch.ages[anchor] = age
      epoch.levels[anchor] = age <= maximumAge ? level : nil
    }
    return answer.callback(for: epoch)
  }
}
