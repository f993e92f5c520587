public import World

/// A score, and the scores of the groups that its errors fall into.
///
/// Each group is scored from its own errors; nothing is averaged over groups. Errors whose group is unknown count in
/// the overall score only.
public struct GroupedScore: Hashable, Sendable {
  /// The errors that have one value in common.
  public struct Group: Hashable, Sendable {
    /// `forward`, `left`, `3`: the value that its errors have in common.
    public let name: String
    /// The score of the group's errors alone.
    public let score: Score
  }

  /// All groups by one property.
  public struct Division: Hashable, Sendable {
    /// The property: direction, hand, walker or test point.
    public let grouping: Grouping
    /// Forward before backward, left before right, numbers in ascending order; empty when no group is known.
    public let groups: [Group]
  }

  /// The score of all errors together.
  public let whole: Score
  /// In the order in which they were asked for.
  public let divisions: [Division]

  /// For errors that are given in batches, for instance lap by lap.
  public init(
    ofLaps laps: some Collection<[PositionError]>, by groupings: [Grouping], spread: ErrorStatistics.Spread
  ) {
    let errors = laps.flatMap(\.self)
    whole = Score(of: errors, spread: spread, others: Score.others(of: laps))
    divisions = groupings.map { grouping in
      // Indices: the errors of one group at a time are copied.
      var groups: [Int: (name: String, indices: [Int32])] = [:]
      for (index, error) in errors.enumerated() {
        guard let group = grouping.group(of: error) else { continue }
        groups[group.order, default: (group.name, [])].indices.append(Int32(index))
      }
      return Division(
        grouping: grouping,
        groups: groups.sorted { $0.key < $1.key }.map { order, group in
          Group(
            name: group.name,
            score: Score(
              of: group.indices.map { errors[Int($0)] }, spread: spread,
              others: Score.others(of: laps) { grouping.group(of: $0)?.order == order }))
        })
    }
  }
}

/// A property by which errors are grouped.
public enum Grouping: String, Hashable, Sendable {
  case direction
  case hand
  case walker

  /// The group that an error belongs to; nil when unknown.
  ///
  /// Groups come in the order of the numbers: forward before backward, left before right, then by value.
  func group(of error: PositionError) -> (order: Int, name: String)? {
    switch self {
    case .direction:
      error.direction.flatMap { direction in
        TravelDirection.allCases.firstIndex(of: direction).map { ($0, direction.rawValue) }
      }
    case .hand:
      error.hand.flatMap { hand in Hand.allCases.firstIndex(of: hand).map { ($0, hand.rawValue) } }
    case .walker: error.walker.map { ($0.index, $0.name) }
    }
  }
}

/// The score of one pipeline: statistics of the measured errors, the missed ones, and the interval of the mean.
public struct Score: Hashable, Sendable {
  /// Nil when nothing was measured.
  public let statistics: ErrorStatistics?
  /// The 95 % interval of the mean; nil with fewer than two laps, or when nothing was measured.
  public let meanInterval: ConfidenceInterval?
  /// The standard error of the mean over laps; nil where the interval is.
  public let standardError: Double?
  /// The reasons that occurred, in the order of ``World/NoFix/Reason``.
  public let missedByReason: [ReasonCounts.Count]
  /// Measured fixes on another floor than the walker.
  public let wrongFloors: Int
  /// Laps in which an error was due.
  public let laps: Int
  /// The metrics of ``Metric/Use/scores`` that need more than the lengths of errors.
  private let others: [Metric: Double]

  /// All errors pooled. Their order does not matter.
  public init(of errors: [PositionError], spread: ErrorStatistics.Spread = .population) {
    self.init(of: errors, spread: spread, others: Self.others(of: [errors]))
  }

  init(of errors: [PositionError], spread: ErrorStatistics.Spread, others: [Metric: Double]) {
    self.others = others
    let byLap = ErrorsByLap(errors)
    statistics = ErrorStatistics(of: byLap.values, spread: spread)
    let mean = LapMean(of: byLap)
    meanInterval = mean?.interval?.limited(to: Metric.mean.range)
    standardError = mean?.standardError
    laps = byLap.laps.count
    wrongFloors = errors.count { $0.offset?.floors ?? 0 != 0 }
    var missed = ReasonCounts()
    for error in errors {
      if let why = error.missed { missed[why.reason] += 1 }
    }
    missedByReason = missed.occurred
  }

  /// The metrics that lengths of errors do not give, of errors by lap, of which only some may count.
  static func others(
    of laps: some Collection<[PositionError]>, where isIncluded: ((PositionError) -> Bool)? = nil
  ) -> [Metric: Double] {
    Metric.others(for: .scores) { laps.map { lap in isIncluded.map { lap.filter($0) } ?? lap } }
  }

  /// Nil where nothing was measured that it is computed from.
  public subscript(metric: Metric) -> Double? { statistics?[metric] ?? others[metric] }

  /// How many errors were measured.
  public var count: Int { statistics?.count ?? 0 }

  /// The share of measured fixes on another floor than the walker, 0 to 1; nil when nothing was measured.
  public var wrongFloorShare: Double? { count > 0 ? Double(wrongFloors) / Double(count) : nil }

  /// How many errors were due but not measured, for want of a fix.
  public var missed: Int { missedByReason.reduce(0) { $0 + $1.count } }
}

/// The errors of one lap, and the time that could not be scored.
public struct ScoredLap: Hashable, Sendable {
  /// In the order of presses or callbacks, missed ones included.
  public let errors: [PositionError]
  /// Callbacks before the truth begins or after it ends: neither scored nor missed.
  public let outsideTruth: Int
  /// Seconds of a known walk before the phone began to listen or after its last callback: nothing could be
  /// scored there.
  public let unheardTruth: Double

  public init(errors: [PositionError], outsideTruth: Int, unheardTruth: Double = 0) {
    self.errors = errors
    self.outsideTruth = outsideTruth
    self.unheardTruth = unheardTruth
  }
}
