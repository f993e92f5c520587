public import World

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
    self.init(of: errors.map { ScoredError($0) }, spread: spread, others: Self.others(of: [errors]))
  }

  init(of errors: [ScoredError], spread: ErrorStatistics.Spread, others: [Metric: Double]) {
    self.others = others
    let byLap = ErrorsByLap(errors)
    statistics = ErrorStatistics(of: byLap.values, spread: spread)
    let mean = LapMean(of: byLap)
    meanInterval = mean?.interval?.limited(to: Metric.mean.range)
    standardError = mean?.standardError
    laps = byLap.laps.count
    wrongFloors = errors.count(where: \.isOnWrongFloor)
    var missed = ReasonCounts()
    for error in errors {
      if let reason = error.missed { missed[reason] += 1 }
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
