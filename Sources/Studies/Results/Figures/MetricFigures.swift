package import Evaluation
package import Laps
package import Rendering
import World

// Metrics. docs/metrics.md explains the keys; a missing value has no key, and `absent` gives the reason.

extension PipelineResult {
  /// `metrics` of one element of `scores`.
  func metricFigures(rooms: [Room]) -> FigureValue {
    let absent: [Figure<AbsentMetric>] = [.init("metric", \.metric), .init("reason", \.reason)]
    let figures: [Figure<PipelineResult>] = [
      .init("distribution", isOptional: true, \.metrics.distribution),
      .init("floorPenalisedP75", isOptional: true, \.metrics.floorPenalised),
      .init("vector", isOptional: true, \.metrics.vector),
      .init("along", isOptional: true, \.metrics.along), .init("cross", isOptional: true, \.metrics.cross),
      .init("floors", isOptional: true, \.metrics.floors),
      .init("rooms", isOptional: true) {
        $0.metrics.rooms.map { RoomScore.figures(of: rooms).value(of: $0) }
      },
      .init("uncertainty", isOptional: true, \.metrics.uncertainty),
      .init("coverage", \.metrics.coverage), .init("meanAgeSeconds", isOptional: true, \.metrics.meanAge),
      .init("lag", isOptional: true, \.lag),
      .init("track", isOptional: true) { result in
        result.track.map {
          (TrackTally.figures + (rooms.isEmpty ? [] : TrackTally.rooms)).value(of: $0.tally)
        }
      },
      .init("stops", isOptional: true, \.stops),
      .init(
        "standingMean", isOptional: true,
        about: "The mean error in metres at callbacks in stops, where there are both stops and movement.",
        \.metrics.whileStanding),
      .init(
        "movingMean", isOptional: true, about: "The same at all other callbacks.", \.metrics.whileMoving),
      .init("absent") { $0.absentMetrics.map { absent.value(of: $0) } },
    ]
    return figures.value(of: self)
  }

  /// Nil where it cannot be estimated.
  package var lag: Lag? { track.flatMap { try? $0.lag.get() } }

  /// Nil where no walker stops.
  package var stops: StopTally? { track.flatMap { $0.stops.stops > 0 ? $0.stops : nil } }
}

extension ErrorDistribution: Described {
  /// With n - 1 in the denominator.
  package static let deviation = Figure<ErrorDistribution>(
    "stdSample", "std (n - 1)", unit: "m", rank: 2, better: .smaller, \.sampleDeviation)

  /// How errors are spread.
  package static let figures: [Figure<ErrorDistribution>] = [
    deviation, .init("stdPopulation", \.populationDeviation), .init("within", \.shares),
  ]
}

extension ErrorDistribution.Share: Described {
  /// The share of errors up to a limit.
  package static let figures: [Figure<ErrorDistribution.Share>] = [
    .init("metres", \.metres), .init("share", \.share),
  ]
}

extension ErrorVector: Described {
  /// Radii that contain 50 % and 95 % of the errors.
  package static let circles: [Figure<ErrorVector>] = [
    .init("cep", "CEP", unit: "m", better: .smaller, \.circularErrorProbable),
    .init("ce95", "CE95", unit: "m", better: .smaller, \.circularError95),
  ]

  /// The mean error vector.
  package static let means: [Figure<ErrorVector>] = [
    .init("bias", "bias", unit: "m", better: .smaller, \.bias),
    .init("meanEast", "east", unit: "m", \.meanEast),
    .init("meanNorth", "north", unit: "m", \.meanNorth),
  ]

  /// Where errors point.
  package static let figures: [Figure<ErrorVector>] =
    circles + means + [
      .init("covariance") {
        [[$0.covarianceEast, $0.covarianceEastNorth], [$0.covarianceEastNorth, $0.covarianceNorth]]
      }
    ]
}

extension SignedErrors: Described {
  /// For a table: along the path or across it.
  package static func means(_ direction: String) -> [Figure<SignedErrors>] {
    [
      .init("mean", direction, unit: "m", \.mean),
      .init("std", "std \(direction)", unit: "m", better: .smaller, \.deviation),
    ]
  }

  /// Along the path, or across it.
  package static let figures: [Figure<SignedErrors>] =
    means("") + [
      .init("n", \.count), .init("rmse", \.rootMeanSquare), .init("meanMagnitude", \.meanMagnitude),
    ]
}

extension HitRate: Described {
  /// Right answers among all.
  package static let figures: [Figure<HitRate>] = [
    .init("n", \.count), .init("hits", \.hits), share("zone"),
  ]

  /// The share of right answers.
  package static func share(_ title: String) -> Figure<HitRate> {
    .init("share", title, form: .percent, better: .larger, \.share)
  }
}

extension Coverage: Described {
  /// The share of test points that are covered.
  package static let share = Figure<Coverage>("share", "places", form: .percent, better: .larger, \.share)
  /// At how many test points most visits have a fix.
  package static let figures: [Figure<Coverage>] = [
    share, .init("places", \.places), .init("covered", \.covered),
  ]
}

extension RoomScore {
  /// For a table.
  package static let shares: [Figure<RoomScore>] =
    [HitRate.share("right room")].of(\.hitRate) + [
      .init("macroShare", "macro", form: .percent, better: .larger, \.macroShare),
      .init("n", "n", \.hitRate.count),
      .init(nil, "in no room") { $0.rows.reduce(0) { $0 + $1.foundNowhere } },
    ]

  fileprivate static func figures(of rooms: [Room]) -> [Figure<RoomScore>] {
    let row: [Figure<RoomScore.Row>] = [
      .init("room") { rooms[$0.room].name }, .init("n", \.count), .init("share", \.hitRate.share),
      .init("found") { row in
        row.found.indices.filter { row.found[$0] > 0 }.map {
          FigureValue.object([("room", .text(rooms[$0].name)), ("n", .count(row.found[$0]))])
        }
      },
      .init("foundNowhere", \.foundNowhere),
    ]
    return shares + [
      .init("hits", \.hitRate.hits), .init("outside", \.outside),
      .init("byRoom") { $0.rows.map { row.value(of: $0) } },
    ]
  }
}

extension UncertaintyScore: Described {
  package static var figures: [Figure<UncertaintyScore>] {
    [.init("n", "n", \.count)] + columns + [
      .init("credibleNEES95", isOptional: true, \.credible),
      .init("regions") { $0.regions.isEmpty ? nil : $0.regions }, .init("floors", isOptional: true, \.floors),
      .init("rooms", isOptional: true, \.rooms),
    ]
  }

  /// The metrics of the registry, each with its interval.
  package static var columns: [Figure<UncertaintyScore>] {
    Metric.all(for: .uncertainty).map { metric in
      Figure(
        key: metric.key(for: .uncertainty), intervalKey: "\(metric.key(for: .uncertainty))Interval95",
        column: .init(
          metric.heading, unit: metric.signWithInterval, decimals: metric.decimals, form: metric.columnForm,
          rank: metric.rank, better: metric.better),
        isOptional: true
      ) { score in
        let estimate = score.estimates.first { $0.metric == metric }
        return .interval(estimate?.value, estimate?.interval)
      }
    }
  }
}

extension UncertaintyScore.Region: Described {
  package static let figures: [Figure<UncertaintyScore.Region>] = [
    .init("probability", \.probability), .init("share", \.share, interval: \.interval),
  ]
}

extension ReliabilityTable: FigureConvertible {
  /// A list of the tenths with an answer.
  package var figureValue: FigureValue { rows.figureValue }
}

extension ReliabilityTable.Row: Described {
  package static let figures: [Figure<ReliabilityTable.Row>] = [
    .init("from", \.from), .init("to", \.to), .init("n", "n", \.count),
    .init("stated", "stated", form: .percent, \.stated),
    .init("right", "right", form: .percent, better: .neither, \.right),
  ]
}

extension Lag: Described {
  /// The delay of fixes behind the walker.
  package static let figures: [Figure<Lag>] = [
    .init(
      "seconds", "lag", unit: "s [95 %]", better: .smaller, about: "[The lag](metrics.md#lag).", \.seconds,
      interval: \.interval),
    .init(
      "rmseWithout", "RMSE shifted", unit: "m", better: .smaller,
      about: "The RMSE on the plan over the n callbacks with the ground truth shifted by the lag.",
      \.rootMeanSquareWithout),
    .init("n", \.count),
    .init("rmse", about: "The same without the shift.", \.rootMeanSquare),
  ]
}

extension TrackTally: Described {
  /// What a track does in time.
  package static let figures: [Figure<TrackTally>] = [
    .init(
      "availability", "available", form: .percent, better: .larger,
      about:
        "Callbacks with a fix, of those within the time span of the ground truth: ISO/IEC 18305:2016, 8.16.2.",
      \.availability),
    .init(
      "meanFirstFixSeconds", "first fix", unit: "s", decimals: 1, rank: 2, better: .smaller,
      about: """
        From the start of the stream, or of the ground truth if that begins later, to the first fix within \
        its time span: the mean over lapsWithFix.
        """, \.meanFirstFix),
    .init("gapsPerHour", "gaps", unit: "per h", decimals: 1, better: .smaller, \.gapsPerHour),
    .init("longestGapSeconds", "longest", unit: "s", decimals: 1, rank: 1, better: .smaller, \.longestGap),
    .init("jumpsPerHour", "jumps", unit: "per h", decimals: 0, better: .smaller, \.jumpsPerHour),
    .init(
      "continuity", "unbroken", form: .percent, better: .larger,
      about:
        "The share of steps from callback to callback that have a fix at both ends and are no jump. Ours.",
      \.continuity),
    .init("callbacks", about: "Those within the time span of the ground truth.", \.callbacks),
    .init("fixes", \.fixes),
    .init("laps", \.laps),
    .init("lapsWithFix", \.lapsWithFix),
    .init(
      "gaps",
      about: "Runs of callbacks without a fix after a lap's first fix, those at its end included.", \.gaps),
    .init(
      "jumps",
      about: "Two fixes at callbacks one after the other that are further apart than 5 m/s allows. Ours.",
      \.jumps),
  ]

  /// On a site with rooms.
  package static let rooms: [Figure<TrackTally>] = [
    .init(
      "roomFlipsPerHour", "changes", unit: "per h", decimals: 1,
      about: """
        Changes of the fix's room from one callback to the next; no room counts as a room of its own. Steps \
        into or over a gap do not count.
        """, \.roomFlipsPerHour),
    .init(
      "trueRoomChangesPerHour", "true", unit: "per h", decimals: 1, about: "The same of the walker's room.",
      \.trueRoomChangesPerHour),
  ]
}

extension StopTally: Described {
  /// What a track does while the walker stands.
  package static let figures: [Figure<StopTally>] = [
    .init("stops", "stops", about: "[Stops](metrics.md#lag) of the walkers.", \.stops),
    .init("settled", "settled", \.settling.count),
    .init("unsettled", "unsettled", better: .smaller, \.unsettled), .init("unheard", \.unheard),
    .init(
      "meanSettlingSeconds", "settling", unit: "s mean", better: .smaller,
      about: "Of those that settled only.", \.statistics?.mean),
    .init("medianSettlingSeconds", "median", unit: "s", better: .smaller, \.statistics?.median),
    .init("maxSettlingSeconds", "longest", unit: "s", rank: 1, better: .smaller, \.statistics?.largest),
    .init("jitterMetres", "jitter", unit: "m", better: .smaller, \.jitter),
  ]

  private var statistics: ErrorStatistics? { ErrorStatistics(of: settling) }
}

extension WhiteNoiseSummary: Described {
  /// How the noise was replaced.
  package static let figures: [Figure<WhiteNoiseSummary>] = [
    .init("beacons", \.beacons),
    .init("readings", \.readings),
    .init("unplaced", about: "Readings outside the known walk, which stay as they are.", \.unplaced),
    .init("deviationDb", about: "Of what is replaced.", \.deviation),
    .init("measuredCorrelation", about: "From one second to the next, as received.", \.measuredCorrelation),
    .init("whiteCorrelation", about: "The same in the twin.", \.whiteCorrelation),
    .init("largestMeanChangeDb", \.largestMeanChange),
    .init("largestVarianceChange", \.largestVarianceChange),
  ]
}
