package import Evaluation

/// The totals over the laps of a study so far: sums, and for each lap only its errors.
struct StudyTotals: Sendable {
  /// The totals of one pipeline.
  struct Pipeline: Sendable {
    fileprivate(set) var fixes = FixTally()
    /// Nil when the pipeline does not estimate directions, or the true ones are unknown.
    fileprivate(set) var directions: DirectionTally?
    fileprivate(set) var outsideTruth = 0
    fileprivate(set) var unheardTruth = 0.0
    fileprivate(set) var track = TrackTotals()
    /// Nil where no walk is known, or an earlier pipeline has the same filtered readings.
    fileprivate(set) var ranging: RangingTally?
  }

  private(set) var pipelines: [Pipeline]
  /// By lap and walker in their order, and then by pipeline.
  private(set) var errors: [[[PositionError]]] = []
  /// The same by the last fix before each press; empty unless positions are predicted.
  private(set) var byLast: [[[PositionError]]] = []
  private(set) var tally = LapTally()
  private(set) var noise: NoiseTally?
  /// Seconds from one reading to the next; nil before the first lap.
  private(set) var interval: Double?

  init(pipelines count: Int) { pipelines = [Pipeline](repeating: Pipeline(), count: count) }

  /// Takes the outcome that follows in the order of laps, which is the order of every sum.
  mutating func add(_ lap: LapOutcome) {
    errors.append(lap.scored.map(\.errors))
    if !lap.byLast.isEmpty { byLast.append(lap.byLast.map(\.errors)) }
    tally.add(lap.tally)
    if let more = lap.noise { noise = noise.map { $0 + more } ?? more }
    interval = interval ?? lap.interval
    for index in pipelines.indices {
      pipelines[index].fixes = pipelines[index].fixes + lap.fixes[index]
      pipelines[index].outsideTruth += lap.scored[index].outsideTruth
      pipelines[index].unheardTruth += lap.scored[index].unheardTruth
      if let more = lap.directions[index] {
        pipelines[index].directions = (pipelines[index].directions ?? DirectionTally()) + more
      }
      if let metrics = lap.metrics { add(metrics, of: index) }
    }
  }

  /// The track metrics of each pipeline, nil where no walk is known. The fixes that were kept for them are released.
  mutating func takeTracks() -> [TrackMetrics?] {
    pipelines.indices.map { index in
      defer { pipelines[index].track = TrackTotals() }
      return TrackMetrics(of: pipelines[index].track)
    }
  }

  private mutating func add(_ metrics: LapMetrics, of index: Int) {
    pipelines[index].track.add(metrics.tracks[index])
    guard let more = metrics.ranging[index] else { return }
    if pipelines[index].ranging == nil {
      pipelines[index].ranging = more
    } else {
      pipelines[index].ranging?.add(more)
    }
  }
}

/// The errors of one pipeline over all laps.
package struct PipelineErrors: Sendable {
  /// By lap and walker in their order; the errors of one lap are in order of time.
  package let byLap: [[PositionError]]

  /// By lap and walker, of each pipeline.
  init(_ laps: [[[PositionError]]], of pipeline: Int) { byLap = laps.map { $0[pipeline] } }

  /// The errors of all laps in one array.
  var all: [PositionError] { byLap.flatMap(\.self) }

  var count: Int { byLap.reduce(0) { $0 + $1.count } }

  /// Paired with the errors of another pipeline, or of another study, on the same laps.
  package func paired(with other: PipelineErrors) -> PairedErrors {
    precondition(byLap.count == other.byLap.count, "\(byLap.count) laps beside \(other.byLap.count)")
    var next = 0
    return PairedErrors(
      byLap: AnyIterator {
        guard next < byLap.count else { return nil }
        var (a, b) = (byLap[next], other.byLap[next])
        let lap = a.first?.lap
        next += 1
        // The walkers of a lap follow each other.
        while next < byLap.count, byLap[next].first?.lap == lap {
          a += byLap[next]
          b += other.byLap[next]
          next += 1
        }
        return (a, b)
      })
  }
}
