import Evaluation
import Figures
package import Laps
import Radio
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

extension StudyResult {
  /// How often the right room is found: over all moments, rooms counted alike, and room by room; nothing on a site
  /// without rooms.
  var roomsReport: [ReportSection] {
    let scores = pipelines.compactMap { result in result.metrics.rooms.map { (result: result, rooms: $0) } }
    guard !scores.isEmpty else { return [] }
    let name = [PipelineResult.name].of { (row: (result: PipelineResult, rooms: RoomScore)) in row.result }
    return [
      .table(
        scores,
        name + RoomScore.shares.of { $0.rooms } + TrackTally.rooms.ifAny { $0.result.track?.tally },
        notes: [
          "Right room: of all fixes that were scored while the walker was in a room, so the room in which the walker was "
            + "longest counts most. Macro: the mean of the rooms' shares below, so that all rooms count alike. Changes an "
            + "hour: of the room from callback to callback, and how many the walker made."
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
      notes: ["n: fixes that were scored while the walker was in the room, of the pipeline that has most."])
  }
}

extension StudyResult {
  /// How well the levels behind the rows tell distances and zones; nothing where no walk is known.
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
      notes: [
        "Ranging: rows that hear alike together; at every callback the distance to every beacon by the levels that the method sees, less the true one. Mean: "
          + "without sign. Level: above what the assumed law says. Zone: right, of those heard; changes an hour: of one beacon's "
          + "zone."
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
        confusion, "By beacon: \(Counted.text(site.anchors.count, "row")) each, in --json and summary.json.",
      ])
  }

  /// The zones of the first filter in words; all of them are in the JSON.
  private var confusion: String {
    let zones = ranging[0].tally.zones
    let parts = Zone.allCases.filter { $0 != .unknown }.compactMap { truth -> String? in
      let told = Zone.allCases.map { ($0, zones.count(told: $0, truth: truth)) }
      let count = told.reduce(0) { $0 + $1.1 }
      guard count > 0 else { return nil }
      let words = told.filter { $0.1 > 0 }.map {
        "\(FixedPoint.text(100 * Double($0.1) / Double(count), decimals: 1)) % \($0.0)"
      }
      return "truly \(truth): told " + Counted.list(words)
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
