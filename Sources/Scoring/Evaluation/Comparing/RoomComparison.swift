/// How often pipeline B finds the right room, beside A, the baseline, at the moments both were measured in a room.
///
/// The share is taken twice: pooled over all moments, where the room in which the walker was longest counts most, and as
/// the mean of the rooms' shares (the macro-average), where all rooms count equally. As with errors, the interval of a
/// difference is taken over laps. Each lap stands for the difference plus the lap's influence on it, which is the
/// jackknife's pseudo-value to first order. The interval of a mean therefore applies to both shares, even where a lap does
/// not enter every room. Source of the influence values: Davison and Hinkley 1997, "Bootstrap methods and their
/// application", section 2.7.
public struct RoomComparison: Hashable, Sendable {
  /// Moments in a room at which both were measured.
  public let pairs: Int
  /// Laps with at least one.
  public let laps: Int
  /// Rooms with at least one.
  public let rooms: Int
  /// Over all moments, where long stays count more.
  public let pooled: ComparedFigure
  /// The mean of the rooms' own shares, where all rooms count equally.
  public let macro: ComparedFigure
  /// The largest fall of a share that still counts as equivalent.
  public var tolerance: Double { pooled.tolerance }

  /// Of the pooled share, then of the macro-average.
  public var conclusions: [Conclusion] { [pooled.conclusion, macro.conclusion] }

  /// Nil when there is no such moment.
  ///
  /// - Parameters:
  ///   - a: in any order, with rooms numbered as in `b`.
  ///   - b: the errors of the pipeline compared with it.
  ///   - tolerance: of which that of the rooms counts.
  ///   - timeTolerance: seconds by which the times of a pair may differ.
  public init?(
    _ a: [PositionError], _ b: [PositionError], tolerance: ComparisonTolerance,
    timeTolerance: Double = PairedErrors.sameMoment
  ) {
    let (a, b) = (Self.misplaced(a), Self.misplaced(b))
    let rooms = a.order.compactMap { room in
      b.byRoom[room].map { PairedErrors(a.byRoom[room] ?? [], $0, timeTolerance: timeTolerance).pairs }
    }.filter { !$0.isEmpty }
    guard !rooms.isEmpty else { return nil }
    let all = rooms.flatMap(\.self)
    pairs = all.count
    let laps = Set(all.map(\.lap)).sorted()
    self.laps = laps.count
    self.rooms = rooms.count
    pooled = Self.share([all], laps, tolerance)
    macro = Self.share(rooms, laps, tolerance)
  }

  /// By the walker's room each measured fix as an error of 0 m where it was in the room and of 1 m where it was not, and the rooms in
  /// the order in which they first appear.
  private static func misplaced(
    _ errors: [PositionError]
  ) -> (order: [Int], byRoom: [Int: [PositionError]]) {
    var (order, byRoom) = ([Int](), [Int: [PositionError]]())
    for error in errors {
      guard let room = error.room else { continue }
      if byRoom[room] == nil { order.append(room) }
      byRoom[room, default: []] += error.with { $0.room == room ? 0 : 1 }
    }
    return (order, byRoom)
  }

  /// The mean of the shares of some groups of moments.
  ///
  /// - Parameter laps: in ascending order, all laps that occur in the groups.
  private static func share(
    _ groups: [[PairedErrors.Pair]], _ laps: [Int], _ tolerance: ComparisonTolerance
  ) -> ComparedFigure {
    let indices = Dictionary(uniqueKeysWithValues: zip(laps, laps.indices))
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    let a = mean(groups.map { group in 1 - mean(group.map(\.a)) })
    let b = mean(groups.map { group in 1 - mean(group.map(\.b)) })
    var influences = [Double](repeating: 0, count: laps.count)
    for group in groups {
      let difference = mean(group.map(\.difference))
      let weight = Double(laps.count) / Double(groups.count * group.count)
      for pair in group {
        guard let lap = indices[pair.lap] else { continue }
        influences[lap] -= weight * (pair.difference - difference)
      }
    }
    let interval = LapMean(of: ErrorsByLap(byLap: influences.map { [b - a + $0] }))?.interval
    return ComparedFigure(
      .rightRoom, a: a, b: b, interval: interval, laps: laps.count, tolerance: tolerance)
  }
}

extension PositionError {
  /// The same moment with other metres; empty where it was missed, or where there are none.
  func with(metres: (Offset) -> Double?) -> [PositionError] {
    offset.flatMap(metres).map { [with(.success(Offset(metres: $0)))] } ?? []
  }
}

extension [PositionError] {
  /// Each fix of which the floor is known as an error of 0 m on the walker's floor and of 1 m on another.
  package var onWrongFloors: [PositionError] {
    flatMap { $0.with { $0.floors.map { $0 == 0 ? 0 : 1 } } }
  }
}
