public import World

/// The error of one fix against the ground truth, or why there was no fix: one row of a results folder's errors.
public struct PositionError: Hashable, Sendable {
  /// The fix seen from the true place.
  ///
  /// There are millions of them, so they are packed: optional numbers take no extra memory.
  public struct Offset: Hashable, Sendable {
    /// The error that is scored, in metres.
    public let metres: Double
    /// Seconds from the callback whose fix this is to the moment at which it was due, negative when it came later.
    public let age: Double
    /// Most methods state nothing, so that what is stated lies elsewhere.
    private let statement: Statement
    private let ahead: Double
    private let left: Double
    private let east: Double
    private let north: Double
    private let floorCount: Int32
    /// -1 for none.
    private let roomIndex: Int32
    private let isAheadKnown: Bool
    private let isLeftKnown: Bool
    private let isArrowKnown: Bool

    public init(
      metres: Double, along: Double? = nil, cross: Double? = nil, floors: Int = 0, vector: Point? = nil,
      room: Int? = nil, age: Double = 0, claim: ErrorClaim? = nil
    ) {
      self.metres = metres
      self.age = age
      statement = claim.map { .claim($0) } ?? .none
      (ahead, left) = (along ?? 0, cross ?? 0)
      (east, north) = (vector?.x ?? 0, vector?.y ?? 0)
      (floorCount, roomIndex) = (Int32(clamping: floors), Int32(clamping: room ?? -1))
      (isAheadKnown, isLeftKnown, isArrowKnown) = (along != nil, cross != nil, vector != nil)
    }

    private enum Statement: Hashable, Sendable {
      case none
      indirect case claim(ErrorClaim)
    }

    /// What the method stated about this error; nil where it stated nothing.
    public var claim: ErrorClaim? {
      guard case .claim(let claim) = statement else { return nil }
      return claim
    }
    /// Metres on the plan by which the fix is ahead of the walker, negative when it trails; nil where the
    /// direction of travel is not known.
    public var along: Double? { isAheadKnown ? ahead : nil }
    /// Metres on the plan by which the fix is to the left of the walker's line, negative to the right.
    public var cross: Double? { isLeftKnown ? left : nil }
    /// Floors by which the fix is too high.
    public var floors: Int { Int(floorCount) }
    /// From the true place to the fix on the plan, in metres east and north; nil where only the distance is known.
    public var vector: Point? { isArrowKnown ? Point(x: east, y: north) : nil }
    /// The room of the fix, an index into ``World/Site/rooms``; nil in none.
    public var room: Int? { roomIndex < 0 ? nil : Int(roomIndex) }
    /// The error beside the covariance that the method stated; nil where it stated none.
    public var stated: StatedError? {
      guard let vector, let covariance = claim?.covariance else { return nil }
      return StatedError(vector, covariance)
    }
  }

  /// Seconds since the stream began, at the press or at the phone's callback.
  public let time: Double
  /// Where the walker truly was; nil where only the distance is known.
  public let place: Point?
  /// Nil where the ground truth does not state it.
  public let direction: TravelDirection?
  /// Nil where the ground truth does not state it.
  public let hand: Hand?
  private let lapNumber: Int32
  private let floorNumber: Int32
  /// -1 for none; so is the next.
  private let roomIndex: Int32
  private let testPointIndex: Int32
  /// Nil where there is only one walker.
  public let walker: Walker?
  /// Where the fix lay, or why there was none.
  public let outcome: Result<Offset, NoFix>

  public init(
    lap: Int, direction: TravelDirection? = nil, hand: Hand? = nil, walker: Walker? = nil,
    floor: Int = 0, place: Point? = nil,
    room: Int? = nil, testPoint: Int? = nil, time: Double, outcome: Result<Offset, NoFix>
  ) {
    (lapNumber, floorNumber) = (Int32(clamping: lap), Int32(clamping: floor))
    (roomIndex, testPointIndex) = (Int32(clamping: room ?? -1), Int32(clamping: testPoint ?? -1))
    self.direction = direction
    self.hand = hand
    self.walker = walker
    self.place = place
    self.time = time
    self.outcome = outcome
  }

  /// The lap's number, counted from 0.
  public var lap: Int { Int(lapNumber) }
  /// The true floor.
  public var floor: Int { Int(floorNumber) }
  /// The true room, an index into ``World/Site/rooms``; nil in none.
  public var room: Int? { roomIndex < 0 ? nil : Int(roomIndex) }
  /// An index into ``World/Site/testPoints``; nil when the truth came from a walk.
  public var testPoint: Int? { testPointIndex < 0 ? nil : Int(testPointIndex) }

  /// The fix seen from the true place; nil when missed.
  public var offset: Offset? { try? outcome.get() }

  /// The error in metres; nil when missed.
  public var metres: Double? {
    guard case .success(let offset) = outcome else { return nil }
    return offset.metres
  }

  /// Why there was no fix; nil when there was one.
  public var missed: NoFix? {
    guard case .failure(let missed) = outcome else { return nil }
    return missed
  }
}
