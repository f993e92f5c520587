public import World

/// Why there is no error to measure at a moment at which one was due. It is counted, never averaged away.
public enum Missed: Error, Hashable, Sendable {
  /// The phone had not called back yet, or does not call back any more.
  case noCallback
  /// The phone called back, and the method had no position.
  case noFix(NoFix)
  /// The method gave a position that is not a number.
  case notFinite

  /// The reason without its particulars, in the order in which tables list them.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    case noCallback
    case tooFewBeacons
    case didNotConverge
    case undetermined
    case notFinite
  }

  public var reason: Reason {
    switch self {
    case .noCallback: .noCallback
    case .noFix(.tooFewBeacons): .tooFewBeacons
    case .noFix(.didNotConverge): .didNotConverge
    case .noFix(.undetermined): .undetermined
    case .notFinite: .notFinite
    }
  }
}

extension Missed: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noCallback: "no callback: the phone had not begun to listen, or had ended"
    case .noFix(let reason): reason.description
    case .notFinite: "the position is not a number"
    }
  }
}

extension Missed.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noCallback: "no callback at the time"
    case .tooFewBeacons: "too few beacons"
    case .didNotConverge: "did not converge"
    case .undetermined: "position left open"
    case .notFinite: "not a number"
    }
  }
}
