/// How often pipeline B finds the right room, beside A, the baseline, at the moments both were measured in a room.
///
/// The share is taken twice: pooled over all moments, where the room in which the walker was longest counts most, and as
/// the mean of the rooms' shares (the macro-average), where all rooms count equally. As with errors, the interval of a
/// difference is taken over laps. Each lap stands for the difference plus the lap's influence on it, which is the
/// jackknife's pseudo-value to first order. The interval of a mean therefore applies to both shares, even where a lap does
/// not enter every room. Source of the influence values: Davison and Hinkley 1997, "Bootstrap methods and their
/// application", section 2.7.
public struct RoomComparison: Hashable, Sendable {
  /// One of the two shares.
  public struct Share: Hashable, Sendable {
    /// Of the baseline, 0 to 1.
    public let a: Double
    /// Of the pipeline compared with it, 0 to 1.
    public let b: Double
    /// The 95 % interval of the difference over laps; nil with fewer than two laps.
    public let interval: ConfidenceInterval?
    /// Worse where B finds the right room less often.
    public let conclusion: Conclusion

    /// Whether the difference exceeds the tolerance.
    public var verdict: Conclusion.Verdict { conclusion.verdict }

    /// Below 0 when B is worse.
    public var difference: Double { b - a }
  }

  /// Moments in a room at which both were measured.
  public let pairs: Int
  /// Laps with at least one.
  public let laps: Int
  /// Rooms with at least one.
  public let rooms: Int
  /// Over all moments, where long stays count more.
  public let pooled: Share
  /// The mean of the rooms' own shares, where all rooms count equally.
  public let macro: Share
  /// The largest fall of a share that still counts as equivalent.
  public let tolerance: Double

  /// Of the pooled share, then of the macro-average.
  public var conclusions: [Conclusion] { [pooled.conclusion, macro.conclusion] }

  /// Nil when there is no such moment.
  public init?(
    _ a: [RoomErrors], _ b: [RoomErrors], tolerance: Double, timeTolerance: Double = PairedErrors.sameMoment
  ) {
    let rooms = a.compactMap { own in
      b.first { $0.room == own.room }.map {
        PairedErrors(own.misplaced, $0.misplaced, timeTolerance: timeTolerance).pairs
      }
    }.filter { !$0.isEmpty }
    guard !rooms.isEmpty else { return nil }
    let all = rooms.flatMap(\.self)
    pairs = all.count
    let laps = Set(all.map(\.lap)).sorted()
    self.laps = laps.count
    self.rooms = rooms.count
    self.tolerance = tolerance
    pooled = Self.share([all], laps, tolerance)
    macro = Self.share(rooms, laps, tolerance)
  }

  /// The mean of the shares of some groups of moments.
  ///
  /// - Parameter laps: in ascending order, all laps that occur in the groups.
  private static func share(
    _ groups: [[PairedErrors.Pair]], _ laps: [Int], _ tolerance: Double
  ) -> Share {
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
    let worsening = interval.map { ConfidenceInterval(lower: -$0.upper, upper: -$0.lower) }
    return Share(
      a: a, b: b, interval: interval, conclusion: Conclusion(worsening, tolerance: tolerance))
  }
}

/// The fixes of a pipeline while the walker was in one room, as right or wrong.
public struct RoomErrors: Hashable, Sendable {
  /// The walker's room.
  public let room: String
  /// Each measured fix, in any order; its `metres` are 0 where it was in the room and 1 where it was not.
  public private(set) var misplaced: [DueError] = []

  public init(room: String) { self.room = room }

  /// - Parameters:
  ///   - error: of a moment at which the walker was in the room; left out where it was missed.
  ///   - isFound: whether the fix was in that room.
  public mutating func add(_ error: DueError, isFound: Bool) {
    guard error.metres != nil else { return }
    misplaced.append(error.with(metres: isFound ? 0 : 1))
  }
}
