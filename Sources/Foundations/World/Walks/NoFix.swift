/// Why there is no fix, or why no error could be measured at a moment at which one was due. Such moments are counted,
/// and are no part of any mean error.
public enum NoFix: Error, Hashable, Sendable {
  /// The phone had not called back yet, or no longer does.
  case noCallback
  case tooFewBeacons(heard: Int, needed: Int)
  case didNotConverge(iterations: Int)
  /// The anchors heard do not determine a position, for example because all are at one place.
  case undetermined
  /// The method itself failed, with its message: the lap goes on without this fix.
  case failed(String)
  /// The method gave a position that is not a number.
  case notFinite

  /// The reason without its particulars, in the order in which tables list them; the raw value is its key in JSON.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    case noCallback
    case tooFewBeacons
    case didNotConverge
    case undetermined
    case failed
    case notFinite
  }

  /// The case without its values.
  public var reason: Reason {
    switch self {
    case .noCallback: .noCallback
    case .tooFewBeacons: .tooFewBeacons
    case .didNotConverge: .didNotConverge
    case .undetermined: .undetermined
    case .failed: .failed
    case .notFinite: .notFinite
    }
  }
}

extension NoFix: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noCallback: "no callback: the phone had not begun to listen, or had ended"
    case .tooFewBeacons(let heard, let needed): "heard \(heard) beacons, needed \(needed)"
    case .didNotConverge(let iterations): "did not converge in \(iterations) iterations"
    case .undetermined: "the beacons heard leave the position open"
    case .failed(let reason): "the method failed: \(reason)"
    case .notFinite: "the position is not a number"
    }
  }
}

extension NoFix.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noCallback: "no callback at the time"
    case .tooFewBeacons: "too few beacons"
    case .didNotConverge: "did not converge"
    case .undetermined: "position left open"
    case .failed: "a failure of the method"
    case .notFinite: "not a number"
    }
  }
}

/// How often each reason occurred.
public struct ReasonCounts: Hashable, Sendable {
  /// A reason and its frequency.
  public struct Count: Hashable, Sendable {
    /// As tables name it.
    public let reason: NoFix.Reason
    /// The number of moments, 1 or more.
    public let count: Int
  }

  private var counts: [NoFix.Reason: Int] = [:]

  public init() {}

  /// The number of moments with this reason; 0 where it never occurred.
  public subscript(reason: NoFix.Reason) -> Int {
    get { counts[reason] ?? 0 }
    set { counts[reason] = newValue == 0 ? nil : newValue }
  }

  /// The reasons that occurred, in the order of ``NoFix/Reason``.
  public var occurred: [Count] {
    NoFix.Reason.allCases.compactMap { reason in counts[reason].map { Count(reason: reason, count: $0) } }
  }

  /// The counts of two sets of moments together.
  public static func + (a: ReasonCounts, b: ReasonCounts) -> ReasonCounts {
    b.occurred.reduce(into: a) { $0[$1.reason] += $1.count }
  }
}
