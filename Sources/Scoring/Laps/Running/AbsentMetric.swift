import Evaluation

/// A metric that a scenario does not have, and why: it is omitted with this reason, never reported as zero.
public struct AbsentMetric: Hashable, Sendable {
  /// The key in JSON.
  public let metric: String
  /// A clause that says what the scenario lacks.
  public let reason: String
}

extension PipelineResult {
  /// In the order of docs/metrics.md.
  public var absentMetrics: [AbsentMetric] {
    var absent: [AbsentMetric] = []
    func miss(_ metric: String, _ reason: String) {
      absent.append(AbsentMetric(metric: metric, reason: reason))
    }
    if metrics.distribution == nil { miss("distribution", "there are no errors") }
    if metrics.distribution != nil, metrics.along == nil {
      miss("along", "the direction of travel is unknown")
    }
    if metrics.floors == nil { miss("floors", "the site has one floor") }
    if metrics.rooms == nil { miss("rooms", "the site has no rooms") }
    if hasSignal, metrics.uncertainty == nil { miss("uncertainty", "the method states none") }
    guard let track else {
      miss("track", "the walk is unknown")
      return absent
    }
    if case .failure(let absence) = track.lag { miss("lag", "\(absence)") }
    if track.stops.stops == 0 { miss("stops", "no walker stops") }
    return absent
  }
}
