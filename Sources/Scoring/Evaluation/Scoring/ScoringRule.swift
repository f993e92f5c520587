public import World

/// When a fix is compared with the truth, and how the distance between them is measured.
public struct ScoringRule: Hashable, Sendable {
  /// When an error is due.
  public enum Moment: Hashable, Sendable {
    /// At each press, against the test point at which it happened.
    case presses(Callback)
    /// At each callback of the phone, against the walk interpolated in time.
    case callbacks
  }

  /// Which callback's fix is on the screen when the button is pressed.
  public enum Callback: Hashable, Sendable {
    /// The last callback at or before the press.
    case last
    /// The first callback after the press.
    case next
    /// The last callback at least this many seconds before the press; 0 or more.
    case latency(seconds: Double)
    /// The position that the pipeline gives for the moment of the press itself, from the callbacks up to it: what it predicts
    /// or, where it looks ahead, estimates.
    case predicted
  }

  /// The distance between a fix and the truth.
  public enum Measure: String, Hashable, Sendable, CaseIterable {
    /// The straight line on the plan; heights and floors do not count.
    case straight
    /// The shortest way on the path between the places on it nearest to the truth and to the fix.
    case alongPath
  }

  /// At presses or at callbacks.
  public let moment: Moment
  /// In a straight line or along the path.
  public let measure: Measure

  public init(at moment: Moment, measure: Measure = .straight) {
    self.moment = moment
    self.measure = measure
  }
}

extension ScoringRule: CustomStringConvertible {
  /// The text in tables and summaries, such as `presses, last callback`.
  public var description: String {
    let moment =
      switch moment {
      case .presses(.last): "presses, last callback"
      case .presses(.next): "presses, next callback"
      case .presses(.latency(let seconds)): "presses, callback \(seconds) s before"
      case .presses(.predicted): "presses, predicted"
      case .callbacks: "every callback"
      }
    return measure == .alongPath ? moment + ", along the path" : moment
  }
}

extension ScoringRule.Callback {
  /// The index of the callback that counts at a press, by whole microseconds; nil when there is none.
  ///
  /// - Parameters:
  ///   - press: Seconds since the stream began.
  ///   - times: When the phone called back, in the same seconds, increasing.
  ///   - interval: Seconds for which the last callback counts; those before it count until the next.
  public func index(at press: Double, among times: [Double], interval: Double) -> Int? {
    let press = press.microseconds
    switch self {
    case .last, .predicted: return index(upTo: press, among: times, interval: interval)
    case .next:
      let heard = times.partitioningIndex { $0.microseconds > press }
      return heard < times.count ? heard : nil
    case .latency(let seconds):
      return index(upTo: press - seconds.microseconds, among: times, interval: interval)
    }
  }

  private func index(upTo moment: Int64, among times: [Double], interval: Double) -> Int? {
    let heard = times.partitioningIndex { $0.microseconds > moment }
    guard heard > 0, heard < times.count || moment < times[heard - 1].microseconds + interval.microseconds
    else { return nil }
    return heard - 1
  }
}

/// A rule that a site cannot be scored by.
public enum ScoringError: InputProblem, Hashable, Sendable {
  case noPath(site: String)
  case pathInParts(site: String)

  public var description: String {
    switch self {
    case .noPath(let site):
      "score.measure: alongPath expects a site with a path, found none in site \(site)"
    case .pathInParts(let site):
      "score.measure: alongPath expects a path in one piece, found one in parts in site \(site)"
    }
  }
}
