package import Evaluation
package import World

/// A figure that a sweep gives for each cell and pipeline.
package enum SweepMetric: String, Hashable, Sendable, CaseIterable {
  case mean
  case std
  case p50
  case p75
  case p90
  case p95
  case rmse
  case max
  case missed
  case wrongFloor
  case rightRoom
  case rightRoomMacro

  package var title: String {
    switch self {
    case .mean: "mean error"
    case .std: "standard deviation of the error"
    case .p50: "median error"
    case .p75, .p90, .p95: "\(rawValue.uppercased()) of the error"
    case .rmse: "RMSE"
    case .max: "largest error"
    case .missed: "share of missed fixes"
    case .wrongFloor: "share of fixes on a wrong floor"
    case .rightRoom: "share in the right room"
    case .rightRoomMacro: "share in the right room, mean over rooms"
    }
  }

  /// Nil for a share.
  package var unit: String? { isShare ? nil : "m" }

  package var isShare: Bool {
    switch self {
    case .missed, .wrongFloor, .rightRoom, .rightRoomMacro: true
    default: false
    }
  }

  /// Whether a smaller value is better.
  package var isBetterWhenSmaller: Bool { self != .rightRoom && self != .rightRoomMacro }

  /// Whether it says anything on a site.
  package func applies(to site: Site) -> Bool {
    switch self {
    case .wrongFloor: site.floors.count > 1
    case .rightRoom, .rightRoomMacro: !site.rooms.isEmpty
    default: true
    }
  }
}

/// What one pipeline came to in one cell.
package struct SweepScore: Hashable, Sendable {
  package struct Value: Hashable, Sendable {
    package let metric: SweepMetric
    /// Metres, or a share from 0 to 1; nil where nothing was measured.
    package let value: Double?
    /// 95 % over laps; nil with fewer than two laps, and for metrics without one.
    package let interval: ConfidenceInterval?
  }

  /// Errors that were measured, and that were due and missed.
  package let measured: Int
  package let missed: Int
  /// In the order in which they were asked for.
  package let values: [Value]

  /// - Parameter laps: the errors of each.
  package init(ofLaps laps: [[PositionError]], _ metrics: [SweepMetric], spread: ErrorStatistics.Spread) {
    let errors = ErrorsByLap(ofLaps: laps)
    let statistics = ErrorStatistics(of: errors.values, spread: spread)
    measured = errors.values.count
    missed = laps.reduce(0) { $0 + $1.count } - measured
    let rooms = laps.lazy.joined().reduce(0) { Swift.max($0, ($1.room ?? -1) + 1, ($1.offset?.room ?? -1) + 1) }
    let areRooms = metrics.contains(.rightRoom) || metrics.contains(.rightRoomMacro)
    let score = areRooms ? RoomScore(ofLaps: laps, rooms: rooms) : nil
    values = metrics.map { metric in
      let (value, interval): (Double?, ConfidenceInterval?) =
        switch metric {
        case .mean: (statistics?.mean, LapMean(of: errors)?.interval)
        case .std: (statistics?.standardDeviation, errors.deviationInterval(spread: spread))
        case .p50: Self.quantile(0.5, of: errors)
        case .p75: Self.quantile(0.75, of: errors)
        case .p90: Self.quantile(0.9, of: errors)
        case .p95: Self.quantile(0.95, of: errors)
        case .rmse: (statistics?.rootMeanSquare, nil)
        case .max: (statistics?.largest, nil)
        case .missed: Self.share(laps) { ($0.missed != nil, true) }
        case .wrongFloor: Self.share(laps) { ($0.offset.map { $0.floors != 0 } ?? false, $0.offset != nil) }
        case .rightRoom:
          Self.share(laps) { error in
            (error.offset?.room == error.room, error.offset != nil && error.room != nil)
          }
        case .rightRoomMacro: (score?.macroShare, nil)
        }
      return Value(metric: metric, value: value, interval: interval)
    }
  }

  package subscript(metric: SweepMetric) -> Value? { values.first { $0.metric == metric } }

  private static func quantile(_ fraction: Double, of errors: ErrorsByLap) -> (Double?, ConfidenceInterval?) {
    let quantile = LapQuantile(fraction, of: errors)
    return (quantile?.value, quantile?.interval)
  }

  /// A share of the answers that count, with its interval over laps.
  private static func share(
    _ laps: [[PositionError]], _ answer: (PositionError) -> (isHit: Bool, counts: Bool)
  ) -> (Double?, ConfidenceInterval?) {
    let totals = laps.map { lap in
      lap.reduce(into: SIMD2(0.0, 0.0)) { sum, error in
        let (isHit, counts) = answer(error)
        if counts { sum += SIMD2(isHit ? 1 : 0, 1) }
      }
    }
    let mean = LapMean(ofTotals: totals)
    let interval = mean?.interval.map {
      ConfidenceInterval(lower: Swift.max($0.lower, 0), upper: min($0.upper, 1))
    }
    return (mean?.value, interval)
  }
}
