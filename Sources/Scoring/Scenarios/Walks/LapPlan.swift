public import Documents
public import World

/// Under which conditions one lap is walked.
public struct LapConditions: Hashable, Sendable {
  /// The way along the route.
  public let direction: TravelDirection
  /// The hand that carries the phone.
  public let hand: Hand

  public init(direction: TravelDirection, hand: Hand) {
    self.direction = direction
    self.hand = hand
  }
}

/// How many laps a study has, and how directions and hands are dealt out to them.
public struct LapPlan: DeclaredSettings {
  /// How the two directions and the two hands meet.
  public enum Allocation: String, Hashable, Sendable, CaseIterable {
    case crossed
    case aligned
  }

  /// The number of laps, 1 to 1,000,000.
  public var count = 300
  /// In the order in which laps take turns; at least one.
  public var directions: [TravelDirection] = TravelDirection.allCases
  /// In the order in which laps take turns; at least one.
  public var hands: [Hand] = Hand.allCases
  /// How directions and hands are combined.
  public var allocation: Allocation = .crossed

  public init() {}

  public static let keys: [SettingKey<LapPlan>] = [
    .defaulted("count", \.count, .integer(.between(1, 1_000_000)), "The number of laps."),
    .defaulted(
      "directions", \.directions,
      .words([
        ("both", TravelDirection.allCases, "Laps alternate, forward first."),
        ("forward", [.forward], "In the order of the route's nodes."),
        ("backward", [.backward], "Against the order of the route's nodes."),
      ]), "The direction along the route."),
    .defaulted(
      "hands", \.hands,
      .words([
        ("both", Hand.allCases, "Laps alternate, left first."), ("left", [.left], nil),
        ("right", [.right], nil),
      ]), "The hand that carries the phone."),
    .defaulted(
      "allocation", \.allocation,
      .choice([
        .crossed: "Every four laps contain each combination of direction and hand once.",
        .aligned: "The hand changes with the direction, so that two of the four combinations occur.",
      ]), "How directions and hands are combined when both alternate."),
  ]

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
