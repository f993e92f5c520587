public import World

/// How far one fix was from the truth, or why there was none: one row of a results folder's errors.
public struct PositionError: Hashable, Sendable {
  /// The fix seen from the true place.
  ///
  /// There are millions of them, so what is stored is packed: no optional number takes room of its own.
  public struct Offset: Hashable, Sendable {
    /// The error that is scored, in metres.
    public let metres: Double
    /// Seconds from the callback whose fix this is to the moment at which it was due, negative when it came later.
    public let age: Double
    private let ahead: Double
    private let left: Double
    private let arrow: Point
    private let floorsAndRoom: SIMD2<Int32>
    /// Which of the numbers before are known.
    private let known: SIMD4<UInt8>

    public init(
      metres: Double, along: Double? = nil, cross: Double? = nil, floors: Int = 0, vector: Point? = nil,
      room: Int? = nil, age: Double = 0
    ) {
      self.metres = metres
      self.age = age
      (ahead, left, arrow) = (along ?? 0, cross ?? 0, vector ?? .zero)
      floorsAndRoom = SIMD2(Int32(clamping: floors), Int32(clamping: room ?? 0))
      known = SIMD4(along == nil ? 0 : 1, cross == nil ? 0 : 1, vector == nil ? 0 : 1, room == nil ? 0 : 1)
    }

    /// Metres on the plan by which the fix is ahead of the walker, negative when it trails; nil where the
    /// direction of travel is not known.
    public var along: Double? { known.x == 0 ? nil : ahead }
    /// Metres on the plan by which the fix is to the left of the walker's line, negative to the right.
    public var cross: Double? { known.y == 0 ? nil : left }
    /// Floors by which the fix is too high.
    public var floors: Int { Int(floorsAndRoom.x) }
    /// From the true place to the fix on the plan, in metres east and north; nil where only the distance is known.
    public var vector: Point? { known.z == 0 ? nil : arrow }
    /// The room of the fix, an index into ``Site/rooms``; nil in none.
    public var room: Int? { known.w == 0 ? nil : Int(floorsAndRoom.y) }
  }

  public let lap: Int
  /// Nil where the truth does not tell it.
  public let direction: TravelDirection?
  /// Nil where the truth does not tell it.
  public let hand: Hand?
  /// Nil where there is one only.
  public let walker: Walker?
  /// The true floor.
  public let floor: Int
  /// Where the walker truly was; nil where only the distance is known.
  public let place: Point?
  /// The true room, an index into ``Site/rooms``; nil in none.
  public let room: Int?
  /// An index into ``Site/testPoints``; nil when the truth came from a walk.
  public let testPoint: Int?
  /// Seconds since the stream began: when the button was pressed, or when the phone called back.
  public let time: Double
  public let outcome: Result<Offset, Missed>

  public init(
    lap: Int, direction: TravelDirection? = nil, hand: Hand? = nil, walker: Walker? = nil,
    floor: Int = 0, place: Point? = nil,
    room: Int? = nil, testPoint: Int? = nil, time: Double, outcome: Result<Offset, Missed>
  ) {
    self.lap = lap
    self.direction = direction
    self.hand = hand
    self.walker = walker
    self.floor = floor
    self.place = place
    self.room = room
    self.testPoint = testPoint
    self.time = time
    self.outcome = outcome
  }

  /// How far the fix is from the truth; nil when missed.
  public var offset: Offset? { try? outcome.get() }

  /// The error in metres; nil when missed.
  public var metres: Double? {
    guard case .success(let offset) = outcome else { return nil }
    return offset.metres
  }

  /// Why it was missed; nil when it was not.
  public var missed: Missed? {
    guard case .failure(let missed) = outcome else { return nil }
    return missed
  }
}
