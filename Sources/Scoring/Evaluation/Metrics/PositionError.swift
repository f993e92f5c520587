public import World

/// The error of one fix against the ground truth, or why there was no fix: a row of `errors.csv`, of a journal and of
/// everything that is scored, compared or drawn.
///
/// There are millions of them, so the pipelines of a lap share the moment at which their errors are due, and optional numbers
/// take no extra memory.
public struct PositionError: Hashable, Sendable {
  /// The fix seen from the true place.
  public struct Offset: Hashable, Sendable {
    /// The error that is scored, in metres.
    public let metres: Double
    /// Seconds from the callback whose fix this is to the moment at which it was due, negative when it came later.
    public let age: Double
    /// Most methods state nothing, so that what is stated lies elsewhere.
    private let statement: Elsewhere<ErrorClaim>?
    private let (ahead, left, east, north): (Double, Double, Double, Double)
    private let floorCount: Int16?
    private var roomIndex: Int32?
    private let (isAheadKnown, isLeftKnown, isArrowKnown): (Bool, Bool, Bool)
    /// Whether the walker stood still at this callback; nil for a walk without stops, or without movement.
    public let isStanding: Bool?

    public init(
      metres: Double, along: Double? = nil, cross: Double? = nil, floors: Int? = 0, vector: Point? = nil,
      room: Int? = nil, age: Double = 0, isStanding: Bool? = nil, claim: ErrorClaim? = nil
    ) {
      self.isStanding = isStanding
      (self.metres, self.age, statement) = (metres, age, claim.map { .value($0) })
      (ahead, left, east, north) = (along ?? 0, cross ?? 0, vector?.x ?? 0, vector?.y ?? 0)
      (floorCount, roomIndex) = (floors.map { Int16(clamping: $0) }, room.map { Int32(clamping: $0) })
      (isAheadKnown, isLeftKnown, isArrowKnown) = (along != nil, cross != nil, vector != nil)
    }

    /// What the method stated about this error; nil where it stated nothing.
    public var claim: ErrorClaim? { statement?.value }
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

  /// When and where an error was due.
  private struct Due: Hashable, Sendable {
    var lap: Int
    let time: Double
    let direction: TravelDirection?
    let hand: Hand?
    let walker: Walker?
    let place: Point?
    let floor: Int?
    var room: Int?
    var testPoint: Int?
  }

  private var shared: Elsewhere<Due>
  /// Where the fix lay, or why there was none.
  public package(set) var outcome: Result<Offset, NoFix>

  public init(
    lap: Int, direction: TravelDirection? = nil, hand: Hand? = nil, walker: Walker? = nil,
    floor: Int? = 0, place: Point? = nil,
    room: Int? = nil, testPoint: Int? = nil, time: Double, outcome: Result<Offset, NoFix>
  ) {
    shared = .value(
      Due(
        lap: lap, time: time, direction: direction, hand: hand, walker: walker, place: place, floor: floor,
        room: room, testPoint: testPoint))
    self.outcome = outcome
  }

  private var due: Due {
    get { shared.value }
    set { shared = .value(newValue) }
  }

  /// The lap's number, counted from 0.
  public package(set) var lap: Int {
    get { due.lap }
    set { due.lap = newValue }
  }
  /// Seconds since the stream began, at the press or at the phone's callback.
  public var time: Double { due.time }
  /// Nil where the ground truth does not state it.
  public var direction: TravelDirection? { due.direction }
  /// Nil where the ground truth does not state it.
  public var hand: Hand? { due.hand }
  /// Nil where there is only one walker.
  public var walker: Walker? { due.walker }
  /// Where the walker truly was; nil where only the distance is known.
  public var place: Point? { due.place }
  /// The true floor; nil where a file does not state it.
  public var floor: Int? { due.floor }
  /// The true room, an index into ``World/Site/rooms``; nil in none.
  public package(set) var room: Int? {
    get { due.room }
    set { due.room = newValue }
  }
  /// An index into ``World/Site/testPoints``; nil when the truth came from a walk.
  public package(set) var testPoint: Int? {
    get { due.testPoint }
    set { due.testPoint = newValue }
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

  /// By which errors are ordered: no test point comes before any, and a missed error before a measured one.
  package var order: (Int, Double, Int, Double) { (lap, time, testPoint ?? .min, metres ?? -.infinity) }

  /// The same moment with another outcome.
  package func with(_ outcome: Result<Offset, NoFix>) -> PositionError {
    var error = self
    error.outcome = outcome
    return error
  }
}

/// A value that lies elsewhere in memory, where its copies share it.
private indirect enum Elsewhere<Value: Hashable & Sendable>: Hashable, Sendable {
  case value(Value)

  var value: Value {
    switch self {
    case .value(let value): value
    }
  }
}
