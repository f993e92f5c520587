public import World

/// The ground truth of one lap. No positioner sees it.
public struct LapTruth: Hashable, Sendable {
  /// The lap's number, counted from 0.
  public let lap: Int
  /// Nil where it was not recorded.
  public let direction: TravelDirection?
  /// Nil where it was not recorded.
  public let hand: Hand?
  /// Nil where there is only one walker.
  public let walker: Walker?
  /// Where the walker was; nil when only the presses are known.
  public let walk: Walk?
  /// In order of time.
  public let presses: [Press]
  /// The end of each stay in seconds, where the walker stands at one place after another; otherwise empty.
  public let stays: [Double]

  public init(
    lap: Int, direction: TravelDirection? = nil, hand: Hand? = nil, walker: Walker? = nil,
    walk: Walk? = nil, presses: [Press] = [], stays: [Double] = []
  ) {
    self.lap = lap
    self.direction = direction
    self.hand = hand
    self.walker = walker
    self.walk = walk
    self.presses = presses
    self.stays = stays
  }
}
