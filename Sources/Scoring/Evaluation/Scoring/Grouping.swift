import World

/// A property by which errors are grouped.
public enum Grouping: String, Hashable, Sendable, CaseIterable {
  case direction
  case hand
  case floor
  case testPoint
  case lap
  case walker

  /// The group that an error belongs to; nil when unknown.
  ///
  /// Groups come in the order of the numbers: forward before backward, left before right, then by value.
  func group(of error: PositionError) -> (order: Int, name: String)? {
    switch self {
    case .direction:
      error.direction.flatMap { direction in
        TravelDirection.allCases.firstIndex(of: direction).map { ($0, direction.rawValue) }
      }
    case .hand:
      error.hand.flatMap { hand in Hand.allCases.firstIndex(of: hand).map { ($0, hand.rawValue) } }
    case .floor: error.floor.map { ($0, "\($0)") }
    case .testPoint: error.testPoint.map { ($0, "\($0)") }
    case .lap: (error.lap, "\(error.lap)")
    case .walker: error.walker.map { ($0.index, $0.name) }
    }
  }
}
