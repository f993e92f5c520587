public import World

/// Under which conditions one lap is walked.
public struct LapConditions: Hashable, Sendable {
  public let direction: TravelDirection
  public let hand: Hand

  public init(direction: TravelDirection, hand: Hand) {
    self.direction = direction
    self.hand = hand
  }
}

/// How many laps a study has, and how directions and hands are dealt out to them.
public struct LapPlan: Hashable, Sendable {
  /// How the two directions and the two hands meet.
  public enum Allocation: String, Hashable, Sendable, CaseIterable {
    /// Every four laps hold each pair of direction and hand once.
    case crossed
    /// The hand changes with the direction, so that only two of the four pairs occur.
    case aligned
  }

  /// At least 1.
  public let count: Int
  /// In the order in which laps take turns; at least one.
  public let directions: [TravelDirection]
  public let hands: [Hand]
  public let allocation: Allocation

  public init(
    count: Int, directions: [TravelDirection] = TravelDirection.allCases, hands: [Hand] = Hand.allCases,
    allocation: Allocation = .crossed
  ) {
    precondition(
      count > 0 && !directions.isEmpty && !hands.isEmpty, "a plan needs laps, directions and hands")
    self.count = count
    self.directions = directions
    self.hands = hands
    self.allocation = allocation
  }

  /// The conditions of a lap, counted from 0; a plan cut shorter or made longer leaves them as they are.
  public func conditions(ofLap lap: Int) -> LapConditions {
    let hand =
      switch allocation {
      case .crossed: hands[lap / directions.count % hands.count]
      case .aligned: hands[lap % hands.count]
      }
    return LapConditions(direction: directions[lap % directions.count], hand: hand)
  }
}
