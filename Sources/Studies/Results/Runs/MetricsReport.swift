import Evaluation
package import Laps
import Radio
package import Rendering
import Scenarios
import World

extension StudyResult {
  /// The metrics beyond the first table: how errors are spread and where they point, what tracks do in time, rooms,
  /// stops, ranging, and what is not available. Tables that a study has nothing for are left out.
  package var metricsReport: [ReportSection] {
    metricTables(spread, direction, tracks) + roomsReport + metricTables(stops) + uncertaintyReport
      + rangingReport + [.paragraphs(absent)]
  }

  /// What a row of a table is made from.
  private typealias Metric<Part> = (pipeline: PipelineResult, part: Part)

  private func metricTables(_ tables: ReportTable...) -> [ReportSection] {
    tables.filter { !$0.rows.isEmpty }.map { .table($0) }
  }

  /// A table with those rows that have what its figures are of.
  private func table<Part>(
    of part: (PipelineResult) -> Part?, _ figures: [Figure<Metric<Part>>], legend: [String]
  ) -> ReportTable {
    let rows = pipelines.compactMap { pipeline in part(pipeline).map { (pipeline: pipeline, part: $0) } }
    return ReportTable(of: rows, [PipelineResult.name].of { $0.pipeline } + figures, legend: legend)
  }

  private var spread: ReportTable {
    let within =
      pipelines.lazy.compactMap(\.metrics.distribution).first?.shares.map(\.metres) ?? []
    let shares = within.enumerated().map { index, metres in
      Figure<ErrorDistribution>(
        nil, "≤ \(FixedPoint.shortest(metres)) m", form: .percent, rank: index > 4 ? 1 : 0, better: .larger
      ) { $0.shares[index].share }
    }
    let evaal = Figure<ErrorMetrics>(nil, "EvAAL", unit: "m", \.floorPenalised)
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
      legend: [
        "CEP, CE95: radii that contain 50 % and 95 % of the horizontal errors. EvAAL: P75 with 15 m for each wrong floor. "
          + "Std (n - 1): with n - 1 in the denominator. ≤: shares of errors up to a limit. Places: share of test points with a fix on more than half of the visits."
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
      legend: [
        "Bias: the length of the mean error vector, and its components east and north. Along: ahead of the walker; "
          + "cross: to the left. Age: of the fix when the error was due."
      ])
  }

  private var tracks: ReportTable {
    let lag = Lag.figures.ifAny { (row: Metric<TrackMetrics>) in row.pipeline.lag }
    return table(of: \.track, lag + TrackTally.figures.of { $0.part.tally }, legend: trackNotes)
  }

  private var trackNotes: [String] {
    guard let tally = pipelines.lazy.compactMap(\.track?.tally).first else { return [] }
    return [
      "Tracks: \(Counted.text(tally.callbacks, "callback")) against the ground truth, interpolated in time. Lag: the time "
        + "shift of the ground truth, from -5 to 20 s, that minimises the RMSE, and that RMSE. Gaps: without a fix. Jumps: steps faster than "
        + "\(FixedPoint.shortest(TrackTally.jumpSpeed)) m/s. Unbroken: steps with neither."
    ]
  }

  private var stops: ReportTable {
    table(
      of: \.stops,
      StopTally.figures.of { $0.part } + [
        .init(nil, "standing", unit: "m", better: .smaller) { $0.pipeline.metrics.whileStanding },
        .init(nil, "moving", unit: "m", better: .smaller) { $0.pipeline.metrics.whileMoving },
      ],
      legend: [
        "Settling: the time from standing still until all fixes stay near the mean of the stop's second half. "
          + "Jitter: about that mean. Stops at the beginning of a walk have no settling time. "
          + "Standing, moving: the mean error in stops and between them."
      ])
  }

  /// Which metrics are not available, and for which pipelines.
  private var absent: [String] {
    [String].grouped(pipelines, \.definition.name) { pipeline in
      pipeline.absentMetrics.map { "\($0.metric) not available: \($0.reason)" }
    }.map { line in
      let isAll = line.names.count == pipelines.count
      return
        "\(line.sentence.prefix(1).uppercased())\(line.sentence.dropFirst())\(isAll ? "" : " (\(line.names.joined(separator: "; ")))")."
    }
  }
}

extension StudyResult {
  /// How often the right room is found: over all moments, rooms counted equally, and room by room; nothing on a site
  /// without rooms.
  package var roomsReport: [ReportSection] {
    let scores = pipelines.compactMap { result in result.metrics.rooms.map { (result: result, rooms: $0) } }
    guard !scores.isEmpty else { return [] }
    let name = [PipelineResult.name].of { (row: (result: PipelineResult, rooms: RoomScore)) in row.result }
    return [
      .table(
        scores,
        name + RoomScore.shares.of { $0.rooms } + TrackTally.rooms.ifAny { $0.result.track?.tally },
        legend: [
          "Right room: of the n fixes scored while the walker was in a room, so the room in which the walker was "
            + "longest counts most. Macro: the mean of the rooms' shares below, so that all rooms count equally. In no room: "
            + "those of the n fixes that lie outside every room. Changes per hour: of the estimated room from callback to "
            + "callback, and of the true one."
        ]), .table(byRoom(scores.map { ($0.result.definition.name, $0.rooms.rows) })),
    ]
  }

  /// A row for each room with an answer, the share of each pipeline in it.
  private func byRoom(_ scores: [(name: String, rows: [RoomScore.Row])]) -> ReportTable {
    return ReportTable(
      of: Set(scores.flatMap { $0.rows.map(\.room) }).sorted(),
      [
        .init(nil, "right room") { [site] in site.rooms[$0].name },
        .init(nil, "n") { room in scores.compactMap { $0.rows.first { $0.room == room }?.count }.max() ?? 0 },
      ]
        + scores.enumerated().map { index, score in
          .init(nil, score.name, form: .percent, rank: index) { room in
            score.rows.first { $0.room == room }?.hitRate.share
          }
        },
      notes: ["n: fixes scored while the walker was in the room, for the pipeline with the most."])
  }
}

extension StudyResult {
  /// How well the levels behind the rows determine distances and zones; empty where no walk is known.
  var rangingReport: [ReportSection] {
    ranging.isEmpty ? [] : [.table(ranges), .table(rangesByDistance)]
  }

  private var rangingName: Figure<RangingResult> {
    .init(nil, "ranging of") { [ranging] in $0.name(among: ranging) }
  }

  private var ranges: ReportTable {
    ReportTable(
      of: ranging,
      [rangingName] + DistanceErrors.figures.of(\.tally.whole)
        + [HitRate.share("zone")].of(\.tally.zones.hitRate) + RangingTally.changes.of(\.tally),
      legend: [
        "Ranging: the estimated distance to every beacon at every callback less the true one; pipelines with the same filters and assumptions share a row. N, unheard: callbacks and beacons with and without a reading. "
          + "Mean: of absolute errors. Level: RSSI above that of the assumed path loss. Zone: correct, of those received; "
          + "changes per hour: of one beacon's zone."
      ])
  }

  /// By true distance, one block of rows for each filter.
  private var rangesByDistance: ReportTable {
    let rows = ranging.flatMap { result in
      result.tally.byDistance.filter { $0.errors.count + $0.errors.unheard > 0 }.map {
        (result: result, bin: $0)
      }
    }
    return ReportTable(
      of: rows,
      [rangingName].of { $0.result } + [
        .init(nil, "true distance", unit: "m") { row in
          let from = FixedPoint.shortest(row.bin.from)
          return row.bin.to.map { "\(from) to \(FixedPoint.shortest($0))" } ?? "over \(from)"
        }
      ] + DistanceErrors.byDistance.of { $0.bin.errors },
      keys: 2,
      notes: [
        confusion, "By beacon: in --json and summary.json, \(Counted.text(site.anchors.count, "row")) each.",
      ])
  }

  /// The zones of the first filter in words; all of them are in the JSON.
  private var confusion: String {
    let zones = ranging[0].tally.zones
    let parts = Zone.allCases.filter { $0 != .unknown }.compactMap { truth -> String? in
      let estimated = Zone.allCases.map { ($0, zones.count(estimated: $0, truth: truth)) }
      let count = estimated.reduce(0) { $0 + $1.1 }
      guard count > 0 else { return nil }
      let words = estimated.filter { $0.1 > 0 }.map {
        "\(FixedPoint.text(100 * Double($0.1) / Double(count), decimals: 1)) % \($0.0)"
      }
      return "truly \(truth): estimated " + Counted.list(words)
    }
    return "Zones of \(ranging[0].name(among: ranging)): " + parts.joined(separator: "; ") + "."
  }
}

extension RangingResult {
  /// The pipeline, or what several have in common.
  fileprivate func name(among all: [RangingResult]) -> String {
    if pipelines.count == 1 { return pipelines[0] }
    let isAlone = all.count { $0.filter == filter } == 1
    return isAlone ? filter : "\(filter), \(assumed)"
  }
}
