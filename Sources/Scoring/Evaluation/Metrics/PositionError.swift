public import World

/// The error of one fix against the ground truth, or why there was no fix: a row of `errors.csv`, of a journal and of
/// everything that is scored, compared or drawn. ``KeptErrors`` has the same by column.
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
    private let floorCount: Int32?
    private var roomIndex: Int32?
    private let isAheadKnown: Bool
    private let isLeftKnown: Bool
    private let isArrowKnown: Bool

    public init(
      metres: Double, along: Double? = nil, cross: Double? = nil, floors: Int? = 0, vector: Point? = nil,
      room: Int? = nil, age: Double = 0, claim: ErrorClaim? = nil
    ) {
      self.metres = metres
      self.age = age
      statement = claim.map { .claim($0) } ?? .none
      (ahead, left) = (along ?? 0, cross ?? 0)
      (east, north) = (vector?.x ?? 0, vector?.y ?? 0)
      (floorCount, roomIndex) = (floors.map { Int32(clamping: $0) }, room.map { Int32(clamping: $0) })
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
    /// Floors by which the fix is too high; nil where a file does not state them.
    public var floors: Int? { floorCount.map { Int($0) } }
    /// From the true place to the fix on the plan, in metres east and north; nil where only the distance is known.
    public var vector: Point? { isArrowKnown ? Point(x: east, y: north) : nil }
    /// The room of the fix, an index into ``World/Site/rooms``; nil in none.
    public package(set) var room: Int? {
      get { roomIndex.map { Int($0) } }
      set { roomIndex = newValue.map { Int32(clamping: $0) } }
    }
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
  private var testPointIndex: Int32?
  private let floorNumber: Int16?
  private var roomIndex: Int16?
  /// Nil where there is only one walker.
  public let walker: Walker?
  /// Where the fix lay, or why there was none.
  public package(set) var outcome: Result<Offset, NoFix>

  public init(
    lap: Int, direction: TravelDirection? = nil, hand: Hand? = nil, walker: Walker? = nil,
    floor: Int? = 0, place: Point? = nil,
    room: Int? = nil, testPoint: Int? = nil, time: Double, outcome: Result<Offset, NoFix>
  ) {
    (self.direction, self.hand, self.walker, self.place) = (direction, hand, walker, place)
    (self.time, self.outcome, lapNumber) = (time, outcome, Int32(clamping: lap))
    testPointIndex = testPoint.map { Int32(clamping: $0) }
    (floorNumber, roomIndex) = (floor.map { Int16(clamping: $0) }, room.map { Int16(clamping: $0) })
  }

  /// The lap's number, counted from 0.
  public var lap: Int { Int(lapNumber) }
  /// The true floor; nil where a file does not state it.
  public var floor: Int? { floorNumber.map { Int($0) } }
  /// The true room, an index into ``World/Site/rooms``; nil in none.
  public package(set) var room: Int? {
    get { roomIndex.map { Int($0) } }
    set { roomIndex = newValue.map { Int16(clamping: $0) } }
  }
  /// An index into ``World/Site/testPoints``; nil when the truth came from a walk.
  public package(set) var testPoint: Int? {
    get { testPointIndex.map { Int($0) } }
    set { testPointIndex = newValue.map { Int32(clamping: $0) } }
  }

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
