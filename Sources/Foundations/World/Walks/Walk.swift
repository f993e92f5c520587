/// The true positions of a walker or a beacon: a place for each moment, in straight lines between timed knots.
///
/// This is the ground truth from which scores are computed. No method sees it.
public struct Walk: Hashable, Sendable {
  /// A place and the time at which the walker is there.
  public struct Knot: Hashable, Sendable {
    /// Seconds since the stream began.
    public let time: Double
    /// Metres; z is the height of the carried thing's place, as the walk defines it.
    public let position: Point
    /// The level of the floor, as in ``Floor/level``.
    public let floor: Int
    /// The direction faced until the next knot, of length 1 on the plan; nil for the direction of travel or, while standing,
    /// the last direction.
    public let facing: Point?

    public init(time: Double, position: Point, floor: Int = 0, facing: Point? = nil) {
      self.time = time
      self.position = position
      self.floor = floor
      self.facing = facing
    }
  }

  /// In order of time, no two at the same time.
  public let knots: [Knot]

  /// - Precondition: at least one knot, times strictly increasing.
  public init(knots: [Knot]) {
    precondition(!knots.isEmpty, "a walk needs at least one knot")
    precondition(
      zip(knots, knots.dropFirst()).allSatisfy { $0.time < $1.time }, "knots must be in order of time")
    self.knots = knots
  }

  /// The first and the last moment at which the ground truth is known, in seconds.
  public var span: ClosedRange<Double> { knots[0].time...knots[knots.count - 1].time }

  /// The place at a time; before the first knot and after the last the walker stands there.
  public func position(at time: Double) -> Point {
    let leg = leg(at: time)
    guard leg + 1 < knots.count else { return knots[leg].position }
    let (from, to) = (knots[leg], knots[leg + 1])
    let fraction = min(max((time - from.time) / (to.time - from.time), 0), 1)
    return from.position.moved(towards: to.position, by: fraction)
  }

  /// The floor of the nearer knot in time; of equally near ones the earlier.
  public func floor(at time: Double) -> Int {
    let leg = leg(at: time)
    guard leg + 1 < knots.count else { return knots[leg].floor }
    return time - knots[leg].time <= knots[leg + 1].time - time ? knots[leg].floor : knots[leg + 1].floor
  }

  /// Metres per second in each direction; zero outside the span. At a knot, the velocity on the leg that begins there.
  public func velocity(at time: Double) -> Point {
    let leg = leg(at: time)
    guard leg + 1 < knots.count, time >= knots[leg].time else { return .zero }
    let (from, to) = (knots[leg], knots[leg + 1])
    return (to.position - from.position) * (1 / (to.time - from.time))
  }

  /// The direction faced from each knot on, of length 1 on the plan: as the knot says, else the direction of travel, else the
  /// last one, or the first one to come; zero for one who has not moved and never will.
  public var headings: [Point] {
    let own = knots.indices.map { index -> Point in
      if let facing = knots[index].facing { return facing }
      return velocity(at: knots[index].time).horizontalDirection
    }
    var heading = own.first { $0 != .zero } ?? .zero
    return own.map { direction in
      if direction != .zero { heading = direction }
      return heading
    }
  }

  /// The knot that begins the leg on which a time lies; the first knot for earlier times.
  public func leg(at time: Double) -> Int {
    max(knots.partitioningIndex { $0.time > time } - 1, 0)
  }
}

/// Which way a lap goes along its route.
public enum TravelDirection: String, Hashable, Sendable, CaseIterable {
  case forward
  case backward
}

/// The hand that carries the phone.
public enum Hand: String, Hashable, Sendable, CaseIterable {
  case left
  case right
}
