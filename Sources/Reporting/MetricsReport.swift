import Evaluation
import Figures
package import Laps
import Results
import Scenarios
import World

extension StudyResult {
  /// The metrics beyond the first table: how errors are spread and where they point, what tracks do in time, rooms,
  /// stops, ranging, and what cannot be told. Tables that a study has nothing for are left out.
  package var metricsReport: [ReportSection] {
    metricTables(spread, direction, tracks) + roomsReport + metricTables(stops) + rangingReport
      + [.paragraphs(absent)]
  }

  /// What a row of a table is made from.
  private typealias Metric<Part> = (pipeline: PipelineResult, part: Part)

  private func metricTables(_ tables: ReportTable...) -> [ReportSection] {
    tables.filter { !$0.rows.isEmpty }.map { .table($0) }
  }

  /// A table with those rows that have what its figures are of.
  private func table<Part>(
    of part: (PipelineResult) -> Part?, _ figures: [Figure<Metric<Part>>], notes: [String]
  ) -> ReportTable {
    let rows = pipelines.compactMap { pipeline in part(pipeline).map { (pipeline: pipeline, part: $0) } }
    return ReportTable(of: rows, [PipelineResult.name].of { $0.pipeline } + figures, notes: notes)
  }

  private var spread: ReportTable {
    let within =
      pipelines.lazy.compactMap(\.metrics.distribution).first?.shares.map(\.metres) ?? []
    let shares = within.enumerated().map { index, metres in
      Figure<ErrorDistribution>(
        nil, "≤ \(FixedPoint.shortest(metres)) m", form: .percent, rank: index > 4 ? 1 : 0, better: .larger
      ) { $0.shares[index].share }
    }
    let evaal = Figure<ErrorMetrics>(nil, "EvAAL", \.floorPenalised)
    let circles = ErrorVector.circles.of { (row: Metric<Spread>) in row.part.vector }
    return table(
      of: { pipeline -> Spread? in
        guard let distribution = pipeline.metrics.distribution, let vector = pipeline.metrics.vector else {
          return nil
        }
        return (distribution, vector)
      },
      circles + [evaal].of { $0.pipeline.metrics }
        + ([ErrorDistribution.deviation] + shares).of { $0.part.distribution }
        + [Coverage.share].of { $0.pipeline.metrics.coverage },
      notes: [
        "CEP, CE95: half and 95 % of fixes lie within, on the plan. EvAAL: P75 with 15 m for each wrong floor. Places: "
          + "where a fix came more often than not."
      ])
  }

  private typealias Spread = (distribution: ErrorDistribution, vector: ErrorVector)

  private var direction: ReportTable {
    let hasFloors = pipelines.contains { $0.metrics.floors != nil }
    let means = ErrorVector.means.of { (row: Metric<ErrorVector>) in row.part }
    let signed =
      SignedErrors.means("along").ifAny { (metrics: ErrorMetrics) in metrics.along }
      + SignedErrors.means("cross").ifAny { $0.cross }
      + [.init(nil, "age", unit: "s", rank: 1, \.meanAge)]
      + (hasFloors ? [HitRate.share("floor")].ifAny { $0.floors } : [])
    return table(
      of: \.metrics.vector, means + signed.of { $0.pipeline.metrics },
      notes: [
        "Bias: how far the mean of all error arrows, east and north, is from the truth. Along: ahead of the walker, "
          + "cross: to the left. Age: of the fix when it was due."
      ])
  }

  private var tracks: ReportTable {
    let lag = Lag.figures.ifAny { (row: Metric<TrackMetrics>) in row.pipeline.lag }
    return table(of: \.track, lag + TrackTally.figures.of { $0.part.tally }, notes: trackNotes)
  }

  private var trackNotes: [String] {
    guard let tally = pipelines.lazy.compactMap(\.track?.tally).first else { return [] }
    return [
      "Tracks: \(Counted.text(tally.callbacks, "callback")) matched with the truth, interpolated in time. Lag: the shift of "
        + "the truth that makes the RMSE least, and that RMSE. Gaps an hour: without a fix. Jumps: faster than "
        + "\(FixedPoint.shortest(TrackTally.jumpSpeed)) m/s. Unbroken: steps with neither."
    ]
  }

  private var stops: ReportTable {
    table(
      of: \.stops, StopTally.figures.of { $0.part },
      notes: [
        "Settling: from standing still until all fixes stay near their resting place, the mean of the second half. "
          + "Jitter: about that place. Stops at which a walk begins have nothing to settle from."
      ])
  }

  /// What cannot be told, and of which rows.
  private var absent: [String] {
    [String].grouped(pipelines, \.definition.name) { pipeline in
      pipeline.absentMetrics.map { "\($0.metric): \($0.reason)" }
    }.map { line in
      let isAll = line.names.count == pipelines.count
      return "Not told, \(line.sentence)\(isAll ? "" : " (\(line.names.joined(separator: "; ")))")."
    }
  }
}
